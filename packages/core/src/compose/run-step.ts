import type { CallToolOptions } from '../call-tool'
import type { ToolResult } from '../content'
import type { ToolContext, ToolDefinition } from '../tool'
import { callPath } from './call-path'
import { canonicalJson } from './canonical-json'
import type { PlannedStep } from './plan'
import type { ComposeClock, StepEvent } from './types'

/** What one run of a macro keeps. */
export interface MacroRun {
  args: unknown
  context: ToolContext
  clock: ComposeClock
  state: unknown
  /** The result the state came from, when nothing changed it since. */
  result: ToolResult | undefined
  prior: unknown[]
  emit: ((event: StepEvent) => void) | undefined
  path: readonly string[]
  tracing: Pick<CallToolOptions, 'tracer' | 'traceParent'> | undefined
}

export interface Attempted {
  result: ToolResult
  attempts: number
}

export interface Member {
  key: string
  tool: ToolDefinition
}

/** Calls one tool of a step once, at once where it is sync. Never throws, never rejects. */
export function callOnce(
  run: MacroRun,
  planned: PlannedStep,
  index: number,
  member: Member,
  input: unknown,
): ToolResult | Promise<ToolResult> {
  const callId = stepCallId(run, index, member)
  return callPath.callInside(
    run.context,
    member.tool,
    input,
    callOptions(run, planned, callId, input),
  )
}

/** Calls one tool of a step, with its events and retries. Never rejects. */
export async function attempt(
  run: MacroRun,
  planned: PlannedStep,
  index: number,
  member: Member,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<Attempted> {
  const { context, emit } = run
  const { tool } = member
  const { retry } = planned
  const callId = stepCallId(run, index, member)
  const event = (attempts: number) => ({
    step: index,
    id: planned.id,
    tool: tool.name,
    path: [...run.path, planned.id],
    macroCallId: context.callId,
    callId,
    attempt: attempts,
  })
  for (let attempts = 1; ; attempts++) {
    const options = callOptions(run, planned, callId, input)
    options.attempt = attempts
    if (signal) options.signal = signal
    if (emit) {
      options.onProgress = (update) => {
        emit({ ...event(attempts), type: 'progress', update })
        context.progress?.(update)
      }
      options.onStep = (inner) => emit({ ...inner, path: [...run.path, planned.id, ...inner.path] })
      emit({ ...event(attempts), type: 'start', args: input })
    }
    const started = run.clock.now()
    const result = await callPath.callInside(context, tool, input, options)
    const durationMs = run.clock.now() - started
    if (!result.isError) {
      emit?.({ ...event(attempts), type: 'end', result: callPath.resultValue(result), durationMs })
      return { result, attempts }
    }
    const again = retry !== undefined && attempts < retry.attempts && mayRetry(result)
    if (!again || wasAborted(context, signal)) {
      emit?.({ ...event(attempts), type: 'error', error: callPath.resultText(result), durationMs })
      return { result, attempts }
    }
    const delay = Math.min(retry.delayMs * 2 ** (attempts - 1), retry.maxDelayMs)
    const delayMs = delay * (1 - retry.jitter * run.clock.random())
    emit?.({ ...event(attempts), type: 'retry', error: callPath.resultText(result), delayMs })
    await run.clock.sleep(delayMs, signal ?? context.signal).catch(() => {})
    if (wasAborted(context, signal)) return { result, attempts }
  }
}

/** Whether the macro, or the group a call belongs to, was ended. */
export function wasAborted(context: ToolContext, signal?: AbortSignal): boolean {
  if (signal?.aborted) return true
  const state = callPath.stateOf(context)
  return state ? state.settled || callPath.isAborted(state) : context.signal?.aborted === true
}

/** Thrown errors and results marked retryable; never what would fail the same way again. */
function mayRetry(result: ToolResult): boolean {
  const { meta } = result
  if (meta?.['toolprism/retryable'] === true) return true
  return meta?.['toolprism/thrown'] === true && callPath.resultCode(result) === 'TOOL_FAILED'
}

function stepCallId(run: MacroRun, index: number, { key }: Member): string {
  return `${run.context.callId}:${index}${key && `.${key}`}`
}

function callOptions(
  run: MacroRun,
  planned: PlannedStep,
  callId: string,
  input: unknown,
): CallToolOptions {
  const { context, tracing } = run
  return {
    callId,
    timeoutMs: planned.step.timeoutMs,
    // A function: most tools never ask, and hashing every input is dear.
    idempotencyKey: () => {
      const base = context.idempotencyKey ?? context.callId
      return `${planned.id}-${callPath.stableHash(`${base}\n${callId}\n${canonicalJson(input)}`, 28)}`
    },
    tracer: tracing?.tracer,
    traceParent: tracing?.traceParent,
  }
}

/** The message of whatever a mapper threw. */
export const mapperFailure = (where: string, error: unknown): string =>
  `${where} failed: ${callPath.thrownMessage(error)}`
