import { fileURLToPath } from 'node:url'
import { createApp } from './app'
import { banner, stdioCommand } from './banner'
import { chooseModel } from './choose-model'
import { createConformanceSet } from './conformance-fixtures'
import { createConversations } from './conversations'
import { createDemoAgent } from './demo-agent'
import { loopbackHosts } from './guard'
import { createConformanceMcp, createMcp, serveMcpOverStdio } from './mcp'
import type { Options } from './options'
import { createRegistry, type Registry } from './registry'
import { type Listening, serve } from './serve'

/** Serves the registry the way the options ask for. Rejects with UsageError for what a person can mend. */
export async function runServer(options: Options): Promise<void> {
  const registry = createRegistry(options)
  // The suite's fixtures stand in for the workspace; the page and all else stay as they are.
  if (options.conformance) Object.assign(registry, createConformanceSet())
  if (options.stdio) await serveMcpOverStdio(registry)
  else await serveHttp(options, registry)
}

async function serveHttp(options: Options, registry: Registry) {
  const { host, port, workspace } = options
  let listening: Listening | undefined
  const hosts = () => loopbackHosts(host, listening?.port ?? port)
  const mcp = options.conformance
    ? createConformanceMcp(process.env['MCP_SDK'])
    : createMcp(registry)
  const model = await chooseModel(options.model, process.env)
  const conversations = createConversations(createDemoAgent(registry, model))
  const webRoot = fileURLToPath(new URL('./web', import.meta.url))
  const stdio = stdioCommand(workspace)
  listening = await serve(
    createApp({ registry, conversations, model, hosts, mcp, webRoot, workspace, stdio }),
    options,
  )
  process.stdout.write(banner(options, listening.port, model.badge))
  const stop = async () => {
    await Promise.all([conversations.close(), mcp.close(), listening?.close()])
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
