import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { createMcpServer } from '@toolprism/adapter-mcp'
import type { ToolDefinition } from '@toolprism/core'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { connectPeer, type Peer } from './support/peers'

const peers: Peer[] = []
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close()
})

const requestedSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
  required: ['name'],
} as const

const asks: ToolDefinition = {
  name: 'asks',
  description: 'Asks the person for a name.',
  inputSchema: z.object({}),
  execute: async (_, { elicit }) => elicit?.({ message: 'Name?', requestedSchema }),
}

describe.each(['v1', 'v2'] as const)('what a client answers to a question, SDK %s', (sdk) => {
  const ask = async (content: unknown) => {
    const peer = await connectPeer(
      { sdk, era: 'legacy', way: 'memory' },
      { tools: [asks] },
      {
        capabilities: { elicitation: {} },
        prepare: (client: any) => answerWith(sdk, client, { action: 'accept', content }),
      },
    )
    peers.push(peer)
    return peer.request('tools/call', { name: 'asks' })
  }

  test('reaches the tool when it fits', async () => {
    expect((await ask({ name: 'Ada', age: 36 })).structuredContent).toEqual({
      action: 'accept',
      content: { name: 'Ada', age: 36 },
    })
  })

  test('that does not fit is an error of the call that says where', async () => {
    const result = await ask({ name: 'Ada', age: -1 })
    expect(result.isError).toBe(true)
    expect(result.content[0].text).toMatch(/does not fit the requested schema.*age/s)
    expect((await ask(undefined)).isError).toBe(true)
  })
})

function answerWith(sdk: 'v1' | 'v2', client: any, answer: object): void {
  if (sdk === 'v2') client.setRequestHandler('elicitation/create', () => answer)
  else
    client.setRequestHandler(
      z.object({ method: z.literal('elicitation/create'), params: z.looseObject({}) }),
      () => answer,
    )
}

test("the SDK's own elicitInput refuses a wrong answer too, the first one of a server included", async () => {
  const { server } = await createMcpServer({ name: 's', version: '1.0.0', sdk: Server, tools: [] })
  const client = new Client(
    { name: 'c', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } } },
  )
  answerWith('v1', client, { action: 'accept', content: { age: 1 } })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far as never), client.connect(near)])
  const ask = () =>
    (server as unknown as Server).elicitInput({
      message: 'Name?',
      requestedSchema: requestedSchema as never,
    })
  await expect(ask()).rejects.toThrow(/does not match|fit/)
  await expect(ask()).rejects.toThrow(/name/)
  answerWith('v1', client, { action: 'accept', content: { name: 'Ada' } })
  expect(await ask()).toMatchObject({ action: 'accept', content: { name: 'Ada' } })
  await client.close()
})
