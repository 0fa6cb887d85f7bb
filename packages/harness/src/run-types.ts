import type { ToolContext } from '@toolprism/core'
import type { EventsOptions, GapEvent, RunEvent } from './events'
import type { Journal, JournalFactory } from './journal'
import type { Message } from './message'
import type { Decision, DecisionOutcome, PendingQuestion } from './permission-types'
import type { Snapshot } from './snapshot-types'
import type { Usage } from './usage'

/** How a run stands: all but `paused` are final. */
export type RunStatusName =
  | 'completed'
  /** Waits for a person; `pending` and `snapshot` say for what. */
  | 'paused'
  | 'aborted'
  | 'failed'
  /** A hook refused the run or a model call. */
  | 'blocked'
  | 'max_steps'
  | 'repetition'
  /** Out of tokens or time. */
  | 'budget'

export interface RunError {
  /** Stable: `MODEL_AUTH`, `CONTEXT_OVERFLOW`, `HOOK_BLOCKED`, … */
  code: string
  message: string
  retryable: boolean
  hint?: string
}

export interface RunResult {
  runId: string
  status: RunStatusName
  /** The model's last words. */
  text: string
  /** Everything said, history first. Ready to be the `history` of the next run, whatever the status. */
  transcript: Message[]
  usage: Usage
  steps: number
  error?: RunError
  /** With status `paused`: the open questions. */
  pending?: PendingQuestion[]
  /** With status `paused`: resume it in any process. */
  snapshot?: Snapshot
}

export interface RunOptions {
  /** Aborts the run. */
  signal?: AbortSignal
  /** The transcript of an earlier run. Refused when a call in it has no result. */
  history?: readonly Message[]
  /** @default a new UUID */
  runId?: string
  /** Given to hooks and tools untouched. */
  host?: unknown
  /** @default memoryJournal() */
  journal?: Journal | JournalFactory
  /**
   * Milliseconds to wait for a person before the run ends as `paused` with its snapshot.
   * @default unlimited
   */
  parkAfterMs?: number
  /** The context of the tool call that starts this run: its signal, `onAsk` and budgets hold here too. */
  parent?: ToolContext
}

/** One run of an agent. Nothing here ever throws because of what a model or tool did. */
export interface Run {
  readonly runId: string
  /**
   * Settles when the run has ended or waits for a person (`paused`). After `resolve`, read it again for the next stretch.
   * Rejects only when a durable journal does.
   */
  readonly result: Promise<RunResult>
  /** Settles when the run has ended for good, or was parked. */
  readonly finished: Promise<RunResult>
  /** Everything said so far, growing with the run. Read it, copy it to keep it, do not change it. */
  readonly transcript: readonly Message[]
  /** Open questions, in the order they were asked. */
  readonly pending: readonly PendingQuestion[]
  /** Ordered and numbered; any number of readers, each from where it likes. Ends with the run. */
  events(options?: EventsOptions): AsyncIterableIterator<RunEvent | GapEvent, void, undefined>
  /** Calls back for each event from now on. A listener that throws is dropped, with a `warning`. */
  subscribe(listener: (event: RunEvent) => void): () => void
  /** Answers an open question. Whatever is not `accepted` has no effect, now or later. */
  resolve(id: string, decision: Decision): DecisionOutcome
  /** Lets running calls end, starts nothing new, and settles `finished` as `paused`, with a snapshot. */
  pause(): Promise<RunResult>
  /** Ends the run now. Every call in flight gets its one result. */
  abort(reason?: string): void
  /** The state as plain JSON. Calls that are running right now are in it as started, with outcome unknown. */
  snapshot(): Snapshot
}
