import { type AgentTool, createAgent, type RunEvent } from '@toolprism/harness'
import { checkTranscript, scriptedModel } from '@toolprism/harness/testing'
import { expect, test } from 'vitest'

const time: AgentTool = {
  name: 'time',
  description: 'Tells the time.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
  execute: () => 'noon',
}
const save: AgentTool = {
  name: 'save',
  description: 'Saves a text.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execute: ({ text }) => `saved ${text}`,
}

test('a run calls tools, asks where it must, and answers', async () => {
  const model = scriptedModel([
    { text: 'Let me see.', calls: [{ name: 'time' }, { name: 'save', input: { text: 'a' } }] },
    'It is noon.',
  ])
  const agent = createAgent({ model, instructions: 'Be brief.', tools: [save, time] })
  const run = agent.run('What time is it?')
  const events: RunEvent[] = []
  run.subscribe((event) => events.push(event))
  expect((await run.result).status).toBe('paused')
  expect(run.resolve(run.pending[0]!.id, { allow: true })).toBe('accepted')
  const result = await run.result
  expect(result).toMatchObject({ status: 'completed', text: 'It is noon.', steps: 2 })
  expect(checkTranscript(result.transcript)).toEqual([])
  expect(result.transcript.map((message) => message.role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
  ])
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1))
  expect(events.map((event) => event.type)).toEqual([
    'run.started',
    'step.started',
    'text.delta',
    'text.completed',
    'permission.required',
    'tool.started',
    'tool.completed',
    'run.paused',
    'permission.resolved',
    'run.resumed',
    'tool.started',
    'tool.completed',
    'step.ended',
    'step.started',
    'text.delta',
    'text.completed',
    'step.ended',
    'run.ended',
  ])
})

test('a model by name needs a resolver, and the error has the line to add', () => {
  const agent = createAgent({ provider: 'nvidia', model: 'some-model', tools: [time] })
  expect(() => agent.run('hello')).toThrow(/resolveModel: providerModel/)
  expect(() => createAgent({ tools: [time] }).run('hello')).toThrow(/has no model/)
})

test('a resolver makes the model of provider and name', async () => {
  const seen: unknown[] = []
  const agent = createAgent({
    provider: 'nvidia',
    model: 'some-model',
    resolveModel: (reference) => {
      seen.push(reference)
      return scriptedModel(['hello'])
    },
  })
  expect(await agent.run('hi').result).toMatchObject({ status: 'completed', text: 'hello' })
  await agent.run('hi').result
  expect(seen).toEqual([{ provider: 'nvidia', model: 'some-model' }])
})

test('options that need files say where they belong', () => {
  expect(() => createAgent({ tools: ['search'] })).toThrow(/harness\/node/)
  // @ts-expect-error: an option of ./node
  expect(() => createAgent({ workspacePath: '/' })).toThrow(/harness\/node/)
})
