import type { RunEvent } from './events'

/** The delta events, and what makes two of them parts of one text. */
export type DeltaEvent = Extract<RunEvent, { delta: string }>

/** Where the parts of a merged text end: a reader may begin between two of them. Part `i` has sequence `event.sequence - ends.length + 1 + i`. */
export type Ends = readonly number[] | undefined

/** Events, and beside each merged one its ends. */
export interface Entries {
  events: RunEvent[]
  ends: Ends[]
}

/** No merged delta is longer: a reader takes it in one read. */
const longestText = 4096

export function isDelta(event: RunEvent): event is DeltaEvent {
  const { type } = event
  return (
    type === 'text.delta' ||
    type === 'reasoning.delta' ||
    type === 'tool.input' ||
    type === 'tool.output'
  )
}

function sameText(left: DeltaEvent, right: DeltaEvent): boolean {
  if (left.type !== right.type) return false
  if ('messageId' in left) return left.messageId === (right as typeof left).messageId
  return left.callId === (right as typeof left).callId
}

/**
 * Merges neighbouring deltas of one text among the entries `[from, to)`.
 * @returns what stands in their place.
 */
export function mergeDeltas(entries: Entries, from: number, to: number): Entries {
  const { events } = entries
  const merged: Entries = { events: [], ends: [] }
  for (let index = from; index < to; ) {
    const first = events[index]!
    let next = index + 1
    if (isDelta(first)) {
      let length = first.delta.length
      for (; next < to; next++) {
        const event = events[next]!
        if (!isDelta(event) || !sameText(first, event)) break
        if (length + event.delta.length > longestText) break
        length += event.delta.length
      }
    }
    if (next === index + 1) {
      merged.events.push(first)
      merged.ends.push(entries.ends[index])
    } else join(merged, entries, index, next)
    index = next
  }
  return merged
}

function join(merged: Entries, entries: Entries, from: number, to: number): void {
  const { events } = entries
  const last = events[to - 1] as DeltaEvent
  const ends: number[] = []
  const texts: string[] = []
  let length = 0
  for (let index = from; index < to; index++) {
    const event = events[index] as DeltaEvent
    const parts = entries.ends[index]
    if (parts) for (const end of parts) ends.push(length + end)
    else ends.push(length + event.delta.length)
    texts.push(event.delta)
    length += event.delta.length
  }
  const event: RunEvent = { ...last, delta: texts.join(''), merged: ends.length }
  merged.events.push(event)
  merged.ends.push(ends)
}

/** The rest of a merged event from a sequence number on. */
export function restOf(event: RunEvent, from: number, ends: readonly number[]): RunEvent {
  const first = event.sequence - ends.length + 1
  if (from <= first) return event
  const skipped = from - first
  const { merged, ...rest } = event as DeltaEvent
  const delta = rest.delta.slice(ends[skipped - 1])
  const left = ends.length - skipped
  return left === 1 ? { ...rest, delta } : { ...rest, delta, merged: left }
}

/** The sequence number of the first event an entry stands for. */
export function firstSequence(event: RunEvent): number {
  return event.sequence - (event.merged ?? 1) + 1
}
