import type { ToolEvent } from '@toolprism/core'
import { applyEvent } from './apply-event'
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
  const key = callKey(event.callId, event.runId)
  const position = state.index.get(key)
  const call = position === undefined ? undefined : callAt(state, position)
  if (call?.key === key && position !== undefined) {
    const changed = applyEvent(call, event)
    return changed === call ? state : replace(state, position, changed)
  }
  return append(state, applyEvent(newCall(key, event), event))
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
export function findCall(state: ToolCardState, key: string): ToolCall | undefined {
  const position = state.index.get(key)
  const call = position === undefined ? undefined : callAt(state, position)
  return call?.key === key ? call : undefined
}

const types = new Set([
  'tool.input', 'tool.queued', 'tool.started', 'tool.progress', 'tool.output',
  'tool.completed', 'tool.failed', 'permission.required', 'permission.resolved',
]) // biome-ignore format: a list to read across

function isToolEvent(event: unknown): event is ToolEvent {
  if (typeof event !== 'object' || event === null) return false
  const { type, callId, runId } = event as Partial<ToolEvent>
  return (
    typeof type === 'string' &&
    types.has(type) &&
    typeof callId === 'string' &&
    (runId === undefined || typeof runId === 'string')
  )
}

function newCall(key: string, event: ToolEvent): ToolCall {
  return {
    key,
    callId: event.callId,
    toolName: typeof event.toolName === 'string' ? event.toolName : '',
    permissions: [],
    ...(event.runId === undefined ? {} : { runId: event.runId }),
  }
}

function callAt(state: ToolCardState, position: number): ToolCall | undefined {
  return state.chunks[Math.floor(position / chunkSize)]?.[position % chunkSize]
}

function replace(state: ToolCardState, position: number, call: ToolCall): ToolCardState {
  const at = Math.floor(position / chunkSize)
  const chunk = state.chunks[at] ?? []
  return { ...state, chunks: state.chunks.with(at, chunk.with(position % chunkSize, call)) }
}

function append(state: ToolCardState, call: ToolCall): ToolCardState {
  // A larger index means that another state grew out of this one: part ways.
  const index =
    state.index.size === state.size
      ? state.index
      : new Map(listCalls(state).map((item, position) => [item.key, position]))
  index.set(call.key, state.size)
  const last = state.chunks.at(-1)
  const chunks =
    last && last.length < chunkSize
      ? state.chunks.with(-1, [...last, call])
      : [...state.chunks, [call]]
  return { size: state.size + 1, chunks, index }
}
