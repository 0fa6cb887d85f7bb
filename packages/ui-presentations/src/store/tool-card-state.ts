import type { ToolEvent } from '@toolprism/core'
import { isRecord } from '../view/is-record'
import { applyEvent, isToolEventType } from './apply-event'
import type { ToolCall } from './tool-call.types'

const chunkSize = 128

/**
 * Every call seen, immutable. Calls stand in chunks, so that one event copies 128 references and not
 * 10,000; the index is shared by all states of one history and copied when a state is reduced twice.
 */
export interface ToolCardState {
  readonly size: number
  readonly chunks: readonly (readonly ToolCall[])[]
  readonly index: Map<string, number>
}

/** A tool event, or any other event of a host: those are passed over, so a whole stream may be given. */
export type HostEvent = ToolEvent | { readonly type: string }

/** The state before the first event. */
export function createToolCardState(): ToolCardState {
  return { size: 0, chunks: [], index: new Map() }
}

/**
 * The state after one event. Total and tolerant: events may come late, twice or not at all, from several
 * runs at once; what is not a tool event returns the same state.
 */
export function reduceToolEvent(state: ToolCardState, event: HostEvent): ToolCardState {
  if (!isToolEvent(event)) return state
  const { callId, runId } = event
  const key = callKey(callId, runId)
  const call = findCall(state, key)
  if (!call)
    return append(state, applyEvent({ key, callId, runId, toolName: '', permissions: [] }, event))
  const changed = applyEvent(call, event)
  return changed === call ? state : replace(state, changed)
}

/** A call's key: its id, within its run when the run is known. */
export function callKey(callId: string, runId?: string): string {
  return runId === undefined ? callId : `${runId}/${callId}`
}

/** Every call in order of arrival. */
export function listCalls(state: ToolCardState): ToolCall[] {
  return state.chunks.flat()
}

/** One call by its key. */
export function findCall({ chunks, index }: ToolCardState, key: string): ToolCall | undefined {
  const position = index.get(key) ?? -1
  const call = chunks[Math.floor(position / chunkSize)]?.[position % chunkSize]
  // The index knows calls of later states too.
  return call?.key === key ? call : undefined
}

function isToolEvent(event: unknown): event is ToolEvent {
  if (!isRecord(event)) return false
  const { type, callId, runId } = event
  return (
    isToolEventType(type) &&
    typeof callId === 'string' &&
    (runId === undefined || typeof runId === 'string')
  )
}

function replace(state: ToolCardState, call: ToolCall): ToolCardState {
  const position = state.index.get(call.key) ?? 0
  const at = Math.floor(position / chunkSize)
  const chunk = state.chunks[at]?.with(position % chunkSize, call) ?? []
  return { ...state, chunks: state.chunks.with(at, chunk) }
}

function append({ size, chunks, index: shared }: ToolCardState, call: ToolCall): ToolCardState {
  // A larger index means that another state grew out of this one: part ways.
  const index =
    shared.size === size
      ? shared
      : new Map(chunks.flat().map((item, position) => [item.key, position]))
  index.set(call.key, size)
  const last = chunks.at(-1)
  return {
    size: size + 1,
    chunks: size % chunkSize && last ? chunks.with(-1, [...last, call]) : [...chunks, [call]],
    index,
  }
}
