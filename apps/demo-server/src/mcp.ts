import { createMcpHandler, type McpHandler } from '@toolprism/adapter-mcp/http'
import { serveStdio } from '@toolprism/adapter-mcp/stdio'
import { iconToMcpIcons } from '@toolprism/ui-presentations/mcp'
import { createConformanceSet } from './conformance-fixtures'
import type { Registry } from './registry'

const identity = { name: 'toolprism-demo', version: '0.0.0', title: 'Toolprism demo' }

/** The registry as a Streamable HTTP endpoint; Host and Origin are checked for the whole app before it. */
export function createMcp(registry: Registry): McpHandler {
  return createMcpHandler({
    ...identity,
    ...registry,
    icons: iconToMcpIcons,
    allowedHosts: false,
    allowedOrigins: false,
  })
}

/**
 * The fixtures of the conformance suites, with what those ask for: sessions that can be resumed, lists that
 * change, and both SDKs (`MCP_SDK=v1` or `v2`).
 */
export function createConformanceMcp(sdk: string | undefined): McpHandler {
  const set = createConformanceSet({ changed: (list) => handler.update({ [list]: set[list] }) })
  const handler = createMcpHandler({
    ...identity,
    ...set,
    sdk: sdk === 'v1' || sdk === 'v2' ? sdk : 'auto',
    sessions: { resumable: true },
    allowedHosts: false,
    allowedOrigins: false,
  })
  return handler
}

/** The registry over standard input and output, until the client goes away. */
export async function serveMcpOverStdio(registry: Registry): Promise<void> {
  const server = await serveStdio({ ...identity, ...registry, icons: iconToMcpIcons })
  await server.closed
}
