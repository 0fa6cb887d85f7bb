import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { connectMcp, type McpConnection } from '@toolprism/adapter-mcp/client'
import { createMcpHandler } from '@toolprism/adapter-mcp/http'
import { callTool, type ToolDefinition, toJsonSchema } from '@toolprism/core'
import * as z from 'zod'
import type { Conformance, ConformanceSuite } from '../lib/suite.mjs'
import { type RealCall, type RealServer, realServers } from '../mcp/real-servers'
import { folder, startServer } from '../mcp/run-suite'

type Where = { command: string; args: string[]; env: Record<string, string> } | { url: string }

/** What other people's servers ask of a client, answered. */
const answers = {
  roots: [{ uri: 'file:///somewhere', name: 'somewhere' }],
  elicit: async () => ({
    action: 'accept' as const,
    content: { name: 'Ada Lovelace', check: true },
  }),
  sample: async () => ({
    role: 'assistant',
    model: 'none',
    content: { type: 'text', text: 'as the model says' },
  }),
}

/**
 * The servers most people begin with, as peers of our client: over stdio, over HTTP, and served on by our own
 * HTTP handler to a second client.
 */
export default {
  name: 'servers',
  async run(conformance) {
    for (const server of realServers()) {
      const { name, script, args, env, http } = server
      const program = { command: process.execPath, args: [script, ...args], env }
      for (const sdk of ['v1', 'v2'] as const) {
        const stdio = await connect(program, sdk)
        try {
          const group = `${name}, SDK ${sdk}`
          await checkLists(conformance, `${group}, stdio`, server, stdio)
          await runCalls(conformance, `${group}, stdio`, server.calls, stdio)
          await serveOn(conformance, `${group}, served on over HTTP`, server, stdio, sdk)
        } finally {
          await stdio.close()
        }
        if (http) await overHttp(conformance, server, http, sdk)
      }
    }
  },
} satisfies ConformanceSuite

function connect(where: Where, sdk: 'v1' | 'v2', name = 'peer'): Promise<McpConnection> {
  return connectMcp({ name, ...where, ...answers, sdk, trust: true, timeout: 20_000 })
}

async function overHttp(
  conformance: Conformance,
  { name, script, calls }: RealServer,
  args: string[],
  sdk: 'v1' | 'v2',
): Promise<void> {
  const preload = join(folder, 'mcp/loopback.mjs')
  const server = await startServer(process.execPath, ['--import', preload, script, ...args], {})
  try {
    const connection = await connect({ url: server.url }, sdk)
    await runCalls(conformance, `${name}, SDK ${sdk}, HTTP`, calls, connection)
    await connection.close()
  } finally {
    server.stop()
  }
}

const wireList = z.object({
  tools: z.array(
    z.looseObject({ name: z.string(), inputSchema: z.unknown(), annotations: z.unknown() }),
  ),
})

/** Nothing of a list is lost, and no schema is touched: compared with what the SDK's own client is sent. */
async function checkLists(
  conformance: Conformance,
  group: string,
  { script, args, env, tools: count }: RealServer,
  { tools, resources, prompts, problems }: McpConnection,
): Promise<void> {
  const check = checker(conformance, group)
  const client = new Client(
    { name: 'plain', version: '1.0.0' },
    { capabilities: { roots: {}, sampling: {}, elicitation: {} } },
  )
  const command = {
    command: process.execPath,
    args: [script, ...args],
    env,
    stderr: 'ignore' as const,
  }
  await client.connect(new StdioClientTransport(command))
  try {
    // The SDK's own list puts the members of a schema into another order; this is what came over the wire.
    const { tools: sent } = await client.request({ method: 'tools/list' }, wireList)
    check('tools', sent.length !== count && `the server has ${sent.length} tools`)
    check('problems', problems.length > 0 && JSON.stringify(problems))
    for (const { name, inputSchema, annotations } of sent) {
      const tool = find(tools, name)
      const schema = tool && JSON.stringify(toJsonSchema(tool.inputSchema))
      check(`${name}: schema`, schema !== JSON.stringify(inputSchema) && `became ${schema}`)
      const claimed = JSON.stringify(tool?.annotations)
      check(`${name}: annotations`, claimed !== JSON.stringify(annotations) && `became ${claimed}`)
    }
  } finally {
    await client.close()
  }
  const signal = new AbortController().signal
  for (const resource of resources) {
    if (resource.uri === undefined) continue
    const contents = await resource.read({ signal })
    check(`resource ${resource.uri}`, contents.length === 0 && 'nothing was read')
  }
  for (const { name, arguments: wanted = [], build } of prompts) {
    const values = Object.fromEntries(wanted.map((item) => [item.name, sample(item.name)]))
    const messages = await build(values)
    check(`prompt ${name}`, messages.length === 0 && 'no message was built')
  }
}

const sample = (argument: string) =>
  ({ resourceType: 'Text', resourceId: '1', department: 'Engineering', name: 'Alice' })[argument] ??
  'x'

async function runCalls(
  conformance: Conformance,
  group: string,
  calls: RealCall[],
  { tools }: McpConnection,
): Promise<void> {
  const check = checker(conformance, group)
  for (const [index, { tool: name, input, expect, stopAfter }] of calls.entries()) {
    const tool = find(tools, name)
    const id = `${index + 1} ${name}`
    if (!tool) {
      check(id, 'the tool is missing')
      continue
    }
    const steps: number[] = []
    const stop = new AbortController()
    const result = await callTool(tool, input, {
      signal: stop.signal,
      onProgress({ progress }) {
        if (progress !== undefined) steps.push(progress)
        if (steps.length === stopAfter) stop.abort()
      },
    })
    check(id, expect(result, steps))
  }
}

/** Imported tools are tools like any other: our handler serves them, and a second client calls through. */
async function serveOn(
  conformance: Conformance,
  group: string,
  { calls }: RealServer,
  { tools }: McpConnection,
  sdk: 'v1' | 'v2',
): Promise<void> {
  const served = tools.map((tool) => ({ ...tool, name: tool.name.replace('mcp__peer__', '') }))
  const handler = createMcpHandler({ name: 'between', version: '1.0.0', tools: served, sdk })
  const listener = createServer(handler.node)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const connection = await connect({ url: `http://127.0.0.1:${port}/mcp` }, sdk)
  try {
    await runCalls(conformance, group, calls, connection)
  } finally {
    await connection.close()
    await handler.close()
    listener.close()
  }
}

function checker(conformance: Conformance, group: string) {
  return (id: string, wrong: string | false): void => {
    if (wrong === false) conformance.pass(group)
    else conformance.fail(group, id, wrong.slice(0, 500))
  }
}

function find(tools: readonly ToolDefinition[], name: string): ToolDefinition | undefined {
  const wanted = name.replace(/[^\w-]/g, '_')
  return tools.find((tool) => tool.name.replace('mcp__peer__', '') === wanted)
}
