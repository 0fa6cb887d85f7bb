import type { Json, Message, PendingQuestion, RunResult } from '@toolprism/harness'
import type { Packed } from './blob-store'

/** What starts an engine run: the first stretch of a run, or one that goes on from where it was parked. */
export interface RunRequest {
  /** Of the whole run; the engine's own key has `~n` after it once the run was parked. */
  runId: string
  input: string
  history?: readonly Message[]
  snapshot?: Packed
}

/** Of an open question, what a decision is checked against. No input: it may be large. */
export type OpenQuestion = Pick<
  PendingQuestion,
  'id' | 'kind' | 'callId' | 'toolName' | 'inputHash'
>

/** The state of a workflow whose run stands still and waits for a person, without anything running. */
export interface Parked {
  runId: string
  input: string
  snapshot: Packed
  pending: OpenQuestion[]
  /** Key of the engine run that goes on. */
  next: string
}

/** What an engine run answers. */
export type RunOutput =
  | { status: 'ended'; result: Packed }
  | { status: 'parked'; next: string; pending: string[] }

export interface DecideRequest {
  token: string
  value: Json
}

export type DecideOutcome = 'accepted' | 'unknown' | 'duplicate'

export const openQuestion = (question: PendingQuestion): OpenQuestion => ({
  id: question.id,
  kind: question.kind,
  callId: question.callId,
  toolName: question.toolName,
  inputHash: question.inputHash,
})

/** `run` → `run~1` → `run~2`: a run that was parked goes on under a key of its own. */
export function nextKey(key: string): string {
  const [runId = '', count = '0'] = key.split('~')
  return `${runId}~${Number(count) + 1}`
}

/** How a run stands on a host, from how it ended. */
export function stateOf(status: RunResult['status']): 'done' | 'failed' | 'cancelled' {
  if (status === 'failed') return 'failed'
  return status === 'aborted' ? 'cancelled' : 'done'
}
