import type { ToolEvent } from '@toolprism/core'
import type { FinishReason, GapEvent, RunEvent, RunStatusName } from '@toolprism/harness'
import type { UiMessageStreamOptions } from './to-ui-message-stream'
import type { RunPosition, UiChunk, UiFinishReason } from './ui-chunk-types'
import { createToolChunks } from './ui-tool-chunks'

type AnyEvent = RunEvent | GapEvent
type Of<Type extends AnyEvent['type']> = Extract<AnyEvent, { type: Type }>

interface RunChunks {
  of(event: AnyEvent): UiChunk[]
  /** Whether the stream is over after this event. */
  ends(event: AnyEvent): boolean
  /** The closing chunks when the events end without a last word. */
  end(): UiChunk[]
}

/** Maps the events of a run to UI chunks. It keeps what AI SDK wants balanced: steps, texts, reasonings. */
export function createRunChunks(runId: string, options: UiMessageStreamOptions): RunChunks {
  const { version = 7, sendReasoning = true } = options
  const toolChunks = createToolChunks({ version, dynamic: options.dynamic ?? false })
  const open = new Map<string, 'text' | 'reasoning'>()
  let started = false
  let inStep = false
  let sequence = Math.max(0, (options.from ?? 0) - 1)
  let finishReason: FinishReason = 'stop'

  const start = (): UiChunk[] => {
    if (started) return []
    started = true
    const messageId = options.messageId === undefined ? {} : { messageId: options.messageId }
    return [{ type: 'start', ...messageId, messageMetadata: { ...options.messageMetadata, runId } }]
  }
  const close = (id: string): UiChunk[] => {
    const kind = open.get(id)
    open.delete(id)
    return kind ? [{ type: `${kind}-end`, id }] : []
  }
  const closeAll = (): UiChunk[] => [...open.keys()].flatMap(close)
  const endStep = (): UiChunk[] => {
    const ended: UiChunk[] = inStep ? [...closeAll(), { type: 'finish-step' }] : closeAll()
    inStep = false
    return ended
  }
  const delta = (kind: 'text' | 'reasoning', event: Of<'text.delta' | 'reasoning.delta'>) => {
    const id = `${kind}-${event.messageId}`
    const opened: UiChunk[] = open.has(id) ? [] : [{ type: `${kind}-start`, id }]
    open.set(id, kind)
    return [...opened, { type: `${kind}-delta`, id, delta: event.delta } as const]
  }
  const finish = (reason: UiFinishReason): UiChunk[] => {
    const position: RunPosition = { runId, sequence }
    const messageMetadata = { ...options.messageMetadata, ...position }
    return [...endStep(), { type: 'finish', finishReason: reason, messageMetadata }]
  }
  const ended = (event: Of<'run.ended'>): UiChunk[] => {
    if (event.status === 'aborted')
      return [...endStep(), { type: 'abort', reason: event.error?.message ?? 'aborted' }]
    const failed = event.status === 'failed' || event.status === 'blocked'
    const error = event.error ?? {
      code: event.status.toUpperCase(),
      message: `The run ${event.status}.`,
    }
    const errorText = options.onError?.(error) ?? error.message
    return [
      ...endStep(),
      ...(failed ? [{ type: 'error', errorText } as const] : []),
      ...finish(failed ? 'error' : reasonOf(event.status, finishReason)),
    ]
  }
  const retried = (): UiChunk[] => {
    // 6 cannot take parts back: what the failed attempt showed stays, as a text of its own.
    if (version === 6 || !inStep) return closeAll()
    open.clear()
    return [{ type: 'reset-step' }]
  }

  const body = (event: AnyEvent): UiChunk[] => {
    switch (event.type) {
      case 'step.started': {
        const before = endStep()
        inStep = true
        return [...before, { type: 'start-step' }]
      }
      case 'step.ended':
        finishReason = event.finishReason
        return closeAll()
      case 'text.delta':
        return delta('text', event)
      case 'text.completed':
        return close(`text-${event.messageId}`)
      case 'reasoning.delta':
        return sendReasoning ? delta('reasoning', event) : []
      case 'reasoning.completed':
        return close(`reasoning-${event.messageId}`)
      case 'model.retried':
        return retried()
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
      case 'run.paused':
        return finish('tool-calls')
      case 'run.ended':
        return ended(event)
      default:
        return isToolEvent(event) ? toolChunks(event) : []
    }
  }

  return {
    of(event) {
      sequence = event.type === 'gap' ? event.to : event.sequence
      return [...start(), ...body(event)]
    },
    ends: (event) => event.type === 'run.ended' || event.type === 'run.paused',
    end: () => [...start(), ...finish('other')],
  }
}

function isToolEvent(event: AnyEvent): event is Extract<AnyEvent, ToolEvent> {
  return event.type.startsWith('tool.') || event.type.startsWith('permission.')
}

function reasonOf(status: RunStatusName, last: FinishReason): UiFinishReason {
  if (status !== 'completed') return status === 'paused' ? 'tool-calls' : 'other'
  return last === 'interrupted' ? 'other' : last
}
