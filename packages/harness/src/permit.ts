import { canonicalJson } from './canonical-json'
import type { Verdict } from './check-call'
import type { PermissionRequest } from './permission-types'
import { askPolicy, type Judgement, judge, stricter } from './permissions'
import type { ReadyTool } from './registry'
import { runHook } from './run-hook'
import type { CallRecord, Refusal, RunState } from './run-state'

/** The strictest answer over every form of the arguments: as written, as changed, with defaults filled in. */
export function permit(
  state: RunState,
  call: CallRecord,
  tool: ReadyTool,
  others: readonly unknown[],
): Verdict | Promise<Verdict> {
  const { options } = state.config
  let judgement = judge(options, tool, call.input)
  for (const other of [call.checked?.value, ...others])
    if (other !== call.input && other !== undefined)
      judgement = stricter(judgement, judge(options, tool, other))
  if (!options.permissions?.decide) return settlePermission(state, call, tool, judgement)
  return decide(state, call, tool).then((decided) =>
    settlePermission(state, call, tool, stricter(judgement, decided)),
  )
}

/** What an `ask` comes to in this run. */
function settlePermission(
  state: RunState,
  call: CallRecord,
  tool: ReadyTool,
  judged: Judgement,
): Verdict {
  const { options, onAsk } = state.config
  let judgement = judged
  if (judgement.effect === 'ask') judgement = stickyJudgement(state, call, tool) ?? judgement
  if (judgement.effect === 'ask' && options.autoApprove) judgement = { effect: 'allow' }
  if (judgement.effect === 'ask' && onAsk !== 'pause')
    judgement =
      onAsk === 'allow'
        ? { effect: 'allow' }
        : {
            effect: 'deny',
            reason: judgement.reason ?? 'it needs an approval and nobody can give one',
          }
  const verdict: Verdict = { effect: judgement.effect }
  if (judgement.reason !== undefined) verdict.reason = judgement.reason
  if (judgement.effect === 'deny') verdict.refusal = denied(judgement.reason)
  return verdict
}

export function denied(reason: string | undefined): Refusal {
  const because = reason ? `: ${reason}` : ''
  return {
    state: 'denied',
    code: 'DENIED',
    message: `Permission denied${because}. Nothing was run.`,
  }
}

const decideTimeout = 60_000

async function decide(state: RunState, call: CallRecord, tool: ReadyTool): Promise<Judgement> {
  const request: PermissionRequest = {
    runId: state.runId,
    callId: call.part.callId,
    toolName: tool.definition.name,
    originalInput: call.part.input,
    input: call.input,
    annotations: tool.definition.annotations ?? {},
    remote: tool.remote,
    signal: state.cancellation.signal,
  }
  const outcome = await runHook(
    { timeoutMs: decideTimeout },
    (event: PermissionRequest) => askPolicy(state.config.options, event),
    request,
    state,
  )
  if ('value' in outcome) return outcome.value ?? { effect: 'allow' }
  const reason =
    'failed' in outcome ? `the policy failed: ${outcome.failed}` : 'the run was stopped'
  return { effect: 'deny', reason }
}

/** A person's earlier answer that holds for this call too. */
function stickyJudgement(
  state: RunState,
  call: CallRecord,
  tool: ReadyTool,
): Judgement | undefined {
  if (state.sticky.length === 0) return undefined
  const name = tool.definition.name
  let text: string | undefined
  for (const decision of state.sticky) {
    if (decision.toolName !== name) continue
    if (decision.input !== undefined) {
      text ??= canonicalJson(call.input)
      if (decision.input !== text) continue
    }
    return decision.effect === 'allow'
      ? { effect: 'allow' }
      : { effect: 'deny', reason: decision.reason ?? 'a person has refused this before' }
  }
  return undefined
}
