import { memoryEventStore, type StoredEvent } from '@toolprism/adapter-restate'
import { expect, test } from 'vitest'

async function take(events: AsyncIterable<StoredEvent>, count: number): Promise<StoredEvent[]> {
  const taken: StoredEvent[] = []
  for await (const event of events) if (taken.push(event) === count) break
  return taken
}

test('events are numbered over all writers', async () => {
  const store = memoryEventStore()
  await store.open('r', 'first')
  await store.append('r', 'first', ['a', 'b'])
  expect(await store.open('r', 'second')).toEqual({ sequence: 2, event: 'b' })
  await store.append('r', 'second', ['c'])
  expect(await take(store.read('r', { after: 0 }), 3)).toEqual([
    { sequence: 1, event: 'a' },
    { sequence: 2, event: 'b' },
    { sequence: 3, event: 'c' },
  ])
})

test('a writer that another has followed is refused', async () => {
  const store = memoryEventStore()
  await store.open('r', 'frozen')
  await store.open('r', 'next')
  expect(await store.append('r', 'frozen', ['late'])).toBe(false)
  expect(await store.append('r', undefined, ['from a host'])).toBe(true)
  expect(await take(store.read('r', { after: 0 }), 1)).toEqual([
    { sequence: 1, event: 'from a host' },
  ])
})

test('a reader goes on where it was, and gets what comes', async () => {
  const store = memoryEventStore()
  await store.append('r', undefined, ['a', 'b'])
  const reading = take(store.read('r', { after: 1 }), 2)
  await store.append('r', undefined, ['c'])
  expect((await reading).map(({ sequence }) => sequence)).toEqual([2, 3])
})

test('a reader leaves when its signal aborts', async () => {
  const store = memoryEventStore()
  const controller = new AbortController()
  const reading = take(store.read('r', { after: 0, signal: controller.signal }), 1)
  controller.abort()
  expect(await reading).toEqual([])
})

test('the oldest events and runs give way, and numbers stay', async () => {
  const store = memoryEventStore({ maxEvents: 2, maxRuns: 1 })
  await store.append('r', undefined, ['a', 'b', 'c'])
  expect(await take(store.read('r', { after: 0 }), 2)).toEqual([
    { sequence: 2, event: 'b' },
    { sequence: 3, event: 'c' },
  ])
  await store.append('s', undefined, ['x'])
  expect(await store.open('r', 'w')).toBeUndefined()
})
