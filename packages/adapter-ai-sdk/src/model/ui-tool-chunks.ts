import type { ToolEvent, ToolPresentation } from '@toolprism/core'
import type { JsonObject } from '../ai-types'
import { progressOutput } from '../progress-output'
import { toAiOutput } from '../to-ai-output'
import { resultText } from '../to-model-output'
import type { UiChunk } from './ui-chunk-types'

type Of<Type extends ToolEvent['type']> = Extract<ToolEvent, { type: Type }>

interface CallState {
  input: 'none' | 'streaming' | 'available'
  /** Live text so far; only its end is kept. */
  output: string
}

/** Live output is sent whole each time, so a chatty command shows its end alone. */
const liveCharacters = 4_000

export interface ToolChunkOptions {
  /** The AI SDK major that reads the stream; 6 has no chunk for an answered approval. */
  version: 6 | 7
  /** Writes `dynamic-tool` parts instead of `tool-<name>` parts. */
  dynamic: boolean
}

/** Maps the events of tool calls to UI chunks. One mapper serves one stream: it knows what was sent. */
export function createToolChunks(options: ToolChunkOptions): (event: ToolEvent) => UiChunk[] {
  const calls = new Map<string, CallState>()
  const dynamic = options.dynamic ? { dynamic: true } : {}

  const stateOf = (callId: string): CallState => {
    const state = calls.get(callId) ?? { input: 'none', output: '' }
    calls.set(callId, state)
    return state
  }
  const about = (event: ToolEvent) => ({
    toolCallId: event.callId,
    toolName: event.toolName,
    ...dynamic,
    ...presentationOf(event.presentation),
  })
  const available = (event: ToolEvent, input: unknown): UiChunk[] => {
    const state = stateOf(event.callId)
    if (state.input === 'available') return []
    state.input = 'available'
    return [{ type: 'tool-input-available', ...about(event), input }]
  }
  const output = (event: ToolEvent, value: unknown): UiChunk[] => [
    ...available(event, {}),
    { type: 'tool-output-available', toolCallId: event.callId, output: value, preliminary: true },
  ]

  const streamed = (event: Of<'tool.input'>): UiChunk[] => {
    const state = stateOf(event.callId)
    if (state.input === 'available') return []
    const start: UiChunk[] =
      state.input === 'none' ? [{ type: 'tool-input-start', ...about(event) }] : []
    state.input = 'streaming'
    return [
      ...start,
      { type: 'tool-input-delta', toolCallId: event.callId, inputTextDelta: event.delta },
    ]
  }

  const failed = (event: Of<'tool.failed'>): UiChunk[] => {
    const { callId: toolCallId, failure, result } = event
    const errorText = resultText(result)
    const known = stateOf(toolCallId).input === 'available'
    calls.delete(toolCallId)
    // A call refused before it ran was never available: the UI hears of input and error at once.
    if (!known && failure !== 'denied')
      return [{ type: 'tool-input-error', ...withoutTitle(about(event)), input: {}, errorText }]
    const before: UiChunk[] = known
      ? []
      : [{ type: 'tool-input-available', ...about(event), input: {} }]
    return failure === 'denied'
      ? [...before, { type: 'tool-output-denied', toolCallId }]
      : [...before, { type: 'tool-output-error', toolCallId, errorText }]
  }

  const asked = (event: Of<'permission.required'>): UiChunk[] => [
    ...available(event, event.input),
    {
      type: 'tool-approval-request',
      approvalId: event.permissionId,
      toolCallId: event.callId,
      ...(event.reason === undefined ? {} : { reason: event.reason }),
    },
  ]

  const answered = (event: Of<'permission.resolved'>): UiChunk[] =>
    options.version === 6
      ? []
      : [
          {
            type: 'tool-approval-response',
            approvalId: event.permissionId,
            approved: event.decision === 'allow',
            ...(event.reason === undefined ? {} : { reason: event.reason }),
          },
        ]

  return (event) => {
    switch (event.type) {
      case 'tool.input':
        return streamed(event)
      case 'tool.queued':
      case 'tool.started':
        return available(event, event.input)
      case 'tool.progress':
        return output(event, progressOutput(event))
      case 'tool.output': {
        const state = stateOf(event.callId)
        state.output = (state.output + event.delta).slice(-liveCharacters)
        return output(event, state.output)
      }
      case 'tool.completed': {
        const before = available(event, {})
        calls.delete(event.callId)
        const value = toAiOutput(event.result)
        return [
          ...before,
          { type: 'tool-output-available', toolCallId: event.callId, output: value },
        ]
      }
      case 'tool.failed':
        return failed(event)
      case 'permission.required':
        return asked(event)
      case 'permission.resolved':
        return answered(event)
      default:
        return []
    }
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

function withoutTitle<T extends { title?: string }>(value: T): Omit<T, 'title'> {
  const { title: _, ...rest } = value
  return rest
}
