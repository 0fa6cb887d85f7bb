import type { Decision, DecisionOutcome, GapEvent, RunEvent } from '@toolprism/harness'

export interface StartRun {
  message: string
  runId: string
  conversationId: string
}

/** A run as far as the chat needs it: one of this process, one read back from disk, or one of an engine. */
export interface ReadableRun {
  runId: string
  resolve(id: string, decision: Decision): DecisionOutcome | Promise<DecisionOutcome>
  abort(reason?: string): void | Promise<void>
  events(options: { from: number; signal: AbortSignal }): AsyncIterable<RunEvent | GapEvent>
}

/** Why a run was not started. */
export interface Refusal {
  refusal: string
}

/**
 * Where the chat's runs are started and found again. All the routes know of runs is this: a durable engine
 * takes the place of this process by another one of these.
 */
export interface Conversations {
  start(request: StartRun): ReadableRun | Refusal | Promise<ReadableRun | Refusal>
  /** Takes a run up again that waited for a person when an earlier process ended. */
  find(runId: string): ReadableRun | undefined
  /** Ends every run; one that waits for a person goes on with the next process. */
  close(): Promise<void>
}
