import type { ToolEvent, ToolPresentation } from '@toolprism/core'
import type { JsonObject } from '../ai-types'
import { progressOutput } from '../progress-output'
import { toAiOutput } from '../to-ai-output'
import { resultText } from '../to-model-output'
import type { UiChunk } from './ui-chunk-types'

type Of<Type extends ToolEvent['type']> = Extract<ToolEvent, { type: Type }>

interface Call {
  input: 'none' | 'streaming' | 'available'
  /** Live text so far; only its end is kept. */
  output: string
}

/** What one stream has told of tool calls so far. */
export interface ToolChunkState {
  /** The AI SDK major that reads the stream; 6 has no chunk for an answered approval. */
  version: 6 | 7
  /** Writes `dynamic-tool` parts instead of `tool-<name>` parts. */
  dynamic: boolean
  calls: Map<string, Call>
}

/** Live output is sent whole each time, so a chatty command shows its end alone. */
const liveCharacters = 4_000

/** Maps an event of a tool call to UI chunks, and notes in the state what they told. */
export function toToolChunks(state: ToolChunkState, event: ToolEvent): UiChunk[] {
  switch (event.type) {
    case 'tool.input':
      return streamed(state, event)
    case 'tool.queued':
    case 'tool.started':
      return available(state, event, event.input)
    case 'tool.progress':
      return preliminary(state, event, progressOutput(event))
    case 'tool.output': {
      const call = callOf(state, event.callId)
      call.output = (call.output + event.delta).slice(-liveCharacters)
      return preliminary(state, event, call.output)
    }
    case 'tool.completed':
      return completed(state, event)
    case 'tool.failed':
      return failed(state, event)
    case 'permission.required':
      return asked(state, event)
    case 'permission.resolved':
      return answered(state, event)
    default:
      return []
  }
}

function callOf(state: ToolChunkState, callId: string): Call {
  const call = state.calls.get(callId) ?? { input: 'none', output: '' }
  state.calls.set(callId, call)
  return call
}

function streamed(state: ToolChunkState, event: Of<'tool.input'>): UiChunk[] {
  const call = callOf(state, event.callId)
  if (call.input === 'available') return []
  const start: UiChunk[] =
    call.input === 'none' ? [{ type: 'tool-input-start', ...about(state, event) }] : []
  call.input = 'streaming'
  return [
    ...start,
    { type: 'tool-input-delta', toolCallId: event.callId, inputTextDelta: event.delta },
  ]
}

function available(state: ToolChunkState, event: ToolEvent, input: unknown): UiChunk[] {
  const call = callOf(state, event.callId)
  if (call.input === 'available') return []
  call.input = 'available'
  return [{ type: 'tool-input-available', ...about(state, event), input }]
}

function preliminary(state: ToolChunkState, event: ToolEvent, output: unknown): UiChunk[] {
  return [
    ...available(state, event, {}),
    { type: 'tool-output-available', toolCallId: event.callId, output, preliminary: true },
  ]
}

function completed(state: ToolChunkState, event: Of<'tool.completed'>): UiChunk[] {
  const before = available(state, event, {})
  state.calls.delete(event.callId)
  const output = toAiOutput(event.result)
  return [...before, { type: 'tool-output-available', toolCallId: event.callId, output }]
}

function failed(state: ToolChunkState, event: Of<'tool.failed'>): UiChunk[] {
  const { callId: toolCallId, failure, result } = event
  const errorText = resultText(result)
  const known = callOf(state, toolCallId).input === 'available'
  const { title, ...call } = about(state, event)
  // A call refused before it ran was never available: the UI hears of input and error at once.
  if (!known && failure !== 'denied') {
    state.calls.delete(toolCallId)
    return [{ type: 'tool-input-error', ...call, input: {}, errorText }]
  }
  const before = available(state, event, {})
  state.calls.delete(toolCallId)
  return failure === 'denied'
    ? [...before, { type: 'tool-output-denied', toolCallId }]
    : [...before, { type: 'tool-output-error', toolCallId, errorText }]
}

function asked(state: ToolChunkState, event: Of<'permission.required'>): UiChunk[] {
  const { permissionId: approvalId, callId: toolCallId } = event
  return [
    ...available(state, event, event.input),
    { type: 'tool-approval-request', approvalId, toolCallId, ...reasonOf(event) },
  ]
}

function answered(state: ToolChunkState, event: Of<'permission.resolved'>): UiChunk[] {
  if (state.version === 6) return []
  const { permissionId: approvalId, decision } = event
  const approved = decision === 'allow'
  return [{ type: 'tool-approval-response', approvalId, approved, ...reasonOf(event) }]
}

function reasonOf({ reason }: { reason?: string }): { reason?: string } {
  return reason === undefined ? {} : { reason }
}

function about(state: ToolChunkState, event: ToolEvent) {
  return {
    toolCallId: event.callId,
    toolName: event.toolName,
    ...(state.dynamic ? { dynamic: true } : {}),
    ...presentationOf(event.presentation),
  }
}

function presentationOf(presentation: ToolPresentation | undefined): {
  title?: string
  toolMetadata?: JsonObject
} {
  if (!presentation) return {}
  const title = presentation.label ? { title: presentation.label } : {}
  // A presentation is plain JSON by contract.
  return { ...title, toolMetadata: { presentation: presentation as JsonObject } }
}
