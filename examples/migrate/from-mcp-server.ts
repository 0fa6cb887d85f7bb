import assert from 'node:assert/strict'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
// #region bind
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { bindTools } from '@toolprism/adapter-mcp'
import { connectMcp } from '@toolprism/adapter-mcp/client'
import { defineTool } from '@toolprism/core'
import * as z from 'zod'

const orders = defineTool({
  name: 'orders',
  description: 'Orders of a customer.',
  inputSchema: z.object({ customer: z.string() }),
  execute: ({ customer }) => ({ customer, orders: [17, 23] }),
})

// The server you have keeps its transport, its prompts and its resources; its tools come from a list.
const mcp = new McpServer({ name: 'shop', version: '1.0.0' })
bindTools(mcp.server, { tools: [orders] })
// #endregion

const [here, there] = InMemoryTransport.createLinkedPair()
await mcp.connect(there)
const client = await connectMcp({ name: 'shop', transport: here })
assert.deepEqual(
  client.tools.map(({ name }) => name),
  ['mcp__shop__orders'],
)
await client.close()
await mcp.close()
