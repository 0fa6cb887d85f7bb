import type { ToolResult } from '../content'
import { normalizeResult } from '../normalize-result'
import { errorResult, resultCode, resultText, resultValue } from '../results'
import type { PlannedStep } from './plan'
import { type Attempted, attempt, type MacroRun, mapperFailure } from './run-step'
import type { StepEvent, StepOutcome, StepStatus } from './types'

interface StepEnd {
  status: StepStatus
  attempts: number
  value: unknown
  /** The tool's own result, when the value is unchanged. */
  result?: ToolResult | undefined
  error?: string
  code?: string
}

type Finalize = (context: {
  args: unknown
  state: unknown
  prior: readonly unknown[]
  outcomes: readonly StepOutcome[]
}) => unknown

/** Runs the steps in order and makes the macro's result. Rejects only when `finalize` does. */
export async function runMacro(
  name: string,
  steps: readonly PlannedStep[],
  run: MacroRun,
  finalize: Finalize | undefined,
): Promise<ToolResult> {
  const outcomes: StepOutcome[] = []
  let ended: 'stopped' | 'failed' | undefined
  for (let index = 0; index < steps.length; index++) {
    const planned = steps[index]!
    if (ended) {
      skip(run, planned, index, ended, outcomes)
      continue
    }
    const started = run.clock.now()
    const end = await runStep(run, planned, index)
    const outcome = toOutcome(planned, end, run.clock.now() - started)
    outcomes.push(outcome)
    if (end.status === 'aborted' || (end.status === 'failed' && planned.policy === 'stop')) {
      const reason = end.status === 'aborted' ? 'aborted' : 'failed'
      for (let rest = index + 1; rest < steps.length; rest++)
        skip(run, steps[rest]!, rest, reason, outcomes)
      return failedMacro(name, index, steps.length, end, outcomes)
    }
    if (end.status === 'skipped') {
      emitSkip(run, planned, index, 'when')
      run.prior.push(undefined)
      continue
    }
    if (end.status === 'failed') {
      run.prior.push(undefined)
      if (planned.policy === 'skip-rest') ended = 'failed'
      else run.state = run.result = undefined
      continue
    }
    if (run.prior.length === index) run.prior.push(end.value)
    run.state = end.value
    run.result = end.result
    const { stopWhen } = planned.step
    if (!stopWhen) continue
    try {
      if (await stopWhen(run.state, { args: run.args, prior: snapshot(run) })) ended = 'stopped'
    } catch (error) {
      const failure: StepEnd = { ...end, status: 'failed', error: mapperFailure('stopWhen', error) }
      outcomes[index] = toOutcome(planned, failure, run.clock.now() - started)
      for (let rest = index + 1; rest < steps.length; rest++)
        skip(run, steps[rest]!, rest, 'failed', outcomes)
      return failedMacro(name, index, steps.length, failure, outcomes)
    }
  }
  const { args, state } = run
  const value = finalize
    ? await finalize({ args, state, prior: snapshot(run), outcomes: Object.freeze([...outcomes]) })
    : state
  const result = !finalize && run.result ? run.result : normalizeResult(value)
  return { ...result, meta: { ...result.meta, 'toolprism/steps': report(outcomes) } }
}

async function runStep(run: MacroRun, planned: PlannedStep, index: number): Promise<StepEnd> {
  const { step } = planned
  const failed = (where: string, error: unknown): StepEnd => ({
    status: 'failed',
    attempts: 0,
    value: undefined,
    error: mapperFailure(where, error),
  })
  let input: unknown
  let where = 'when'
  try {
    if (run.context.signal?.aborted) return { status: 'aborted', attempts: 0, value: undefined }
    if (step.when && !(await step.when(callback(run))))
      return { status: 'skipped', attempts: 0, value: undefined }
    where = 'mapArgs'
    input = step.mapArgs(callback(run))
    if (input instanceof Promise) input = await input
  } catch (error) {
    emitError(run, planned, index, mapperFailure(where, error))
    return recover(run, planned, failed(where, error))
  }
  const end = planned.isGroup
    ? await runGroup(run, planned, index, input)
    : fromAttempt(await attempt(run, planned, index, planned.tools[0]!, input, undefined))
  if (run.context.signal?.aborted) return { ...end, status: 'aborted' }
  if (end.status !== 'ok') return recover(run, planned, end)
  if (!step.mapResult) return end
  run.prior.push(end.value)
  try {
    const value = await step.mapResult(end.value, callback(run))
    return { ...end, value, result: undefined }
  } catch (error) {
    run.prior.pop()
    const message = mapperFailure('mapResult', error)
    emitError(run, planned, index, message)
    return recover(run, planned, { ...end, status: 'failed', error: message })
  }
}

function fromAttempt({ result, attempts }: Attempted): StepEnd {
  if (result.isError)
    return {
      status: 'failed',
      attempts,
      value: undefined,
      error: resultText(result),
      code: resultCode(result)!,
    }
  return { status: 'ok', attempts, value: resultValue(result), result }
}

/** The tools of a group side by side. One that fails stops its siblings, unless the policy goes on. */
async function runGroup(
  run: MacroRun,
  planned: PlannedStep,
  index: number,
  inputs: unknown,
): Promise<StepEnd> {
  const controller = new AbortController()
  const signal = AbortSignal.any([run.context.signal, controller.signal])
  const given = (typeof inputs === 'object' && inputs !== null ? inputs : {}) as Record<
    string,
    unknown
  >
  const members = planned.tools.filter(({ key }) => given[key] !== undefined)
  const ends = new Map<string, Attempted>()
  let first: { key: string; attempted: Attempted } | undefined
  let next = 0
  const worker = async () => {
    for (let member = members[next++]; member !== undefined; member = members[next++]) {
      if (controller.signal.aborted) return
      const attempted = await attempt(run, planned, index, member, given[member.key], signal)
      ends.set(member.key, attempted)
      if (!attempted.result.isError) continue
      first ??= { key: member.key, attempted }
      if (planned.policy !== 'continue') controller.abort()
    }
  }
  const width = Math.min(planned.concurrency, members.length)
  await Promise.all(Array.from({ length: width }, worker))
  const attempts = Math.max(0, ...[...ends.values()].map((end) => end.attempts))
  const value: Record<string, unknown> = {}
  for (const { key } of planned.tools) {
    const end = ends.get(key)
    value[key] = end && !end.result.isError ? resultValue(end.result) : undefined
  }
  if (!first || planned.policy === 'continue') {
    const error = first && `${first.key}: ${resultText(first.attempted.result)}`
    return { status: 'ok', attempts, value, ...(error === undefined ? {} : { error }) }
  }
  const { result } = first.attempted
  return {
    status: 'failed',
    attempts,
    value: undefined,
    error: `${first.key}: ${resultText(result)}`,
    code: resultCode(result)!,
  }
}

/** After all attempts failed: the policy. */
async function recover(run: MacroRun, planned: PlannedStep, end: StepEnd): Promise<StepEnd> {
  if (planned.policy !== 'fallback') return end
  const { fallback } = planned.step
  try {
    const value =
      typeof fallback === 'function'
        ? await fallback({ ...callback(run), error: end.error ?? '' })
        : fallback
    return { ...end, status: 'fallback', value, result: undefined }
  } catch (error) {
    return { ...end, error: `${end.error}; ${mapperFailure('fallback', error)}` }
  }
}

function callback(run: MacroRun) {
  return { args: run.args, state: run.state, prior: snapshot(run) }
}

/** Callbacks get a frozen copy: one that pushes to it changes nothing. */
function snapshot(run: MacroRun): readonly unknown[] {
  return Object.freeze(run.prior.slice())
}

function toOutcome(planned: PlannedStep, end: StepEnd, durationMs: number): StepOutcome {
  const { status, attempts, value, error } = end
  const outcome: StepOutcome = {
    id: planned.id,
    tool: planned.toolName,
    status,
    attempts,
    durationMs,
  }
  if (status === 'ok' || status === 'fallback') outcome.result = value
  if (error !== undefined) outcome.error = error
  return outcome
}

/** Outcomes without the values: those stay inside the macro. */
function report(outcomes: readonly StepOutcome[]): Omit<StepOutcome, 'result'>[] {
  return outcomes.map(({ result, ...outcome }) => outcome)
}

function failedMacro(
  name: string,
  index: number,
  count: number,
  end: StepEnd,
  outcomes: readonly StepOutcome[],
): ToolResult {
  const failed = outcomes[index]!
  const completed = outcomes.filter(({ status }) => status === 'ok' || status === 'fallback')
  const ids = completed.map(({ id }) => id)
  const place = `step ${JSON.stringify(failed.id)} (${index + 1} of ${count})`
  const what =
    end.status === 'aborted'
      ? `was cancelled at ${place}`
      : `failed at ${place}: ${end.error ?? ''}`
  const done = ids.length > 0 ? `Completed before: ${ids.join(', ')}.` : 'No step was completed.'
  const code = end.status === 'aborted' ? 'CANCELLED' : (end.code ?? 'TOOL_FAILED')
  return {
    ...errorResult(`${name} ${what}\n${done}`, {
      code,
      meta: { 'toolprism/steps': report(outcomes) },
    }),
    structuredContent: { failedStep: failed.id, completedSteps: ids },
  }
}

function skip(
  run: MacroRun,
  planned: PlannedStep,
  index: number,
  reason: 'stopped' | 'failed' | 'aborted',
  outcomes: StepOutcome[],
): void {
  emitSkip(run, planned, index, reason)
  outcomes.push({
    id: planned.id,
    tool: planned.toolName,
    status: 'skipped',
    attempts: 0,
    durationMs: 0,
  })
}

function eventBase(run: MacroRun, planned: PlannedStep, index: number) {
  return {
    step: index,
    id: planned.id,
    tool: planned.toolName,
    path: [...run.path, planned.id],
    macroCallId: run.context.callId,
    callId: `${run.context.callId}:${index}`,
    attempt: 1,
  }
}

function emitSkip(
  run: MacroRun,
  planned: PlannedStep,
  index: number,
  reason: Extract<StepEvent, { type: 'skip' }>['reason'],
): void {
  run.emit?.({ ...eventBase(run, planned, index), type: 'skip', reason })
}

function emitError(run: MacroRun, planned: PlannedStep, index: number, error: string): void {
  run.emit?.({ ...eventBase(run, planned, index), type: 'error', error, durationMs: 0 })
}
