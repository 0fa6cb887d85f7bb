import { canonicalJson, shortKey } from './canonical-json'
import { checkTranscript } from './check-transcript'
import { HarnessError } from './errors'
import { findTool } from './find-tool'
import { deepFreeze } from './freeze'
import { redactSnapshot } from './redact-shapes'
import type { CallRecord, RunState, Turn } from './run-state'
import { SNAPSHOT_VERSION, type Snapshot, type SnapshotCall } from './snapshot-types'

/** The state of a run as plain JSON, secrets out. */
export function makeSnapshot(state: RunState): Snapshot {
  const { config, turn } = state
  const { redaction, clock } = config
  const hasInstructions = state.view[0]?.role === 'system' && state.transcript[0] !== state.view[0]
  const view = hasInstructions ? state.view.slice(1) : state.view
  const sameView =
    view.length === state.transcript.length &&
    view.every((message, index) => message === state.transcript[index])
  const snapshot: Snapshot = {
    version: SNAPSHOT_VERSION,
    runId: state.runId,
    generation: state.generation,
    fingerprint: config.registry.fingerprint,
    input: state.input,
    // A model call that has not been answered is made again.
    step: state.stepOpen ? state.step - 1 : state.step,
    transcript: state.transcript,
    ...(sameView ? {} : { view }),
    ...(turn ? { turn: snapshotTurn(turn) } : {}),
    pending: [...state.pending.values()],
    ...(state.answers.size > 0 ? { decided: Object.fromEntries(state.answers) } : {}),
    sticky: state.sticky,
    usage: state.usage,
    elapsed: state.elapsedBefore + clock.now() - state.startedAt,
    repeats: state.breaker.entries(),
    skills: state.skills,
    ...(state.kept.size > 0 ? { kept: [...state.kept] } : {}),
    ...(state.phase === undefined ? {} : { phase: state.phase }),
    answered: [...state.answered],
    sequence: state.log.lastSequence,
  }
  // Through JSON: a copy nobody shares, and proof that it is JSON.
  const copy = JSON.parse(JSON.stringify(snapshot)) as Snapshot
  return redaction ? redactSnapshot(copy, redaction) : copy
}

function snapshotTurn(turn: Turn): NonNullable<Snapshot['turn']> {
  return {
    message: turn.message,
    calls: turn.calls.map(snapshotCall),
    ...(turn.last ? { last: true } : {}),
  }
}

function snapshotCall(call: CallRecord): SnapshotCall {
  const saved: SnapshotCall = {
    part: call.part,
    stage: call.stage === 'edited' ? 'open' : call.stage,
  }
  if (call.secret || call.withheld) saved.withheld = true
  else if (call.input !== call.part.input) saved.input = call.input
  for (const key of [
    'refusal',
    'approved',
    'questionId',
    'answers',
    'result',
    'resultHash',
  ] as const)
    if (call[key] !== undefined) Object.assign(saved, { [key]: call[key] })
  return saved
}

/** @throws HarnessError SNAPSHOT_INVALID, SNAPSHOT_VERSION or TOOLS_CHANGED. */
export function checkSnapshot(snapshot: Snapshot, fingerprint: string | undefined): void {
  if (typeof snapshot !== 'object' || snapshot === null || !Array.isArray(snapshot.transcript))
    throw new HarnessError('SNAPSHOT_INVALID', 'this is no snapshot of a run')
  if (snapshot.version !== SNAPSHOT_VERSION)
    throw new HarnessError(
      'SNAPSHOT_VERSION',
      `the snapshot has version ${String(snapshot.version)}; this package reads version ${SNAPSHOT_VERSION}`,
    )
  const fault = checkTranscript(snapshot.transcript)[0]
  if (fault)
    throw new HarnessError(
      'SNAPSHOT_INVALID',
      `its transcript is broken at message ${fault.index}: ${fault.message}`,
    )
  if (fingerprint !== undefined && snapshot.fingerprint !== fingerprint)
    throw new HarnessError(
      'TOOLS_CHANGED',
      "the agent's tools are not those of the snapshot. Create it with the same tools, or resume with { onChangedTools: 'continue' }",
    )
}

/** Puts the turn and the questions of a snapshot back into a fresh state. */
export function restoreTurn(state: RunState, snapshot: Snapshot): void {
  for (const question of snapshot.pending) state.pending.set(question.id, deepFreeze(question))
  const { turn } = snapshot
  if (!turn) return
  const calls = turn.calls.map((saved, index) => restoreCall(state, saved, index))
  state.turn = {
    step: snapshot.step,
    message: { ...turn.message, content: withParts(turn.message.content, calls) },
    calls,
    ...(turn.last ? { last: true } : {}),
  }
}

/** The message's call parts and the records' are the same objects again. */
function withParts(
  content: Turn['message']['content'],
  calls: readonly CallRecord[],
): Turn['message']['content'] {
  let next = 0
  return content.map((part) => (part.type === 'tool-call' ? (calls[next++]?.part ?? part) : part))
}

function restoreCall(state: RunState, saved: SnapshotCall, index: number): CallRecord {
  const part = deepFreeze(saved.part)
  const { tool } = findTool(state.config.registry, part.toolName)
  const call: CallRecord = {
    index,
    part,
    tool,
    input: saved.input ? deepFreeze(saved.input) : part.input,
    stage: saved.stage,
    hash: shortKey(`${part.toolName} ${canonicalJson(part.input)}`),
  }
  for (const key of [
    'approved',
    'withheld',
    'questionId',
    'answers',
    'result',
    'resultHash',
  ] as const)
    if (saved[key] !== undefined) Object.assign(call, { [key]: saved[key] })
  if (saved.refusal) call.refusal = saved.refusal as NonNullable<CallRecord['refusal']>
  if (call.stage === 'started') call.stage = 'ready'
  // Begun elsewhere, outcome unknown: again only when that is harmless.
  if (saved.stage === 'started' && tool?.replay !== 'repeat' && !call.answers)
    call.refusal = {
      state: 'abandoned',
      code: 'OUTCOME_UNKNOWN',
      message: `${part.toolName} had begun when the run was interrupted. Whether it took effect is unknown: look before you call it again.`,
    }
  if (!tool && call.stage === 'asked') call.stage = 'ready'
  return call
}
