import type { ToolEvent, ToolPresentation } from '@toolprism/core'
import { isRecord } from '../view/is-record'
import { appendChunk, keepTail } from './append-chunk'
import type { PermissionFact, ToolCall } from './tool-call.types'

/** Live text kept per call; older text is dropped, with its length kept. */
const outputLimit = 64_000
const inputLimit = 200_000
const failures: readonly unknown[] =
  'invalid unknown blocked denied timeout cancelled abandoned skipped'.split(' ')

/** When an event happened: its place in the stream, if it has one, and its time. */
interface Moment {
  sequence: number | undefined
  timestamp: number
}
type Change = Partial<ToolCall> | undefined
type Values = Readonly<Record<string, unknown>>
type Reader<Event> = (call: ToolCall, event: Event, moment: Moment) => Change

/** What each event says that the call does not know yet; undefined when nothing. No field of an event is trusted. */
const readers: { [Type in ToolEvent['type']]: Reader<Extract<ToolEvent, { type: Type }>> } = {
  'tool.input': ({ streamedInput }, { delta }, { sequence }) => {
    if (typeof delta !== 'string' || (streamedInput?.length ?? 0) > inputLimit) return undefined
    // One over the limit: nothing is joined on after it.
    const chunk = appendChunk(streamedInput, delta.slice(0, inputLimit + 1), sequence)
    return chunk === streamedInput ? undefined : { streamedInput: chunk }
  },
  'tool.queued': ({ queued }, { input }) => (queued ? undefined : { queued: { input } }),
  'tool.started': ({ started }, { input }, moment) =>
    started ? undefined : { started: { input, ...moment } },
  'tool.progress': ({ progress: last }, { progress, total, message }, { sequence }) =>
    last && !isBefore(last, sequence)
      ? undefined
      : {
          progress: {
            progress: numberOf(progress),
            total: numberOf(total),
            // A bar that moves without a word keeps the last word.
            message: typeof message === 'string' ? message : last?.message,
            sequence,
          },
        },
  'tool.output': ({ output, droppedOutput = 0 }, { delta }, { sequence }) => {
    if (typeof delta !== 'string') return undefined
    const chunk = appendChunk(output, delta, sequence)
    if (chunk === output) return undefined
    if (chunk.length <= outputLimit * 2) return { output: chunk }
    const tail = keepTail(chunk, outputLimit)
    return { output: tail.chunk, droppedOutput: droppedOutput + tail.dropped }
  },
  'permission.required': (call, { permissionId, input, reason, destructive }, moment) =>
    addPermission(call, {
      permissionId,
      required: { input, reason, destructive: destructive === true, ...moment },
    }),
  'permission.resolved': (call, { permissionId, decision }) =>
    addPermission(call, {
      permissionId,
      resolved: { decision: decision === 'allow' ? decision : 'deny' },
    }),
  'tool.completed': end,
  'tool.failed': end,
}

export function isToolEventType(type: unknown): boolean {
  return typeof type === 'string' && Object.hasOwn(readers, type)
}

/** The call with what the event says added; the same object when it says nothing new. */
export function applyEvent(call: ToolCall, event: ToolEvent): ToolCall {
  const sequence = numberOf(event.sequence)
  const moment = { sequence, timestamp: numberOf(event.timestamp) ?? 0 }
  const facts = identify(call, event, sequence)
  // Its own reader: the key is the event's type.
  const change = (readers[event.type] as Reader<ToolEvent>)(call, event, moment)
  return facts || change ? { ...call, ...facts, ...change } : call
}

/** Fields that any event may bring; undefined when all of them are known. */
function identify(call: ToolCall, event: ToolEvent, sequence = Infinity): Change {
  const lowest = Math.min(call.sequence ?? Infinity, sequence)
  const facts = {
    sequence: lowest === Infinity ? undefined : lowest,
    parentCallId: call.parentCallId ?? event.parentCallId ?? undefined,
    toolName: call.toolName || (typeof event.toolName === 'string' ? event.toolName : ''),
    presentation: merge(call.presentation, event.presentation),
  }
  return tells(facts, call) ? facts : undefined
}

function merge(
  known: ToolPresentation | undefined,
  added: ToolPresentation | undefined,
): ToolPresentation | undefined {
  // Its values are checked when they are shown.
  return isRecord(added) && tells(added, known) ? { ...known, ...added } : known
}

/** Whether facts hold something that is not known yet. */
function tells(facts: object, known: object = {}): boolean {
  const [added, before] = [facts, known] as [Values, Values] // read by the keys of the facts
  for (const key in added) if (added[key] !== before[key]) return true
  return false
}

/** What has no place in the stream comes after all that came before. */
function isBefore(last: { sequence?: number | undefined }, sequence = Infinity): boolean {
  return (last.sequence ?? -1) < sequence
}

/** A question is asked once and answered once. */
function addPermission({ permissions }: ToolCall, fact: PermissionFact): Change {
  const { permissionId } = fact
  if (typeof permissionId !== 'string') return undefined
  const known = permissions.find((item) => item.permissionId === permissionId)
  const merged = { ...fact, ...known }
  if (!tells(merged, known)) return undefined
  const others = permissions.filter((item) => item !== known)
  return { permissions: [...others, merged].sort((a, b) => askedAt(a) - askedAt(b) || 0) }
}

/** An answer whose question was not seen stands last; two of them as they came, for Infinity - Infinity is NaN. */
function askedAt({ required }: PermissionFact): number {
  return required?.sequence ?? required?.timestamp ?? Infinity
}

/** The first end counts, by sequence number where there is one: a call ends once. */
function end(
  { ended }: ToolCall,
  event: Extract<ToolEvent, { type: 'tool.completed' | 'tool.failed' }>,
  moment: Moment,
): Change {
  // A second end without a number is not the first.
  if (ended && (moment.sequence ?? Infinity) >= (ended.sequence ?? -1)) return undefined
  const { type, result, duration } = event
  const { failure, retryable } = event as Partial<typeof event & { type: 'tool.failed' }>
  return {
    ended: {
      result: isRecord(result) ? result : { content: [] }, // its fields are checked when they are shown
      failure:
        type === 'tool.completed' ? undefined : failures.includes(failure) ? failure : 'error',
      duration: numberOf(duration),
      retryable,
      ...moment,
    },
  }
}

function numberOf(value: unknown): number | undefined {
  return Number.isFinite(value) ? (value as number) : undefined // isFinite is false for all that is no number
}
