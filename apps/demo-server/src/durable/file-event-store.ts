import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventStore, memoryEventStore } from '@toolprism/adapter-restate'
import type { Json } from '@toolprism/harness'

/** Events of runs in one file each, so that a page finds them after a restart of the demo. */
export function fileEventStore(folder: string): EventStore {
  const memory = memoryEventStore({
    maxRuns: Number.POSITIVE_INFINITY,
    maxEvents: Number.POSITIVE_INFINITY,
  })
  const loaded = new Map<string, Promise<unknown>>()
  const pathOf = (runId: string) => join(folder, `${encodeURIComponent(runId)}.jsonl`)
  const load = (runId: string) => {
    const known = loaded.get(runId)
    if (known) return known
    const loading = memory.append(runId, undefined, readLines(pathOf(runId)))
    loaded.set(runId, loading)
    return loading
  }
  return {
    async open(runId, writer) {
      await load(runId)
      return memory.open(runId, writer)
    },
    async append(runId, writer, events) {
      await load(runId)
      if (!(await memory.append(runId, writer, events))) return false
      mkdirSync(folder, { recursive: true })
      const text = events.map((event) => `\n${JSON.stringify(event)}`).join('')
      appendFileSync(pathOf(runId), text, { mode: 0o600 })
      return true
    },
    async *read(runId, options) {
      await load(runId)
      yield* memory.read(runId, options)
    },
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
