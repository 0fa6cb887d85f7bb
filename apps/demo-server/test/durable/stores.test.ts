import { appendFileSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventStore, StoredEvent } from '@toolprism/adapter-restate'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileEventStore } from '../../src/durable/file-event-store'
import { folderBlobStore } from '../../src/durable/folder-blob-store'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolprism-stores-'))
})

async function take(store: EventStore, after: number, count: number): Promise<StoredEvent[]> {
  const taken: StoredEvent[] = []
  for await (const event of store.read('run', { after }))
    if (taken.push(event) === count) return taken
  return taken
}

describe('events in files', () => {
  test('are there for the next process, and the numbers go on', async () => {
    await fileEventStore(folder).append('run', undefined, ['a', 'b'])
    const next = fileEventStore(folder)
    await next.append('run', undefined, ['c'])
    expect(await take(next, 1, 2)).toEqual([
      { sequence: 2, event: 'b' },
      { sequence: 3, event: 'c' },
    ])
    expect(await take(fileEventStore(folder), 0, 3)).toHaveLength(3)
  })

  test('survive a last line that was cut short', async () => {
    await fileEventStore(folder).append('run', undefined, ['a'])
    appendFileSync(join(folder, 'run.jsonl'), '\n{"type":"te')
    await fileEventStore(folder).append('run', undefined, ['b'])
    expect((await take(fileEventStore(folder), 0, 2)).map(({ event }) => event)).toEqual(['a', 'b'])
  })

  test('of a worker that another has followed are refused', async () => {
    const store = fileEventStore(folder)
    await store.open('run', 'first')
    await store.append('run', 'first', ['a'])
    expect(await store.open('run', 'second')).toEqual({ sequence: 1, event: 'a' })
    expect(await store.append('run', 'first', ['late'])).toBe(false)
    await store.append('run', 'second', ['b'])
    expect((await take(fileEventStore(folder), 0, 2)).map(({ event }) => event)).toEqual(['a', 'b'])
  })

  test('that could not be written are not numbered', async () => {
    const store = fileEventStore(folder)
    await store.open('run', 'w')
    mkdirSync(join(folder, 'run.jsonl'))
    await expect(store.append('run', 'w', ['lost'])).rejects.toThrow('EISDIR')
    rmdirSync(join(folder, 'run.jsonl'))
    await store.append('run', 'w', ['kept'])
    expect(await take(store, 0, 1)).toEqual([{ sequence: 1, event: 'kept' }])
  })

  test('of a run that is over are read again and again', async () => {
    const store = fileEventStore(folder)
    await store.open('run', 'w')
    await store.append('run', 'w', ['a', { type: 'run.ended' }])
    for (let time = 0; time < 2; time++)
      expect((await take(store, 0, 2)).map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(await store.append('run', 'w', ['after'])).toBe(true)
    expect(await take(store, 2, 1)).toEqual([{ sequence: 3, event: 'after' }])
  })

  test('stay in their folder whatever a run is called', async () => {
    await fileEventStore(folder).append('../run', undefined, ['a'])
    expect(await fileEventStore(folder).open('../run', 'w')).toEqual({ sequence: 1, event: 'a' })
    expect(await fileEventStore(join(folder, '..')).open('run', 'w')).toBeUndefined()
  })
})

test('a large result is there for another process', async () => {
  const blobs = join(folder, 'blobs')
  await folderBlobStore(blobs).put('run/1.tool.0/x', 'text')
  expect(await folderBlobStore(blobs).get('run/1.tool.0/x')).toBe('text')
  expect(await folderBlobStore(blobs).get('another')).toBeUndefined()
})
