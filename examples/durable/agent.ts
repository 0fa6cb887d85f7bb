import { type AgentTool, createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'

const lookUp: AgentTool = {
  name: 'look_up',
  description: 'Looks an order up.',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object', properties: { order: { type: 'string' } } },
  execute: ({ order }) => `Order ${order}: 40 euros, delivered broken.`,
}

const refund: AgentTool = {
  name: 'refund',
  description: 'Gives the money of an order back.',
  // The key is the same however often this is tried: whoever pays out can refuse the second time.
  annotations: { destructiveHint: true, idempotentHint: true },
  inputSchema: { type: 'object', properties: { order: { type: 'string' } } },
  execute: ({ order }, { idempotencyKey }) => `Refunded ${order} (${idempotencyKey}).`,
}

// A script stands in for a model, so that this runs without a key.
const model = scriptedModel((request) => {
  const call = (name: string) => ({ calls: [{ name, input: { order: '17' } }] })
  if (request.step === 1) return call('look_up')
  if (request.step === 2) return call('refund')
  return 'Order 17 was refunded.'
})

/** The same agent as anywhere else: nothing in it knows of an engine. */
export const agent = createAgent({ model, tools: [lookUp, refund] })
