import assert from 'node:assert/strict'
import { callTool, resultText } from '@toolprism/core'
// #region before
import { tool } from 'ai'
import * as z from 'zod'

const before = {
  orders: tool({
    description: 'Orders of a customer.',
    inputSchema: z.object({ customer: z.string() }),
    execute: async ({ customer }, { abortSignal }) => {
      abortSignal?.throwIfAborted()
      return `${customer}: 17, 23`
    },
  }),
}

// #endregion

// #region after
import { toAiTools } from '@toolprism/adapter-ai-sdk'
import { defineTool } from '@toolprism/core'

const orders = defineTool({
  name: 'orders',
  description: 'Orders of a customer.',
  inputSchema: z.object({ customer: z.string() }),
  annotations: { readOnlyHint: true }, // a tool that says nothing asks a person first
  execute: async ({ customer }, { signal }) => {
    signal.throwIfAborted()
    return `${customer}: 17, 23`
  },
})

const after = toAiTools({ orders })
// #endregion

assert.deepEqual(Object.keys(after), Object.keys(before))
assert.equal(resultText(await callTool(orders, { customer: 'ada' })), 'ada: 17, 23')
