import type { ToolEvent } from '@toolprism/core'
import type { FinishReason, GapEvent, RunEvent, RunStatusName } from '@toolprism/harness'
import type { UiMessageStreamOptions } from './to-ui-message-stream'
import type { RunPosition, UiChunk, UiFinishReason } from './ui-chunk-types'
import { type ToolChunkState, toToolChunks } from './ui-tool-chunks'

export type AnyRunEvent = RunEvent | GapEvent
type Of<Type extends AnyRunEvent['type']> = Extract<AnyRunEvent, { type: Type }>

/** What one stream has told of a run so far: it keeps what AI SDK wants balanced (steps, texts, reasonings). */
export interface RunChunkState {
  runId: string
  options: UiMessageStreamOptions
  started: boolean
  inStep: boolean
  /** Texts and reasonings that are not closed yet, by id. */
  open: Map<string, 'text' | 'reasoning'>
  sequence: number
  finishReason: FinishReason
  tools: ToolChunkState
}

export function createRunChunkState(runId: string, options: UiMessageStreamOptions): RunChunkState {
  return {
    runId,
    options,
    started: false,
    inStep: false,
    open: new Map(),
    sequence: Math.max(0, (options.from ?? 0) - 1),
    finishReason: 'stop',
    tools: { version: options.version ?? 7, dynamic: options.dynamic ?? false, calls: new Map() },
  }
}

/** Whether the stream is over after this event: the run has ended, or waits for a person. */
export function isLastEvent(event: AnyRunEvent): boolean {
  return event.type === 'run.ended' || event.type === 'run.paused'
}

/** Maps an event of a run to UI chunks, and notes in the state what they told. */
export function toRunChunks(state: RunChunkState, event: AnyRunEvent): UiChunk[] {
  state.sequence = event.type === 'gap' ? event.to : event.sequence
  return [...start(state), ...body(state, event)]
}

/** The closing chunks when the events end without a last word. */
export function endRunChunks(state: RunChunkState): UiChunk[] {
  return [...start(state), ...finish(state, 'other')]
}

function body(state: RunChunkState, event: AnyRunEvent): UiChunk[] {
  switch (event.type) {
    case 'step.started': {
      const before = endStep(state)
      state.inStep = true
      return [...before, { type: 'start-step' }]
    }
    case 'step.ended':
      state.finishReason = event.finishReason
      return closeAll(state)
    case 'text.delta':
      return delta(state, 'text', event)
    case 'text.completed':
      return close(state, `text-${event.messageId}`)
    case 'reasoning.delta':
      return state.options.sendReasoning === false ? [] : delta(state, 'reasoning', event)
    case 'reasoning.completed':
      return close(state, `reasoning-${event.messageId}`)
    case 'model.retried':
      return retried(state)
    case 'run.paused':
      return finish(state, 'tool-calls')
    case 'run.ended':
      return ended(state, event)
    default:
      return isToolEvent(event) ? toToolChunks(state.tools, event) : toDataChunks(event)
  }
}

function toDataChunks(event: AnyRunEvent): UiChunk[] {
  switch (event.type) {
    case 'question.required': {
      const { questionId, callId, toolName, message, requestedSchema } = event
      const data = { questionId, callId, toolName, message, requestedSchema }
      return [{ type: 'data-question', id: questionId, data }]
    }
    case 'question.resolved': {
      const { questionId, callId, action } = event
      return [{ type: 'data-question', id: questionId, data: { questionId, callId, action } }]
    }
    case 'custom':
      return [{ type: `data-${event.name}`, data: event.data }]
    case 'warning': {
      const { code, message } = event
      return [{ type: 'data-warning', data: { code, message }, transient: true }]
    }
    case 'gap':
      return [{ type: 'data-gap', data: { from: event.from, to: event.to }, transient: true }]
    default:
      return []
  }
}

function start(state: RunChunkState): UiChunk[] {
  if (state.started) return []
  state.started = true
  const { messageId, messageMetadata } = state.options
  return [
    {
      type: 'start',
      ...(messageId === undefined ? {} : { messageId }),
      messageMetadata: { ...messageMetadata, runId: state.runId },
    },
  ]
}

function delta(
  state: RunChunkState,
  kind: 'text' | 'reasoning',
  event: Of<'text.delta' | 'reasoning.delta'>,
): UiChunk[] {
  const id = `${kind}-${event.messageId}`
  const opened: UiChunk[] = state.open.has(id) ? [] : [{ type: `${kind}-start`, id }]
  state.open.set(id, kind)
  return [...opened, { type: `${kind}-delta`, id, delta: event.delta }]
}

function close(state: RunChunkState, id: string): UiChunk[] {
  const kind = state.open.get(id)
  state.open.delete(id)
  return kind ? [{ type: `${kind}-end`, id }] : []
}

function closeAll(state: RunChunkState): UiChunk[] {
  return [...state.open.keys()].flatMap((id) => close(state, id))
}

function endStep(state: RunChunkState): UiChunk[] {
  const closed = closeAll(state)
  if (!state.inStep) return closed
  state.inStep = false
  return [...closed, { type: 'finish-step' }]
}

function retried(state: RunChunkState): UiChunk[] {
  // 6 cannot take parts back: what the failed attempt showed stays, as a text of its own.
  if (state.tools.version === 6 || !state.inStep) return closeAll(state)
  state.open.clear()
  return [{ type: 'reset-step' }]
}

function ended(state: RunChunkState, event: Of<'run.ended'>): UiChunk[] {
  if (event.status === 'aborted')
    return [...endStep(state), { type: 'abort', reason: event.error?.message ?? 'aborted' }]
  if (event.status !== 'failed' && event.status !== 'blocked')
    return finish(state, reasonOf(event.status, state.finishReason))
  const message = `The run ${event.status}.`
  const error = event.error ?? { code: event.status.toUpperCase(), message }
  const errorText = state.options.onError?.(error) ?? error.message
  return [...endStep(state), { type: 'error', errorText }, ...finish(state, 'error')]
}

function finish(state: RunChunkState, finishReason: UiFinishReason): UiChunk[] {
  const position: RunPosition = { runId: state.runId, sequence: state.sequence }
  const messageMetadata = { ...state.options.messageMetadata, ...position }
  return [...endStep(state), { type: 'finish', finishReason, messageMetadata }]
}

function isToolEvent(event: AnyRunEvent): event is Extract<AnyRunEvent, ToolEvent> {
  return event.type.startsWith('tool.') || event.type.startsWith('permission.')
}

function reasonOf(status: RunStatusName, last: FinishReason): UiFinishReason {
  if (status !== 'completed') return 'other'
  return last === 'interrupted' ? 'other' : last
}
