import type { Clock } from './clock'
import type { Json } from './json'

/** One unit of work of a run: data, plus an executor found by `kind`, so that an engine may run it elsewhere. */
export interface StepSpec<Input = unknown> {
  /** Unique in the run and the same in every replay: `3.model`, `3.tool.0`. The format is public and versioned. */
  id: string
  kind: 'start' | 'model' | 'check' | 'tool' | 'compact' | 'end' | (string & {})
  /** JSON only. */
  input: Input
  /** How often an engine may start the step again after a crash. */
  attempts?: number
  /** Milliseconds. */
  timeoutMs?: number
  /**
   * `never`: the step is neither read-only nor idempotent. A durable journal writes a "started" mark first and,
   * when it finds that mark without a result, calls the executor with `interrupted: true` and never runs the work again.
   * @default 'repeat'
   */
  replay?: 'repeat' | 'never'
}

export interface StepContext {
  runId: string
  /** The step's id. */
  id: string
  /** `runId/stepId`: the same on every attempt, so safe as an idempotency key. */
  key: string
  /** 1 on the first try; absent where the journal can't tell. */
  attempt?: number
  /** Set by a durable journal when a `replay: 'never'` step was started before and its outcome is unknown. */
  interrupted?: boolean
  signal: AbortSignal
}

export type StepExecutor<Input, Output> = (input: Input, context: StepContext) => Promise<Output>

/**
 * What the loop runs over. The code between two journal calls is pure, so a journal that gives back recorded
 * outputs, without calling the executor, brings a run to exactly where it was; events of a replayed step stay
 * silent by themselves. Journal calls are awaited one at a time, never raced, and never made inside a parallel
 * branch: Restate and DBOS both depend on it. An executor rejects only when the run is cancelled or on a fault of
 * the harness: failed models and tools are outputs.
 */
export interface Journal {
  run<Input, Output>(step: StepSpec<Input>, execute: StepExecutor<Input, Output>): Promise<Output>
  /** Starts in array order, keeps the order of results. `[]` is allowed. */
  all<Input, Output>(
    steps: readonly StepSpec<Input>[],
    execute: StepExecutor<Input, Output>,
  ): Promise<PromiseSettledResult<Output>[]>
  /** Waits for an answer from outside. Rejects when the run is cancelled. */
  wait<Value>(
    token: string,
    options?: { timeoutMs?: number },
  ): Promise<{ value: Value } | { timedOut: true }>
  /** Milliseconds. Rejects when the run is cancelled. */
  sleep(milliseconds: number): Promise<void>
  /** Milliseconds since the epoch. */
  now(): Promise<number>
  uuid(): Promise<string>
  random(): Promise<number>
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal
  /**
   * Gives an answer to a `wait` in this process; false when nobody waits for the token. Absent when answers
   * come through the engine (`RunHost.decide`).
   */
  deliver?(token: string, value: unknown): boolean
}

/** What a journal of one process needs to know of the run it belongs to. */
export interface JournalBinding {
  runId: string
  signal: AbortSignal
  clock: Clock
}

/** Makes the journal of one run: `memoryJournal()`, or `fileJournal(path)` of `./node`. */
export type JournalFactory = (run: JournalBinding) => Journal

/** The state of a run on a host. */
export interface RunStatus {
  state: 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled'
  /** Tokens the run waits for. */
  waitingFor?: string[]
}

/** What an adapter to a durable engine offers to applications. */
export interface RunHost {
  /** Idempotent on `runId`. */
  start(runId: string, input: Json): Promise<void>
  decide(runId: string, token: string, value: Json): Promise<'accepted' | 'unknown' | 'duplicate'>
  cancel(runId: string, reason?: string): Promise<void>
  status(runId: string): Promise<RunStatus>
  result(runId: string, options?: { timeoutMs?: number }): Promise<Json>
  events(runId: string, options?: { after?: number; signal?: AbortSignal }): AsyncIterable<Json>
}

/** The version of step ids and step outputs. A journal written under another version can't be continued. */
export const JOURNAL_FORMAT = 1
