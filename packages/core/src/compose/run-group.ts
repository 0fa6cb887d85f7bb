import { callPath } from './call-path'
import type { PlannedStep } from './plan'
import type { StepEnd } from './run-macro'
import { type Attempted, attempt, type MacroRun } from './run-step'

/** The tools of a group side by side, at most `concurrency` at once. One that fails stops its siblings, unless the policy goes on. */
export async function runGroup(
  run: MacroRun,
  planned: PlannedStep,
  index: number,
  inputs: unknown,
): Promise<StepEnd> {
  const { context } = run
  const controller = new AbortController()
  const state = callPath.stateOf(context)
  const isFree = state !== undefined && !callPath.isAbortable(state)
  const signal = isFree ? controller.signal : AbortSignal.any([context.signal, controller.signal])
  const given = (typeof inputs === 'object' && inputs !== null ? inputs : {}) as Record<
    string,
    unknown
  >
  const members = planned.tools.filter(({ key }) => given[key] !== undefined)
  const ends = new Map<string, Attempted>()
  const goesOn = planned.policy === 'continue'
  let failure: { error: string; code: string | undefined } | undefined
  let next = 0
  const worker = async () => {
    for (let member = members[next++]; member !== undefined; member = members[next++]) {
      if (controller.signal.aborted) return
      const { key } = member
      const attempted = await attempt(run, planned, index, member, given[key], signal)
      ends.set(key, attempted)
      const { result } = attempted
      if (!result.isError) continue
      failure ??= {
        error: `${key}: ${callPath.resultText(result)}`,
        code: callPath.resultCode(result),
      }
      if (!goesOn) controller.abort()
    }
  }
  const width = Math.min(planned.concurrency, members.length)
  await Promise.all(Array.from({ length: width }, worker))
  const attempts = Math.max(0, ...[...ends.values()].map((end) => end.attempts))
  if (failure && !goesOn) return { status: 'failed', attempts, value: undefined, ...failure }
  const value: Record<string, unknown> = {}
  for (const { key } of planned.tools) {
    const end = ends.get(key)
    value[key] = end && !end.result.isError ? callPath.resultValue(end.result) : undefined
  }
  return { status: 'ok', attempts, value, error: failure?.error }
}
