import type { JsonSchema, ToolEvent } from '@toolprism/core'
import type { Json } from './json'
import type { FinishReason, ModelErrorKind } from './model'
import type { RunError, RunStatusName } from './run-types'
import type { Usage } from './usage'

interface RunEventBase {
  runId: string
  /** Position in the run's event stream, from 1, without gaps. */
  sequence: number
  /** Milliseconds since the epoch. */
  timestamp: number
  /** The step the event belongs to, from 1. */
  step?: number
  /** How many events this one stands for, when deltas were merged for a slow reader: the last of them is `sequence`. */
  merged?: number
}

/** What is new in an event: the part the loop writes, before the run stamps it. */
export type RunEventBody =
  | {
      type: 'run.started'
      input: string
      model: string
      /** Names of the tools frozen for this run, sorted. */
      tools: string[]
      fingerprint: string
      /** True when the run goes on from a snapshot. */
      resumed?: true
    }
  | {
      type: 'run.paused'
      /** Ids of the open questions. */
      pending: string[]
    }
  | { type: 'run.resumed' }
  /** The last event of every run, whatever happened. */
  | {
      type: 'run.ended'
      status: RunStatusName
      text: string
      steps: number
      usage: Usage
      error?: RunError
    }
  | { type: 'step.started' }
  | { type: 'step.ended'; finishReason: FinishReason; calls: number }
  | { type: 'text.delta'; messageId: string; delta: string }
  | { type: 'text.completed'; messageId: string; text: string }
  | { type: 'reasoning.delta'; messageId: string; delta: string }
  | { type: 'reasoning.completed'; messageId: string; text: string }
  /** An attempt failed: whatever was shown of `messageId` no longer counts. */
  | {
      type: 'model.retried'
      messageId: string
      attempt: number
      /** Milliseconds until the next attempt. */
      delay: number
      kind: ModelErrorKind
      message: string
    }
  | {
      type: 'usage.recorded'
      attempt: number
      usage: Usage
      /** Of the whole run so far. */
      total: Usage
    }
  /** A tool asks the person a question (`context.elicit`). */
  | {
      type: 'question.required'
      questionId: string
      callId: string
      toolName: string
      message: string
      requestedSchema: JsonSchema
    }
  | {
      type: 'question.resolved'
      questionId: string
      callId: string
      action: 'accept' | 'decline' | 'cancel'
    }
  | { type: 'phase.changed'; from: string; to: string }
  | { type: 'compaction.started'; tokensBefore: number }
  | {
      type: 'compaction.completed'
      tokensBefore: number
      tokensAfter: number
      /** What was done to gain the room. */
      method: 'cleared-results' | 'summary' | 'custom' | 'none'
      messagesCompacted: number
    }
  | { type: 'skill.loaded'; skillId: string; name: string }
  | { type: 'log'; level: string; message: string; data?: unknown; callId?: string }
  /** Something a person should know that did not end the run. */
  | { type: 'warning'; code: string; message: string; callId?: string; toolName?: string }
  /** Whatever a tool or hook of the host emits, such as a list of todos. */
  | { type: 'custom'; name: string; data: Json; callId?: string }

/** A stretch a reader has missed: it was too slow, or asked for events no longer kept. */
export interface GapEvent {
  type: 'gap'
  runId: string
  /** First missed sequence number. */
  from: number
  /** Last missed sequence number: resume with `events({ from: to + 1 })`. */
  to: number
}

type Stamped<Body> = Body extends unknown ? Body & RunEventBase : never

/** Everything a run tells. Tool and permission events are core's, so every reader of those understands a run. */
export type RunEvent = Stamped<RunEventBody> | (ToolEvent & RunEventBase)

export interface EventsOptions {
  /**
   * First sequence number wanted. 0 and 1 both mean from the beginning.
   * @default 0
   */
  from?: number
  /**
   * How many events (deltas of one text merged) the reader may be behind before it gets a `gap`.
   * @default everything the run still keeps
   */
  buffer?: number
  /**
   * What follows a `gap`: `close` ends the reader, `skip` goes on with the oldest event still there.
   * @default 'close'
   */
  overflow?: 'close' | 'skip'
  /**
   * What a reader that stops early (a `break`, a closed tab) does to the run.
   * @default 'continue'
   */
  onDisconnect?: 'continue' | 'abort'
  /** Ends the reader, not the run. */
  signal?: AbortSignal
}
