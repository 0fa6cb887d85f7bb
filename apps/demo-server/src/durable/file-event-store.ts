import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { type EventStore, memoryEventStore } from '@toolprism/adapter-restate'
import type { Json } from '@toolprism/harness'

interface Kept {
  events: EventStore
  readers: number
}

/**
 * Events of runs in one file each, so that a page finds them after a restart of the demo. In memory are the runs that go on or
 * are read.
 */
export function fileEventStore(folder: string): EventStore {
  const runs = new Map<string, Kept>()
  const writers = new Map<string, string>()
  const pathOf = (runId: string) => join(folder, `${encodeURIComponent(runId)}.jsonl`)
  const load = (runId: string): Kept => {
    const known = runs.get(runId)
    if (known) return known
    const events = memoryEventStore({ maxEvents: Number.POSITIVE_INFINITY })
    void events.append(runId, undefined, readLines(pathOf(runId)))
    const kept = { events, readers: 0 }
    runs.set(runId, kept)
    return kept
  }
  return {
    async open(runId, writer) {
      writers.set(runId, writer)
      return load(runId).events.open(runId, writer)
    },
    async append(runId, writer, events) {
      if (writer !== undefined && writers.get(runId) !== writer) return false
      const kept = load(runId)
      mkdirSync(folder, { recursive: true })
      // The file first: numbers that readers have seen are the same after a restart.
      appendWhole(pathOf(runId), events.map((event) => `\n${JSON.stringify(event)}`).join(''))
      await kept.events.append(runId, undefined, events)
      if (kept.readers === 0 && events.some(isEnd)) runs.delete(runId)
      return true
    },
    async *read(runId, options) {
      const kept = load(runId)
      kept.readers++
      let ended = false
      try {
        for await (const stored of kept.events.read(runId, options)) {
          ended ||= isEnd(stored.event)
          yield stored
        }
      } finally {
        kept.readers--
        if (kept.readers === 0 && ended) runs.delete(runId)
      }
    },
  }
}

const isEnd = (event: Json) => (event as { type?: string } | null)?.type === 'run.ended'

/** All of a text, or none of it: half of it would be taken for events after a restart. */
function appendWhole(path: string, text: string): void {
  const size = existsSync(path) ? statSync(path).size : 0
  try {
    appendFileSync(path, text, { mode: 0o600 })
  } catch (error) {
    if (existsSync(path)) truncateSync(path, size)
    throw error
  }
}

/** A line that a crash cut short is dropped; the next one begins on a line of its own. */
function readLines(path: string): Json[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as Json]
      } catch {
        return []
      }
    })
}
