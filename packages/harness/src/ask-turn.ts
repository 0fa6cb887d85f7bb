import { canonicalJson } from './canonical-json'
import { deepFreeze } from './freeze'
import type { Journal } from './journal'
import type { Decision } from './permission-types'
import { denied } from './permit'
import { closeQuestion } from './questions'
import type { CallRecord, RunState, Turn } from './run-state'

/** Waits for every open question of the turn, in order. True when the run is to park. */
export async function askAll(
  state: RunState,
  journal: Journal,
  turn: Turn,
  parkAfterMs: number | undefined,
): Promise<boolean> {
  for (const call of turn.calls) {
    if (call.stage !== 'asked' || call.questionId === undefined) continue
    const decision = await waitFor(state, journal, call.questionId, parkAfterMs)
    if (decision === 'aborted') return false
    if (decision === 'paused') return true
    takeDecision(state, call, decision)
  }
  return false
}

async function waitFor(
  state: RunState,
  journal: Journal,
  id: string,
  parkAfterMs: number | undefined,
): Promise<Decision | 'paused' | 'aborted'> {
  if (state.cancellation.aborted) return 'aborted'
  if (state.pausing && !state.answers.has(id)) return 'paused'
  const early = state.answers.get(id)
  // Answers that came with a snapshot are part of this run's input: an engine has nothing to wait for.
  if (early && !journal.deliver) {
    answered(state, id, early)
    return early
  }
  state.loopWaitsFor = early ? undefined : id
  try {
    const options = parkAfterMs === undefined ? {} : { timeoutMs: parkAfterMs }
    const waiting = journal.wait<Decision | 'pause'>(id, options)
    if (early) journal.deliver?.(id, early)
    else void tellWhenStillWaiting(state, id)
    const answer = await waiting
    if ('timedOut' in answer || answer.value === 'pause') {
      // The answer came with the pause: it holds, and the call it lets run is not begun.
      const late = state.answers.get(id)
      return late ?? 'paused'
    }
    answered(state, id, answer.value)
    return answer.value
  } catch (error) {
    if (state.cancellation.aborted) return 'aborted'
    throw error
  } finally {
    state.loopWaitsFor = undefined
    state.answers.delete(id)
  }
}

/** Not at once: a journal that has the answer already is about to give it. */
async function tellWhenStillWaiting(state: RunState, id: string): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await undefined
  if (state.loopWaitsFor === id) state.onWait()
}

/** Answered through an engine or a snapshot: nobody here has told yet. */
function answered(state: RunState, id: string, decision: Decision): void {
  const question = state.pending.get(id)
  if (question) closeQuestion(state, question, decision)
}

function takeDecision(state: RunState, call: CallRecord, decision: Decision): void {
  delete call.questionId
  call.stage = 'ready'
  if ('answer' in decision) {
    call.answers = [...(call.answers ?? []), decision]
    return
  }
  if (!decision.allow) call.refusal = denied(decision.reason)
  else {
    call.approved = true
    if (decision.input !== undefined) {
      call.stage = 'edited'
      call.input = deepFreeze(structuredClone(decision.input)) as Record<string, unknown>
      delete call.checked
    }
  }
  remember(state, call, decision)
}

function remember(
  state: RunState,
  call: CallRecord,
  decision: Exclude<Decision, { answer: unknown }>,
): void {
  const toolName = call.tool!.definition.name
  // A refused call is refused again without asking, whether or not anybody says so.
  const scope = decision.remember ?? (decision.allow ? undefined : 'input')
  if (scope === undefined) return
  const sticky: RunState['sticky'][number] = {
    effect: decision.allow ? 'allow' : 'deny',
    toolName,
  }
  if (scope === 'input') sticky.input = canonicalJson(call.input)
  if (!decision.allow && decision.reason) sticky.reason = decision.reason
  state.sticky.push(sticky)
}
