import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { type ToolDefinition, toJsonSchema } from '@toolprism/core'
import { renderToolDecls } from '@toolprism/tsrender'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { aiSdkRoute } from './ai-sdk-route'
import { callRoute } from './call-route'
import { chatRoute } from './chat/chat-route'
import type { Conversations } from './chat/conversations.types'
import type { ChosenModel } from './choose-model'
import { guard } from './guard'
import type { Registry } from './registry'
import { renderRoute } from './render-route'
import { requireToken } from './token'

export interface AppOptions {
  registry: Registry
  conversations: Conversations
  model: ChosenModel
  /** `host:port` values this server answers to; absent: any, to who has the token. */
  hosts?: (() => string[]) | undefined
  /** Asked for on every route. */
  token?: string | undefined
  /** The web-standard MCP endpoint. */
  mcp: (request: Request) => Promise<Response>
  /** Folder of the built page. */
  webRoot: string
  workspace: string
  /** Aborted when the server is about to stop. */
  stopping?: AbortSignal | undefined
  /** How an MCP client starts this server. */
  stdio: { command: string; args: string[] }
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The HTTP side of the demo: the page, the registry as data, chat, calls, compositions, and MCP. */
export function createApp(options: AppOptions): Hono {
  const { registry, conversations, model, mcp, webRoot, workspace, stdio, token } = options
  const { tools, runtime, formats } = registry
  const app = new Hono()
  app.use(guard(options.hosts))
  if (token) app.use(requireToken(token))
  app.onError((error, context) => {
    process.stderr.write(`${context.req.method} ${context.req.path}: ${error.stack}\n`)
    return context.json({ error: `This did not work: ${error.message}` }, 500)
  })
  app.all('/mcp', (context) => mcp(context.req.raw))
  app.use(bodyLimit({ maxSize: 2_000_000 }))

  app.get('/api/tools', (context) =>
    context.json({ workspace, model: model.badge, stdio, token, tools: tools.map(describe) }),
  )
  app.get('/tools.d.ts', (context) => context.text(renderToolDecls(tools)))
  app.get('/api/declarations', async (context) => context.json(await declare(tools)))
  app.route('/api/tools', callRoute(tools, options.stopping))
  app.route('/api/chat', chatRoute(conversations))
  app.route('/api/ai-sdk', aiSdkRoute(tools, model))
  app.route('/api/render', renderRoute(runtime, formats))

  app.get('*', async (context) => {
    const path = normalize(decodeURIComponent(new URL(context.req.url).pathname))
    const file = path === '/' ? 'index.html' : path.slice(1)
    const type = types[extname(file)]
    const body =
      type && !file.startsWith('..') ? await readFile(join(webRoot, file)).catch(() => null) : null
    if (!body || !type) return context.json({ error: `Nothing is served at ${path}.` }, 404)
    return context.body(new Uint8Array(body), 200, { 'Content-Type': type })
  })
  return app
}

/** The tools as a model reads them, with what they cost; the tokenizer is large, so it is loaded when asked for. */
async function declare(tools: ToolDefinition[]) {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  const text = renderToolDecls(tools)
  const list = tools.map((tool) => {
    const { name, description, inputSchema, outputSchema } = describe(tool)
    return { name, description, inputSchema, outputSchema }
  })
  return {
    text,
    tokens: { declarations: countTokens(text), json: countTokens(JSON.stringify(list)) },
  }
}

function describe(tool: ToolDefinition) {
  const { name, title, description, annotations, presentation } = tool
  return {
    name,
    title,
    description,
    annotations,
    presentation,
    inputSchema: toJsonSchema(tool.inputSchema, { side: 'input' }),
    ...(tool.outputSchema && { outputSchema: toJsonSchema(tool.outputSchema, { side: 'output' }) }),
  }
}
