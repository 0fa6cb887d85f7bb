import type { AiVersion, JsonObject } from '../ai-types'

/** The chunks of an AI SDK UI message stream this package writes. */
export type UiChunk<Version extends AiVersion = AiVersion> =
  | CommonChunk
  | (7 extends Version ? NewChunk : never)

/** Only AI SDK 7 reads these. */
type NewChunk =
  | { type: 'reset-step' }
  | { type: 'tool-approval-response'; approvalId: string; approved: boolean; reason?: string }

type CommonChunk =
  | { type: 'start'; messageId?: string; messageMetadata?: unknown }
  | { type: 'finish'; finishReason?: UiFinishReason; messageMetadata?: unknown }
  | { type: 'start-step' | 'finish-step' }
  | { type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | {
      type: 'tool-input-start'
      toolCallId: string
      toolName: string
      dynamic?: boolean
      title?: string
      toolMetadata?: JsonObject
    }
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | {
      type: 'tool-input-available'
      toolCallId: string
      toolName: string
      input: unknown
      dynamic?: boolean
      title?: string
      toolMetadata?: JsonObject
    }
  | {
      type: 'tool-input-error'
      toolCallId: string
      toolName: string
      input: unknown
      errorText: string
      dynamic?: boolean
      toolMetadata?: JsonObject
    }
  | { type: 'tool-approval-request'; approvalId: string; toolCallId: string; reason?: string }
  | { type: 'tool-output-available'; toolCallId: string; output: unknown; preliminary?: boolean }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string }
  | { type: 'tool-output-denied'; toolCallId: string }
  | { type: 'error'; errorText: string }
  | { type: 'abort'; reason?: string }
  | { type: `data-${string}`; id?: string; data: unknown; transient?: boolean }

export type UiFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'

/** What the finished message carries as metadata, so that the next request can go on with the run. */
export interface RunPosition {
  runId: string
  /** The last event the message has seen. */
  sequence: number
}
