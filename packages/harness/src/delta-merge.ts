import type { RunEvent } from './events'

/** The delta events, and what makes two of them parts of one text. */
export type DeltaEvent = Extract<RunEvent, { delta: string }>

/** Text and result of a merged event, and where its parts end: a reader may begin between two of them. */
export interface Merged {
  event: RunEvent
  /** End of each part in the text; part `i` has sequence `event.sequence - ends.length + 1 + i`. */
  ends: Uint16Array
}

/** No merged delta is longer: small enough for 16-bit ends and for a reader's one read. */
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
 * Merges neighbouring deltas of one text within `events[from, to)`, in place of the range.
 * @returns the new entries; `endsOf` tells the parts of entries merged before and gets those of new ones.
 */
export function mergeDeltas(
  events: readonly RunEvent[],
  from: number,
  to: number,
  endsOf: WeakMap<RunEvent, Uint16Array>,
): RunEvent[] {
  const merged: RunEvent[] = []
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
    merged.push(next === index + 1 ? first : joined(events, index, next, endsOf))
    index = next
  }
  return merged
}

function joined(
  events: readonly RunEvent[],
  from: number,
  to: number,
  endsOf: WeakMap<RunEvent, Uint16Array>,
): RunEvent {
  const last = events[to - 1] as DeltaEvent
  const ends: number[] = []
  const texts: string[] = []
  let length = 0
  for (let index = from; index < to; index++) {
    const event = events[index] as DeltaEvent
    const parts = endsOf.get(event)
    if (parts) for (const end of parts) ends.push(length + end)
    else ends.push(length + event.delta.length)
    texts.push(event.delta)
    length += event.delta.length
  }
  const event: RunEvent = { ...last, delta: texts.join(''), merged: ends.length }
  endsOf.set(event, Uint16Array.from(ends))
  return event
}

/** The rest of a merged event from a sequence number on. */
export function restOf(event: RunEvent, from: number, ends: Uint16Array): RunEvent {
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
