import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredEvent } from '@toolprism/adapter-restate'
import {
  type RedisEventStore,
  redisBlobStore,
  redisEventStore,
} from '@toolprism/adapter-restate/redis'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endChildren } from '../../../durable/processes'
import { startRedis } from './durable/redis-server'

let redis: Redis
let store: RedisEventStore
beforeAll(async () => {
  const { port } = await startRedis(mkdtempSync(join(tmpdir(), 'toolprism-redis-')))
  redis = new Redis(port, '127.0.0.1')
  store = redisEventStore(redis)
})
afterAll(async () => {
  store.close()
  redis.disconnect()
  await endChildren()
})

async function take(events: AsyncIterable<StoredEvent>, count: number): Promise<StoredEvent[]> {
  const taken: StoredEvent[] = []
  for await (const event of events) if (taken.push(event) === count) break
  return taken
}

test('events are numbered over all writers, and come with their content', async () => {
  await store.open('numbered', 'first')
  await store.append('numbered', 'first', [{ type: 'a' }, { type: 'ü "quoted" \n' }])
  expect(await store.open('numbered', 'second')).toEqual({
    sequence: 2,
    event: { type: 'ü "quoted" \n' },
  })
  await store.append('numbered', 'second', ['c'])
  const all = await take(store.read('numbered', { after: 0 }), 3)
  expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  expect(all[0]!.event).toEqual({ type: 'a' })
})

test('a writer that another has followed is refused', async () => {
  await store.open('fenced', 'frozen')
  await store.open('fenced', 'next')
  expect(await store.append('fenced', 'frozen', ['late'])).toBe(false)
  expect(await store.append('fenced', undefined, ['from a host'])).toBe(true)
})

test('many readers share one connection and miss nothing', async () => {
  const readers = Array.from({ length: 20 }, () => take(store.read('shared', { after: 0 }), 100))
  for (let at = 0; at < 100; at++) await store.append('shared', undefined, [at])
  for (const events of await Promise.all(readers))
    expect(events.map(({ event }) => event)).toEqual(Array.from({ length: 100 }, (_, at) => at))
  const clients = String(await redis.client('LIST'))
  expect(clients.trim().split('\n')).toHaveLength(2)
})

test('a reader leaves when its signal aborts', async () => {
  const controller = new AbortController()
  const reading = take(store.read('left', { after: 0, signal: controller.signal }), 1)
  controller.abort()
  expect(await reading).toEqual([])
})

test('everything is forgotten in time', async () => {
  await store.append('kept', undefined, ['a'])
  const blobs = redisBlobStore(redis)
  await blobs.put('b', 'text')
  expect(await blobs.get('b')).toBe('text')
  expect(await blobs.get('never put')).toBeUndefined()
  for (const key of await redis.keys('*')) expect(await redis.pttl(key)).toBeGreaterThan(0)
})
