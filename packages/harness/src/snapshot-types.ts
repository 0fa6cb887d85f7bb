import type { Json } from './json'
import type { AssistantMessage, CallState, Message, ToolCallPart, ToolResultPart } from './message'
import type { Decision, PendingQuestion } from './permission-types'
import type { RunOptions } from './run-types'
import type { Usage } from './usage'

export const SNAPSHOT_VERSION = 1

/** A call of the turn that was not finished when the snapshot was made. */
export interface SnapshotCall {
  part: ToolCallPart
  /** `open`: not looked at; `asked`: waits for a person; `ready`: may run; `started`: running, outcome unknown; `settled`: has its result. */
  stage: 'open' | 'asked' | 'ready' | 'started' | 'settled'
  /** What will run, when that differs from `part.input`. */
  input?: Record<string, unknown>
  /** True when redaction changed the arguments: they are not in the snapshot and the call can't run from it. */
  withheld?: true
  /** Why it is not to run. */
  refusal?: { state: Exclude<CallState, 'ok'>; code: string; message: string }
  approved?: true
  /** The open question it waits for. */
  questionId?: string
  /** Answers to what it has asked while it ran, in order. */
  answers?: unknown[]
  result?: ToolResultPart
  resultHash?: string
}

/** A run as plain JSON: another process with the same tools resumes it. */
export interface Snapshot {
  version: typeof SNAPSHOT_VERSION
  runId: string
  /** How often the run was resumed before. */
  generation: number
  /** Of the tools the run was frozen with. */
  fingerprint: string
  input: string
  step: number
  transcript: Message[]
  /** What the model is shown instead of the transcript, once compaction has run. */
  view?: Message[]
  /** The turn in progress: its assistant message is not in the transcript yet. */
  turn?: { message: AssistantMessage; calls: SnapshotCall[]; last?: true }
  pending: PendingQuestion[]
  /** Answers that were given and not acted on yet, by question. */
  decided?: Record<string, Decision>
  /** Decisions that hold for the run. */
  sticky: {
    effect: 'allow' | 'deny'
    toolName: string
    /** Canonical JSON of the arguments it holds for; absent: all. */
    input?: string
    reason?: string
  }[]
  usage: Usage
  /** Milliseconds the run has been active, pauses not counted. */
  elapsed: number
  /** Recent calls, for the repeat breaker. */
  repeats: string[]
  skills: string[]
  /** What tools keep with the run; the one set longest ago first. */
  kept?: [key: string, value: Json][]
  phase?: string
  /** Events so far: the resumed run counts on. */
  sequence: number
  /** Ids of questions already answered: they are refused for ever. */
  answered: string[]
}

export interface ResumeOptions
  extends Pick<RunOptions, 'host' | 'journal' | 'parkAfterMs' | 'signal'> {
  /**
   * What to do when the agent's tools are not those of the snapshot.
   * @default 'refuse'
   */
  onChangedTools?: 'refuse' | 'continue'
}
