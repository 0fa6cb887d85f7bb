import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createApp } from './app'
import { banner, stdioCommand } from './banner'
import { createConversations } from './chat/conversations'
import { type ChosenModel, chooseModel } from './choose-model'
import { createConformanceSet } from './conformance-fixtures'
import { createDemoAgent } from './demo-agent'
import { loopbackHosts } from './guard'
import { createConformanceMcp, createMcp, serveMcpOverStdio } from './mcp'
import { connectConfigured } from './mcp-config'
import type { Options } from './options'
import { createRegistry, type Registry } from './registry'
import { type Listening, serve } from './serve'
import { stopOnSignal } from './stop-on-signal'
import { createToken, isLoopback } from './token'

const warn = (line: string) => process.stderr.write(`${line}\n`)

/** Serves the registry the way the options ask for. Rejects with UsageError for what a person can mend. */
export async function runServer(options: Options): Promise<void> {
  const connections = options.mcpConfig
    ? await connectConfigured(options.mcpConfig, warn)
    : undefined
  const disconnect = async () => connections?.close()
  try {
    const imported = connections && {
      tools: [...connections.tools],
      resources: [...connections.resources],
      prompts: [...connections.prompts],
    }
    const registry = createRegistry({ ...options, imported })
    // The suite's fixtures stand in for the workspace; the page and all else stay as they are.
    if (options.conformance) Object.assign(registry, createConformanceSet())
    if (!options.stdio) return await serveHttp(options, registry, disconnect)
    await serveMcpOverStdio(registry)
    await disconnect()
  } catch (error) {
    await disconnect()
    throw error
  }
}

async function serveHttp(options: Options, registry: Registry, disconnect: () => Promise<void>) {
  const { host, port, workspace, data } = options
  let listening: Listening | undefined
  const token = isLoopback(host) ? undefined : createToken()
  const hosts = token ? undefined : () => loopbackHosts(host, listening?.port ?? port)
  const mcp = options.conformance
    ? createConformanceMcp(process.env['MCP_SDK'])
    : createMcp(registry)
  const model = await chooseModel(options.model, process.env)
  const durable = options.durable ? await openDurable(options, model) : undefined
  const conversations =
    durable?.conversations ??
    createConversations({ agent: createDemoAgent(registry, model.model), folder: data })
  const webRoot = fileURLToPath(new URL('./web', import.meta.url))
  const stdio = stdioCommand(options)
  const stopping = new AbortController()
  const app = createApp({
    ...{ registry, conversations, model, hosts, token, webRoot, workspace, stdio },
    mcp,
    stopping: stopping.signal,
  })
  try {
    listening = await serve(app, options)
  } catch (error) {
    await conversations.close()
    throw error
  }
  const facts = { options, token, model: model.badge, tools: registry.tools }
  const url = urlOf(host, listening.port)
  process.stdout.write(banner({ ...facts, url, durable: durable?.description }))
  stopOnSignal(async () => {
    stopping.abort(new Error('the server is stopping'))
    await conversations.close()
    await Promise.all([mcp.close(), listening?.close(), disconnect()])
  })
}

/** Loaded only when asked for: nobody else needs an engine. */
async function openDurable(options: Options, model: ChosenModel) {
  const { startDurable } = await import('./durable/start-durable')
  return startDurable({ options, model, environment: process.env, say: warn })
}

/** An address a browser can open: one that means "all" is replaced by one of this machine. */
function urlOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const own = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address
  const name = everywhere ? (own ?? '127.0.0.1') : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
