import { createMcpHandler, type McpHandler } from '@toolprism/adapter-mcp/http'
import { serveStdio } from '@toolprism/adapter-mcp/stdio'
import type { Registry } from './registry'

const identity = { name: 'toolprism-demo', version: '0.0.0', title: 'Toolprism demo' }

/** The registry as a Streamable HTTP endpoint; Host and Origin are checked for the whole app before it. */
export function createMcp(registry: Registry): McpHandler {
  return createMcpHandler({ ...identity, ...registry, allowedHosts: false, allowedOrigins: false })
}

/** The registry over standard input and output, until the client goes away. */
export async function serveMcpOverStdio(registry: Registry): Promise<void> {
  const server = await serveStdio({ ...identity, ...registry })
  await server.closed
}
