import assert from 'node:assert/strict'
// #region serve
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromAiTools } from '@toolprism/adapter-ai-sdk'
import { connectMcp } from '@toolprism/adapter-mcp/client'
import { createMcpHandler } from '@toolprism/adapter-mcp/http'
import { callTool, resultText } from '@toolprism/core'
import { tool } from 'ai'
import * as z from 'zod'

// What you have: a tool set of the AI SDK, as it is.
const toolSet = {
  convert: tool({
    description: 'Converts a sum between currencies.',
    inputSchema: z.object({ sum: z.number(), to: z.enum(['EUR', 'NOK']) }),
    execute: async ({ sum, to }) => `${to === 'NOK' ? sum * 11 : sum / 11} ${to}`,
  }),
}

const { tools, skipped } = fromAiTools(toolSet)
for (const { name, reason } of skipped) console.warn(`${name} is not served: ${reason}`)

const handler = createMcpHandler({ name: 'currencies', version: '1.0.0', tools })
const port = Number(process.env['PORT'] ?? 3000)
const listener = createServer(handler.node).listen(port, '127.0.0.1')
// #endregion

await new Promise((resolve) => listener.once('listening', resolve))
const address = listener.address() as AddressInfo
const client = await connectMcp({ name: 'money', url: `http://127.0.0.1:${address.port}/mcp` })
const [convert] = client.tools
assert.ok(convert)
assert.equal(resultText(await callTool(convert, { sum: 2, to: 'NOK' })), '22 NOK')
const wrong = await callTool(convert, { sum: 2, to: 'USD' })
assert.equal(wrong.isError, true)
assert.equal(skipped.length, 0)
await client.close()
listener.closeAllConnections()
listener.close()
