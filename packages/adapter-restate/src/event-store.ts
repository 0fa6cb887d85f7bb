import type { Json } from '@toolprism/harness'

export interface StoredEvent {
  /** Position among the run's events, from 1, whichever worker wrote them. */
  sequence: number
  event: Json
}

/**
 * Where workers put the events of a run and hosts read them. Events are shown, not acted on: a run does not depend
 * on the store, and one that is away costs events, never a run.
 */
export interface EventStore {
  /**
   * Makes `writer` the run's only writer: what an older one, frozen or cut off, still sends is refused. Answers the
   * last event.
   */
  open(runId: string, writer: string): Promise<StoredEvent | undefined>
  /**
   * Adds events and numbers them. Without a `writer` it always does; false when another writer has opened the run.
   */
  append(runId: string, writer: string | undefined, events: readonly Json[]): Promise<boolean>
  /** Everything after a sequence number, and then what comes, until the signal aborts. */
  read(
    runId: string,
    options: { after: number; signal?: AbortSignal | undefined },
  ): AsyncIterable<StoredEvent>
}

export interface MemoryEventStoreOptions {
  /**
   * Runs kept; the oldest give way.
   * @default 1000
   */
  maxRuns?: number
  /**
   * Events kept of a run; the oldest give way.
   * @default 10000
   */
  maxEvents?: number
}

interface Kept {
  writer: string | undefined
  events: Json[]
  /** Sequence number of the event before the first one kept. */
  before: number
  wakers: Set<() => void>
}

/** Events of runs whose worker and host are in one process: for development and tests. */
export function memoryEventStore(options: MemoryEventStoreOptions = {}): EventStore {
  const { maxRuns = 1000, maxEvents = 10_000 } = options
  const runs = new Map<string, Kept>()
  const keptOf = (runId: string): Kept => {
    const known = runs.get(runId)
    if (known) return known
    const kept: Kept = { writer: undefined, events: [], before: 0, wakers: new Set() }
    runs.set(runId, kept)
    if (runs.size > maxRuns) runs.delete(runs.keys().next().value!)
    return kept
  }
  return {
    async open(runId, writer) {
      const kept = keptOf(runId)
      kept.writer = writer
      const event = kept.events.at(-1)
      return event === undefined
        ? undefined
        : { sequence: kept.before + kept.events.length, event: structuredClone(event) }
    },
    async append(runId, writer, events) {
      const kept = keptOf(runId)
      if (writer !== undefined && kept.writer !== writer) return false
      kept.events.push(...structuredClone(events))
      const extra = kept.events.length - maxEvents
      if (extra > 0) {
        kept.events.splice(0, extra)
        kept.before += extra
      }
      for (const wake of [...kept.wakers]) wake()
      return true
    },
    async *read(runId, { after, signal }) {
      const kept = keptOf(runId)
      for (let position = after; !signal?.aborted; ) {
        position = Math.max(position, kept.before)
        const event = kept.events[position - kept.before]
        if (event === undefined) {
          await wakeUp(kept, signal)
          continue
        }
        position++
        yield { sequence: position, event: structuredClone(event) }
      }
    },
  }
}

/** Waits for the next event, or for the reader to leave. */
function wakeUp(kept: Kept, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      kept.wakers.delete(done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    kept.wakers.add(done)
    signal?.addEventListener('abort', done)
  })
}
