import assert from 'node:assert/strict'
import { type AgentHooks, createAgent, deny } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'

// Stands for a model, so that the example needs no key: any `Model` works, such as one of '@toolprism/adapter-ai-sdk/model'.
const model = scriptedModel([
  { text: 'I look it up.', calls: [{ name: 'find_orders', input: { customer: 'Ada' } }] },
  { calls: [{ name: 'refund', input: { order: 'A-7', amount: 900 } }] },
  { calls: [{ name: 'refund', input: { order: 'A-7', amount: 20 } }] },
  'Order A-7 is refunded with 20.',
])
const refunds: unknown[] = []
const audit: string[] = []

// #region agent
const agent = createAgent({
  model,
  instructions: 'You help with orders.',
  tools: [
    {
      name: 'find_orders',
      description: 'Finds the orders of a customer.',
      inputSchema: { type: 'object', properties: { customer: { type: 'string' } } },
      annotations: { readOnlyHint: true },
      execute: ({ customer }) => [{ id: 'A-7', customer, total: 20 }],
    },
    {
      name: 'refund',
      description: 'Pays an order back.',
      inputSchema: {
        type: 'object',
        properties: { order: { type: 'string' }, amount: { type: 'number' } },
        required: ['order', 'amount'],
      },
      execute: (input) => `refunded ${refunds.push(input)} of 1`,
    },
  ],
  // Reading runs, everything else asks. What no person may allow is denied.
  permissions: {
    rules: [deny({ tool: 'refund', input: ({ amount }) => amount > 100, reason: 'over 100' })],
  },
  hooks: {
    afterToolCall: ({ toolName, state }) => {
      audit.push(`${toolName}: ${state}`)
    },
  } satisfies AgentHooks,
})

const run = agent.run('Please refund order A-7.')
for await (const event of run.events()) {
  if (event.type === 'text.delta') process.stdout.write(event.delta)
  if (event.type === 'permission.required') run.resolve(event.permissionId, { allow: true })
}
const { status, text } = await run.result
// #endregion

assert.equal(status, 'completed')
assert.equal(text, 'Order A-7 is refunded with 20.')
assert.deepEqual(refunds, [{ order: 'A-7', amount: 20 }])
assert.deepEqual(audit, ['find_orders: ok', 'refund: denied', 'refund: ok'])
