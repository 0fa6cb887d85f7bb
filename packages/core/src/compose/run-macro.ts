import type { ToolResult } from '../content'
import { callPath } from './call-path'
import type { PlannedStep } from './plan'
import { runGroup } from './run-group'
import {
  type Attempted,
  attempt,
  callOnce,
  type MacroRun,
  mapperFailure,
  wasAborted,
} from './run-step'
import type { StepEvent, StepOutcome, StepStatus } from './types'

export interface StepEnd {
  status: StepStatus
  attempts: number
  value: unknown
  /** The tool's own result, when the value is unchanged. */
  result?: ToolResult | undefined
  error?: string | undefined
  code?: string | undefined
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
  let started = run.clock.now()
  for (let index = 0; index < steps.length; index++) {
    const planned = steps[index]!
    if (ended) {
      skip(run, planned, index, ended, outcomes)
      continue
    }
    const running = runStep(run, planned, index)
    const end = running instanceof Promise ? await running : running
    const finished = run.clock.now()
    const failed = end.status === 'failed'
    outcomes.push(toOutcome(planned, end, finished - started))
    started = finished
    if (end.status === 'aborted' || (failed && planned.policy === 'stop')) {
      skipRest(run, steps, index, failed ? 'failed' : 'aborted', outcomes)
      return failedMacro(name, index, steps.length, end, outcomes)
    }
    if (end.status === 'skipped' || failed) run.prior.push(undefined)
    if (end.status === 'skipped') {
      emitSkip(run, planned, index, 'when')
      continue
    }
    if (failed) {
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
      outcomes[index] = toOutcome(planned, failure, outcomes[index]!.durationMs)
      skipRest(run, steps, index, 'failed', outcomes)
      return failedMacro(name, index, steps.length, failure, outcomes)
    }
  }
  return answer(run, outcomes, finalize)
}

async function answer(
  run: MacroRun,
  outcomes: StepOutcome[],
  finalize: Finalize | undefined,
): Promise<ToolResult> {
  const { args, state } = run
  let result: ToolResult
  if (finalize) {
    const values = outcomes.map((outcome, index) =>
      run.prior[index] === undefined ? outcome : { ...outcome, result: run.prior[index] },
    )
    result = callPath.normalizeResult(
      await finalize({ args, state, prior: snapshot(run), outcomes: values }),
    )
  } else result = run.result ?? callPath.normalizeResult(state)
  const { content, structuredContent, isError, meta } = result
  const told: ToolResult = { content, meta: { 'toolprism/steps': outcomes, ...meta } }
  if (structuredContent !== undefined) told.structuredContent = structuredContent
  if (isError) told.isError = isError
  return told
}

/** At once where nothing asks for a wait: most steps are one call of a sync mapper and a tool. */
function runStep(run: MacroRun, planned: PlannedStep, index: number): StepEnd | Promise<StepEnd> {
  if (!planned.isPlain || run.emit) return runFullStep(run, planned, index)
  if (wasAborted(run.context)) return aborted
  try {
    const input: unknown = planned.step.mapArgs(new StepView(run))
    if (input instanceof Promise)
      return input.then(
        (settled) => callPlain(run, planned, index, settled),
        (error) => mapperFailed('mapArgs', error),
      )
    return callPlain(run, planned, index, input)
  } catch (error) {
    return mapperFailed('mapArgs', error)
  }
}

const aborted: StepEnd = { status: 'aborted', attempts: 0, value: undefined }

function callPlain(
  run: MacroRun,
  planned: PlannedStep,
  index: number,
  input: unknown,
): StepEnd | Promise<StepEnd> {
  const result = callOnce(run, planned, index, planned.tools[0]!, input)
  return result instanceof Promise
    ? result.then((settled) => plainEnd(run, settled))
    : plainEnd(run, result)
}

function plainEnd(run: MacroRun, result: ToolResult): StepEnd {
  const end = fromAttempt({ result, attempts: 1 })
  return wasAborted(run.context) ? { ...end, status: 'aborted' } : end
}

function mapperFailed(where: string, error: unknown): StepEnd {
  return { status: 'failed', attempts: 0, value: undefined, error: mapperFailure(where, error) }
}

async function runFullStep(run: MacroRun, planned: PlannedStep, index: number): Promise<StepEnd> {
  const { step } = planned
  let input: unknown
  let where = 'when'
  try {
    if (wasAborted(run.context)) return aborted
    if (step.when && !(await step.when(new StepView(run))))
      return { status: 'skipped', attempts: 0, value: undefined }
    where = 'mapArgs'
    input = await step.mapArgs(new StepView(run))
  } catch (error) {
    emitError(run, planned, index, mapperFailure(where, error))
    return recover(run, planned, mapperFailed(where, error))
  }
  const end = planned.isGroup
    ? await runGroup(run, planned, index, input)
    : fromAttempt(await attempt(run, planned, index, planned.tools[0]!, input, undefined))
  if (wasAborted(run.context)) return { ...end, status: 'aborted' }
  if (end.status !== 'ok') return recover(run, planned, end)
  if (!step.mapResult) return end
  run.prior.push(end.value)
  try {
    const value = await step.mapResult(end.value, new StepView(run))
    return { ...end, value, result: undefined }
  } catch (error) {
    run.prior.pop()
    emitError(run, planned, index, mapperFailure('mapResult', error))
    return recover(run, planned, { ...mapperFailed('mapResult', error), attempts: end.attempts })
  }
}

function fromAttempt({ result, attempts }: Attempted): StepEnd {
  if (!result.isError)
    return { status: 'ok', attempts, value: callPath.resultValue(result), result }
  const error = callPath.resultText(result)
  return { status: 'failed', attempts, value: undefined, error, code: callPath.resultCode(result) }
}

/** After all attempts failed: the policy. */
async function recover(run: MacroRun, planned: PlannedStep, end: StepEnd): Promise<StepEnd> {
  if (planned.policy !== 'fallback') return end
  const { fallback } = planned.step
  const { args, state } = run
  const failure = { args, state, prior: snapshot(run), error: end.error ?? '' }
  try {
    const value = typeof fallback === 'function' ? await fallback(failure) : fallback
    return { ...end, status: 'fallback', value, result: undefined }
  } catch (error) {
    return { ...end, error: `${end.error}; ${mapperFailure('fallback', error)}` }
  }
}

/** What a callback sees. Its copy of `prior` is made when it looks (a class: see LazyContext). */
class StepView {
  readonly args: unknown
  readonly state: unknown
  readonly #run: MacroRun

  constructor(run: MacroRun) {
    this.args = run.args
    this.state = run.state
    this.#run = run
  }

  get prior() {
    return snapshot(this.#run)
  }
}

/** Callbacks get a frozen copy: one that pushes to it changes nothing. */
function snapshot(run: MacroRun): readonly unknown[] {
  return Object.freeze(run.prior.slice())
}

function toOutcome(planned: PlannedStep, end: StepEnd, durationMs: number): StepOutcome {
  const { status, attempts, error } = end
  const { id, toolName: tool } = planned
  return error === undefined
    ? { id, tool, status, attempts, durationMs }
    : { id, tool, status, attempts, durationMs, error }
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
  const isAbort = end.status === 'aborted'
  const what = isAbort ? `was cancelled at ${place}` : `failed at ${place}: ${end.error ?? ''}`
  const done = ids.length > 0 ? `Completed before: ${ids.join(', ')}.` : 'No step was completed.'
  const code = isAbort ? 'CANCELLED' : (end.code ?? 'TOOL_FAILED')
  return {
    ...callPath.errorResult(`${name} ${what}\n${done}`, {
      code,
      meta: { 'toolprism/steps': outcomes },
    }),
    structuredContent: { failedStep: failed.id, completedSteps: ids },
  }
}

type SkipReason = Extract<StepEvent, { type: 'skip' }>['reason']

function skipRest(
  run: MacroRun,
  steps: readonly PlannedStep[],
  index: number,
  reason: SkipReason,
  outcomes: StepOutcome[],
): void {
  for (let rest = index + 1; rest < steps.length; rest++)
    skip(run, steps[rest]!, rest, reason, outcomes)
}

function skip(
  run: MacroRun,
  planned: PlannedStep,
  index: number,
  reason: SkipReason,
  outcomes: StepOutcome[],
): void {
  emitSkip(run, planned, index, reason)
  outcomes.push(toOutcome(planned, { status: 'skipped', attempts: 0, value: undefined }, 0))
}

function eventBase(run: MacroRun, planned: PlannedStep, index: number) {
  const { callId } = run.context
  return {
    step: index,
    id: planned.id,
    tool: planned.toolName,
    path: [...run.path, planned.id],
    macroCallId: callId,
    callId: `${callId}:${index}`,
    attempt: 1,
  }
}

function emitSkip(run: MacroRun, planned: PlannedStep, index: number, reason: SkipReason): void {
  run.emit?.({ ...eventBase(run, planned, index), type: 'skip', reason })
}

function emitError(run: MacroRun, planned: PlannedStep, index: number, error: string): void {
  run.emit?.({ ...eventBase(run, planned, index), type: 'error', error, durationMs: 0 })
}
