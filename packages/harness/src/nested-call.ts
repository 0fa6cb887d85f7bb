import type { BeforeExecuteCall, BeforeExecuteDecision } from '@toolprism/core'
import { awaitPerson } from './call-surface'
import { checkNested } from './check-call'
import type { CallTimer } from './execute-call'
import { deepFreeze } from './freeze'
import { openPermission } from './questions'
import { looseTool } from './registry'
import type { CallRecord, RunState } from './run-state'

/**
 * The gate of calls a tool makes itself (a macro's steps): hooks and permissions hold there too. What a person has
 * allowed for the outer call is allowed inside; what is denied stays denied.
 */
export function nestedGate(state: RunState, outer: CallRecord, timer: CallTimer) {
  return ({ tool, input, context }: BeforeExecuteCall) => {
    if (context.parentCallId === undefined) return undefined
    return judgeNested(state, outer, timer, { tool, input, context })
  }
}

async function judgeNested(
  state: RunState,
  outer: CallRecord,
  timer: CallTimer,
  { tool, input, context }: BeforeExecuteCall,
): Promise<BeforeExecuteDecision> {
  const given = deepFreeze(structuredClone(input) as Record<string, never>)
  const call: CallRecord = {
    index: outer.index,
    part: { type: 'tool-call', callId: context.callId, toolName: tool.name, input: given },
    tool: state.config.registry.get(tool.name) ?? looseTool(tool),
    input: given,
    stage: 'open',
    hash: '',
  }
  const verdict = await checkNested(state, call)
  if (verdict.refusal) return { block: verdict.refusal.message, code: verdict.refusal.code }
  if (verdict.effect === 'ask' && !outer.approved) {
    if (!state.canAsk)
      return {
        block: `${tool.name} needs an approval of its own. Call it directly.`,
        code: 'DENIED',
      }
    const question = openPermission(state, call, verdict.reason)
    const decision = await awaitPerson(state, question, timer, context.signal)
    if (!decision || !('allow' in decision) || !decision.allow)
      return { block: `Permission denied for ${tool.name}. Nothing was run.`, code: 'DENIED' }
    if (decision.input) return { input: decision.input }
  }
  return call.input === given ? undefined : { input: call.input }
}
