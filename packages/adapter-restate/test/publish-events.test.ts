import { memoryEventStore, type StoredEvent } from '@toolprism/adapter-restate'
import { createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { expect, test } from 'vitest'
import { createPublisher } from '../src/publish-events'

const start = () => createAgent({ model: scriptedModel(['Hello.']) }).run('go', { runId: 'r' })

async function typesOf(store: ReturnType<typeof memoryEventStore>): Promise<string[]> {
  const { sequence = 0 } = (await store.open('r', 'reader')) ?? {}
  const events: StoredEvent[] = []
  if (sequence > 0)
    for await (const event of store.read('r', { after: 0 }))
      if (events.push(event) === sequence) break
  return events.map(({ event }) => (event as { type: string }).type)
}

test('carries the events of a run in order', async () => {
  const store = memoryEventStore()
  const publisher = createPublisher(store, 'r', () => {})
  const run = start()
  publisher.attach(run)
  await publisher.end(await run.finished)
  const types = await typesOf(store)
  expect(types[0]).toBe('run.started')
  expect(types.at(-1)).toBe('run.ended')
  expect(types.filter((type) => type === 'run.ended')).toHaveLength(1)
})

test('a run that ended in an attempt cut off before it could say so has its last event', async () => {
  const store = memoryEventStore()
  await store.append('r', undefined, [{ type: 'step.ended' }])
  const result = await start().finished
  // Nothing is attached: a replayed run is silent.
  await createPublisher(store, 'r', () => {}).end(result)
  await createPublisher(store, 'r', () => {}).end(result)
  expect(await typesOf(store)).toEqual(['step.ended', 'run.ended'])
})

test('an answer that was being written when its worker was lost is taken back', async () => {
  const store = memoryEventStore()
  const run = start()
  const before = run.events()
  const lost: unknown[] = []
  for await (const event of before) {
    lost.push(event)
    if (event.type === 'text.delta') break
  }
  await store.append('r', undefined, lost as never)
  const again = start()
  const publisher = createPublisher(store, 'r', () => {})
  const delta = lost.at(-1) as { messageId: string; step: number }
  // What a replayed run tells first: the model step that runs here.
  publisher.attach({
    subscribe: (listener: (event: never) => void) => {
      again.subscribe((event) => {
        if (event.step === delta.step && event.type !== 'step.started') listener(event as never)
      })
      return () => {}
    },
  } as never)
  await publisher.end(await again.finished)
  const types = await typesOf(store)
  expect(types.slice(lost.length - 1, lost.length + 2)).toEqual([
    'text.delta',
    'model.retried',
    'text.delta',
  ])
})

test('an attempt that another has followed tells nothing more', async () => {
  const store = memoryEventStore()
  const publisher = createPublisher(store, 'r', () => {})
  const run = start()
  publisher.attach(run)
  await store.open('r', 'another')
  await publisher.end(await run.finished)
  expect(await typesOf(store)).toEqual([])
})

test('a store that fails costs events, never the run', async () => {
  const problems: string[] = []
  const broken = {
    open: async () => undefined,
    append: () => Promise.reject(new Error('no connection')),
    read: () => {
      throw new Error('not used')
    },
  }
  const publisher = createPublisher(broken, 'r', (message) => problems.push(message))
  const run = start()
  publisher.attach(run)
  const result = await run.finished
  await publisher.end(result)
  expect(result.status).toBe('completed')
  expect(problems[0]).toContain('no connection')
})
