import type { ElicitRequest } from '@toolprism/core'
import { canonicalJson } from './canonical-json'
import type { Journal } from './journal'
import type { Decision, DecisionOutcome, PendingQuestion } from './permission-types'
import type { CallRecord, RunState } from './run-state'
import { sha256 } from './sha256'

/** Opens the question whether a call may run, unless a resumed run has it open already. */
export function openPermission(
  state: RunState,
  call: CallRecord,
  reason: string | undefined,
): PendingQuestion {
  const { callId } = call.part
  const tool = call.tool!
  const text = canonicalJson(call.input)
  const inputHash = sha256(text)
  const question: PendingQuestion = {
    id: uniqueId(state, callId, inputHash),
    kind: 'permission',
    callId,
    toolName: tool.definition.name,
    input: call.input,
    inputHash,
    destructive: tool.destructive,
  }
  if (call.input !== call.part.input && !call.secret) question.originalInput = call.part.input
  if (reason !== undefined) question.reason = reason
  state.pending.set(question.id, question)
  announce(state, question)
  return question
}

/** An id no question of the run has had: a decision about an older one can't reach it. */
function uniqueId(state: RunState, callId: string, hash: string): string {
  for (let count = 1; ; count++) {
    const id = `${callId}.${count}.${hash.slice(0, 12)}`
    if (!state.pending.has(id) && !state.answered.has(id)) return id
  }
}

/** Tells readers of a question; a resumed run tells again. */
export function announce(state: RunState, question: PendingQuestion): void {
  const { id, callId, toolName, input, reason, destructive } = question
  if (question.kind === 'question') {
    const { message, requestedSchema } = input as ElicitRequest
    state.emit({
      type: 'question.required',
      questionId: id,
      callId,
      toolName,
      message,
      requestedSchema,
    })
    return
  }
  const presentation = state.config.registry.get(toolName)?.presentation
  state.emit({
    type: 'permission.required',
    permissionId: id,
    callId,
    toolName,
    input,
    ...(reason === undefined ? {} : { reason }),
    ...(destructive === undefined ? {} : { destructive }),
    ...(presentation ? { presentation } : {}),
  })
}

/** Takes a decision for an open question, and only for one. */
export function resolveQuestion(
  state: RunState,
  journal: Journal,
  id: string,
  decision: Decision,
): DecisionOutcome {
  const question = state.pending.get(id)
  if (!question) return state.answered.has(id) ? 'duplicate' : 'unknown'
  const outcome = checkDecision(question, decision)
  if (outcome !== 'accepted') return outcome
  const asker = state.askers.get(id)
  if (asker) asker.answer(decision)
  else {
    // Kept for the loop, which waits for one question after the other.
    state.answers.set(id, decision)
    journal.deliver?.(id, decision)
  }
  // Told last: a listener may pause the run, and the answer must be safe by then.
  closeQuestion(state, question, decision)
  return 'accepted'
}

export function checkDecision(question: PendingQuestion, decision: Decision): DecisionOutcome {
  if (typeof decision !== 'object' || decision === null) return 'invalid'
  if (question.kind === 'question') {
    if (!('answer' in decision)) return 'invalid'
    return ['accept', 'decline', 'cancel'].includes(decision.answer?.action)
      ? 'accepted'
      : 'invalid'
  }
  if (!('allow' in decision) || typeof decision.allow !== 'boolean') return 'invalid'
  if (decision.inputHash !== undefined && decision.inputHash !== question.inputHash)
    return 'mismatch'
  if ('input' in decision && decision.input !== undefined)
    if (
      typeof decision.input !== 'object' ||
      decision.input === null ||
      Array.isArray(decision.input)
    )
      return 'invalid'
  return 'accepted'
}

/** Takes a question off the list and tells how it ended. */
export function closeQuestion(
  state: RunState,
  question: PendingQuestion,
  decision: Decision,
): void {
  const { id, callId, toolName } = question
  if (!state.pending.delete(id)) return
  state.answered.add(id)
  if ('answer' in decision) {
    const { action } = decision.answer
    state.emit({ type: 'question.resolved', questionId: id, callId, action })
    return
  }
  state.emit({
    type: 'permission.resolved',
    permissionId: id,
    callId,
    toolName,
    decision: decision.allow ? 'allow' : 'deny',
    ...(!decision.allow && decision.reason ? { reason: decision.reason } : {}),
  })
}

/** Asks the person what a running tool wants to know. */
export function openQuestion(
  state: RunState,
  call: CallRecord,
  request: ElicitRequest,
): PendingQuestion {
  const { callId } = call.part
  const inputHash = sha256(canonicalJson(request))
  const question: PendingQuestion = {
    id: uniqueId(state, callId, inputHash),
    kind: 'question',
    callId,
    toolName: call.tool!.definition.name,
    input: { message: request.message, requestedSchema: request.requestedSchema },
    inputHash,
  }
  state.pending.set(question.id, question)
  announce(state, question)
  return question
}

/** Closes what is open when a run ends: an answer that comes later is a duplicate. */
export function closeAll(state: RunState, reason: string): void {
  for (const question of [...state.pending.values()])
    closeQuestion(
      state,
      question,
      question.kind === 'question' ? { answer: { action: 'cancel' } } : { allow: false, reason },
    )
}
