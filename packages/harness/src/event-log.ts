import { type Ends, firstSequence, mergeDeltas, restOf } from './delta-merge'
import type { EventsOptions, GapEvent, RunEvent } from './events'

/** The events of a run: one log for all readers, each of which is only a position in it. */
export interface EventLog {
  append(event: RunEvent): void
  /** Ends every reader once it has read the rest. */
  close(): void
  read(
    options: EventsOptions,
    onLeave: () => void,
  ): AsyncIterableIterator<RunEvent | GapEvent, void, undefined>
  readonly lastSequence: number
}

export interface EventLogOptions {
  runId: string
  /** Entries kept; the oldest give way. */
  maxEvents: number
  /** Sequence number before the first event: a resumed run counts on. */
  after: number
}

/** Deltas this recent stay as they came: readers that keep up see the text arrive. */
const recent = 256

export function createEventLog(options: EventLogOptions): EventLog {
  const { runId, maxEvents } = options
  let events: RunEvent[] = []
  /** Beside each event. */
  let ends: Ends[] = []
  let lastSequence = options.after
  let firstKept = options.after + 1
  let closed = false
  let wakers: (() => void)[] = []

  const wake = () => {
    if (wakers.length === 0) return
    const waiting = wakers
    wakers = []
    for (const waker of waiting) waker()
  }

  /** Merges what can be among the entries `[from, to)`; answers how many are left of them. */
  const merge = (from: number, to: number): number => {
    const merged = mergeDeltas({ events, ends }, from, to)
    events = events.slice(0, from).concat(merged.events, events.slice(to))
    ends = ends.slice(0, from).concat(merged.ends, ends.slice(to))
    return merged.events.length
  }

  /** Entries at the front that were merged before. */
  let mergedBefore = 0
  const shrink = () => {
    const to = Math.max(0, events.length - Math.min(recent, maxEvents >> 1))
    if (to > mergedBefore) {
      // One entry back: what came since may go on with its text.
      const from = Math.max(0, mergedBefore - 1)
      mergedBefore = from + merge(from, to)
    }
    const room = Math.max(1, Math.floor(maxEvents * 0.75))
    if (events.length <= room) return
    mergedBefore = Math.max(0, mergedBefore - (events.length - room))
    ends = ends.slice(events.length - room)
    events = events.slice(events.length - room)
    firstKept = firstSequence(events[0]!)
  }

  /** Index of the first entry that reaches a sequence number. */
  const indexOf = (sequence: number): number => {
    let low = 0
    let high = events.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (events[middle]!.sequence < sequence) low = middle + 1
      else high = middle
    }
    return low
  }

  /** How many entries are left from a position, after merging what can be merged when that matters. */
  const behind = (position: number, limit: number): number => {
    const from = indexOf(position)
    if (events.length - from <= limit) return events.length - from
    mergedBefore = Math.min(mergedBefore, from)
    merge(from, events.length)
    return events.length - from
  }

  const read: EventLog['read'] = (readOptions, onLeave) => {
    const { buffer = Number.POSITIVE_INFINITY, overflow = 'close', signal } = readOptions
    let position = Math.max(readOptions.from ?? 0, 1)
    let done = false
    signal?.addEventListener('abort', wake, { once: true })
    const gapTo = (next: number): GapEvent => {
      const gap: GapEvent = { type: 'gap', runId, from: position, to: next - 1 }
      position = next
      if (overflow === 'close') done = true
      return gap
    }
    const take = (): RunEvent | GapEvent | undefined => {
      if (position < firstKept && lastSequence >= position) return gapTo(firstKept)
      if (position > lastSequence) return undefined
      if (buffer !== Number.POSITIVE_INFINITY && behind(position, buffer) > buffer)
        return gapTo(firstSequence(events[events.length - Math.max(1, buffer)]!))
      const index = indexOf(position)
      const event = events[index]!
      const parts = ends[index]
      const rest = parts ? restOf(event, position, parts) : event
      position = event.sequence + 1
      return rest
    }
    const next = async (): Promise<IteratorResult<RunEvent | GapEvent, void>> => {
      for (;;) {
        if (done || signal?.aborted) break
        const event = take()
        if (event) return { done: false, value: event }
        if (closed) break
        await new Promise<void>((resolve) => {
          wakers.push(resolve)
        })
      }
      done = true
      return { done: true, value: undefined }
    }
    return {
      next,
      return() {
        const left = !done && !(closed && position > lastSequence)
        done = true
        wake()
        if (left) onLeave()
        return Promise.resolve({ done: true, value: undefined })
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }

  return {
    append(event) {
      lastSequence = event.sequence
      events.push(event)
      ends.push(undefined)
      if (events.length >= maxEvents) shrink()
      wake()
    },
    close() {
      closed = true
      wake()
    },
    read,
    get lastSequence() {
      return lastSequence
    },
  }
}
