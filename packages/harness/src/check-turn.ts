import { checkCall, checkEdited, type Verdict } from './check-call'
import { deepFreeze } from './freeze'
import type { Journal } from './journal'
import { openPermission } from './questions'
import type { CallRecord, RunState, Turn } from './run-state'

/** Checks the calls of a turn one after the other, in one journal step, and opens the questions they need. */
export async function checkTurn(state: RunState, journal: Journal, turn: Turn): Promise<void> {
  const open = turn.calls.filter((call) => call.stage === 'open')
  if (open.length === 0) return
  let ran = false
  const input = { calls: open.map((call) => call.part) }
  const verdicts = await journal.run<typeof input, Verdict[]>(
    { id: `${turn.step}.check`, kind: 'check', input },
    async () => {
      ran = true
      state.live = true
      const found: Verdict[] = []
      for (const call of open) {
        const before = call.input
        const checking = checkCall(state, call)
        const verdict = checking instanceof Promise ? await checking : checking
        found.push(call.input === before ? verdict : withInput(state, call, verdict))
      }
      return found
    },
  )
  state.live = ran
  open.forEach((call, index) => {
    applyVerdict(state, call, verdicts[index]!, ran)
  })
}

/** Puts changed arguments into a verdict, as far as they may leave this process. */
function withInput(state: RunState, call: CallRecord, verdict: Verdict): Verdict {
  const shown = state.config.redaction ? state.config.redaction.data(call.input) : call.input
  return shown === call.input
    ? { ...verdict, input: call.input }
    : { ...verdict, input: shown, withheld: true }
}

function applyVerdict(state: RunState, call: CallRecord, verdict: Verdict, ran: boolean): void {
  if (!ran) {
    if (verdict.input) call.input = deepFreeze(verdict.input)
    if (verdict.withheld) call.withheld = true
  } else if (verdict.withheld) call.secret = true
  if (verdict.refusal) {
    call.refusal = verdict.refusal
    call.stage = 'ready'
  } else if (verdict.effect === 'ask') {
    call.stage = 'asked'
    call.questionId = openPermission(state, call, verdict.reason).id
  } else call.stage = 'ready'
}

/** Arguments a person has changed are checked like any others; wrong ones are asked about again. */
export async function checkEdits(
  state: RunState,
  journal: Journal,
  turn: Turn,
  round: number,
): Promise<void> {
  const edited = turn.calls.filter((call) => call.stage === 'edited')
  if (edited.length === 0) return
  const input = { calls: edited.map((call) => call.index) }
  let ran = false
  const verdicts = await journal.run<typeof input, Verdict[]>(
    { id: `${turn.step}.check.edit.${round}`, kind: 'check', input },
    async () => {
      ran = true
      state.live = true
      const found: Verdict[] = []
      for (const call of edited) found.push(await checkEdited(state, call))
      return found
    },
  )
  state.live = ran
  for (const [index, call] of edited.entries()) {
    const verdict = verdicts[index]!
    if (verdict.refusal?.state === 'invalid') askAgain(state, call, verdict.refusal.message)
    else applyVerdict(state, call, verdict, ran)
  }
}

function askAgain(state: RunState, call: CallRecord, problem: string): void {
  const { callId, toolName } = call.part
  state.warn('EDIT_INVALID', `the edited arguments are not valid: ${problem}`, { callId, toolName })
  delete call.approved
  call.input = call.part.input
  call.stage = 'asked'
  call.questionId = openPermission(state, call, problem).id
}
