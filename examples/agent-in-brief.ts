import assert from 'node:assert/strict'
import { scriptedModel } from '@toolprism/harness/testing'

// Stands for a model, so that the example needs no key.
const model = scriptedModel([
  { calls: [{ name: 'read_stock', input: { item: 'tea' } }] },
  { calls: [{ name: 'order', input: { item: 'tea', amount: 3 } }] },
  'Three packs of tea are on their way.',
])

// #region agent
import { createAgent } from '@toolprism/harness'

const inputSchema = { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] }
const stock = { name: 'read_stock', description: 'How many there are.', inputSchema }
const order = { name: 'order', description: 'Orders an item.', inputSchema }

const agent = createAgent({
  model, // any `Model`: '@toolprism/adapter-ai-sdk/model' makes one of every AI SDK provider
  tools: [
    { ...stock, annotations: { readOnlyHint: true }, execute: () => '1' },
    { ...order, execute: ({ item }) => `ordered ${item}` },
  ],
})
const run = agent.run('Is there enough tea?')
run.subscribe((event) => {
  if (event.type === 'permission.required') run.resolve(event.permissionId, { allow: true })
})
const { status, text } = await run.finished
// #endregion

assert.equal(status, 'completed')
assert.equal(text, 'Three packs of tea are on their way.')
console.log(text)
