import type { ToolEvent } from '@toolprism/core'
import type { ToolCallView } from '../view/tool-call-view.types'

interface RunFields {
  runId: string
  /** Position in the run's stream, from 1. */
  sequence?: number
}

/** The events of a harness run that a chat shows, by shape; others are ignored. Tool events are core's. */
export type ChatEvent =
  | ToolEvent
  | (RunFields &
      (
        | { type: 'run.started'; input?: string; model?: string }
        | { type: 'run.paused' | 'run.resumed' }
        | { type: 'run.ended'; status: string; text?: string; error?: { message: string } }
        | { type: 'text.delta' | 'reasoning.delta'; messageId: string; delta: string }
        | { type: 'text.completed' | 'reasoning.completed'; messageId: string; text: string }
        | { type: 'model.retried'; messageId: string; attempt: number; message: string }
        | {
            type: 'question.required'
            questionId: string
            callId: string
            message: string
            requestedSchema: unknown
          }
        | { type: 'question.resolved'; questionId: string; action: string }
        | { type: 'warning'; code: string; message: string }
        | { type: 'gap'; from: number; to: number }
      ))

/** An answer to a question of a run: of a permission, or of a tool. */
export type ChatDecision =
  | { allow: true }
  | { allow: false; reason?: string }
  | {
      answer:
        | { action: 'accept'; content: Record<string, unknown> }
        | { action: 'decline' | 'cancel' }
    }

/** How a chat reaches its agent. Streams are iterables of events; a method that is absent switches its buttons off. */
export interface ChatTransport {
  /** Starts a run under the given id and yields its events until it ends. */
  send(
    request: { message: string; runId: string; conversationId: string },
    options: { signal: AbortSignal },
  ): AsyncIterable<ChatEvent>
  /** Goes on with a run after event number `after`. Throws an error with code `RUN_GONE` when it is not known any more. */
  resume?(
    request: { runId: string; after: number },
    options: { signal: AbortSignal },
  ): AsyncIterable<ChatEvent>
  /** Rejects when the answer was not taken. */
  decide?(request: { runId: string; id: string; decision: ChatDecision }): Promise<void>
  stop?(request: { runId: string }): Promise<void>
}

/** One thing in a chat, from top to bottom. */
export type ChatItem =
  | { kind: 'user'; key: string; text: string }
  | { kind: 'text' | 'reasoning'; key: string; text: string; done: boolean }
  /** Calls in a row, by the keys of their cards. */
  | { kind: 'tools'; key: string; calls: readonly string[] }
  | {
      kind: 'question'
      key: string
      runId: string
      questionId: string
      message: string
      schema: unknown
      /** Present once answered. */
      action?: string
    }
  | { kind: 'notice'; key: string; tone: 'neutral' | 'warning' | 'error'; text: string }

/**
 * `running` includes waiting for the model; `waiting` is a run that waits for a person;
 * `reconnecting` a run whose stream broke.
 */
export type ChatStatus = 'idle' | 'running' | 'waiting' | 'reconnecting'

export interface ChatState {
  readonly items: readonly ChatItem[]
  /** Cards by key. */
  readonly views: ReadonlyMap<string, ToolCallView>
  readonly status: ChatStatus
  /** The run that is going on. */
  readonly runId?: string
  /** What a screen reader should hear last. */
  readonly announcement: string
}
