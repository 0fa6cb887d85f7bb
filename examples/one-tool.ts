import assert from 'node:assert/strict'
// #region sample
import { callTool, defineTool } from '@toolprism/core'
import * as z from 'zod'

const orders = defineTool({
  name: 'list_orders',
  description: 'Lists the latest orders of a customer.',
  inputSchema: z.object({ customer: z.string(), limit: z.number().int().max(50).default(10) }),
  annotations: { readOnlyHint: true },
  presentation: { label: 'Orders', icon: 'package' },
  execute: async ({ customer, limit }) => ({ customer, orders: [17, 23].slice(0, limit) }),
})

const good = await callTool(orders, { customer: 'ada' })
const bad = await callTool(orders, { custmer: 'ada', limit: 99 })
// #endregion

assert.deepEqual(good, {
  content: [{ type: 'text', text: '{"customer":"ada","orders":[17,23]}' }],
  structuredContent: { customer: 'ada', orders: [17, 23] },
})
assert.equal(bad.isError, true)
assert.deepEqual(bad.content, [
  {
    type: 'text',
    text: [
      'Invalid input for list_orders:',
      '- customer: expected a string, got nothing; you sent "custmer", did you mean "customer"?',
      '- limit: Too big: expected number to be <=50 (got number 99)',
    ].join('\n'),
  },
])
