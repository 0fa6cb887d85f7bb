// A server for the suites: the fixtures over HTTP. `server.ts v1|v2` prints its address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, type McpHandlerOptions } from '@toolprism/adapter-mcp/http'

// A private folder imports packages by name alone, and this file of the demo is in none.
const fixtures = new URL('../../apps/demo-server/src/conformance-fixtures.ts', import.meta.url)
const { createConformanceSet } = await import(fixtures.href)

const sdk = process.argv[2] === 'v1' ? 'v1' : 'v2'
const set = createConformanceSet({
  changed: (list: 'tools' | 'prompts') => handler.update({ [list]: set[list] }),
})
const handler = createMcpHandler({
  name: 'toolprism-conformance',
  version: '0.0.0',
  ...(set as Pick<McpHandlerOptions, 'tools' | 'resources' | 'prompts'>),
  sessions: { resumable: true },
  sdk,
})
const listener = createServer(handler.node)
listener.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`)
})
