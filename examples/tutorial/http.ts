import assert from 'node:assert/strict'
// #region serve
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectMcp } from '@toolprism/adapter-mcp/client'
import { createMcpHandler } from '@toolprism/adapter-mcp/http'
import { weather } from './weather.js'

const handler = createMcpHandler({ name: 'weather', version: '1.0.0', tools: [weather] })
const port = Number(process.env['PORT'] ?? 3000)
const listener = createServer(handler.node).listen(port, '127.0.0.1')
// #endregion

await new Promise((resolve) => listener.once('listening', resolve))
const address = listener.address() as AddressInfo
const client = await connectMcp({ name: 'weather', url: `http://127.0.0.1:${address.port}/mcp` })
assert.deepEqual(
  client.tools.map(({ name }) => name),
  ['mcp__weather__weather'],
)
await client.close()
listener.closeAllConnections()
listener.close()
