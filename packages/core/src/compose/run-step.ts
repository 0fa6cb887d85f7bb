import { type CallToolOptions, callTool } from '../call-tool'
import type { ToolResult } from '../content'
import { resultCode, resultText, resultValue } from '../results'
import { thrownMessage } from '../thrown'
import type { ToolContext, ToolDefinition } from '../tool'
import { stableHash } from '../tool-names'
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
  /** A frozen copy of `prior`, made when somebody looks. */
  emit: ((event: StepEvent) => void) | undefined
  path: readonly string[]
  tracing: Pick<CallToolOptions, 'tracer' | 'traceParent'> | undefined
}

export interface Attempted {
  result: ToolResult
  attempts: number
}

/** Calls one tool of a step, with its retries. Never rejects. */
export async function attempt(
  run: MacroRun,
  planned: PlannedStep,
  index: number,
  member: { key: string; tool: ToolDefinition },
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<Attempted> {
  const { context, emit } = run
  const { key, tool } = member
  const { retry } = planned
  const callId = `${context.callId}:${index}${key && `.${key}`}`
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
    const options = callOptions(run, planned, event, attempts, callId, input, signal)
    emit?.({ ...event(attempts), type: 'start', args: input })
    const started = run.clock.now()
    const result = await (context.call ?? bareCall(context))(tool, input, options)
    const durationMs = run.clock.now() - started
    if (!result.isError) {
      emit?.({ ...event(attempts), type: 'end', result: resultValue(result), durationMs })
      return { result, attempts }
    }
    const again = retry !== undefined && attempts < retry.attempts && mayRetry(result)
    if (!again || isAborted(context, signal)) {
      emit?.({ ...event(attempts), type: 'error', error: resultText(result), durationMs })
      return { result, attempts }
    }
    const delay = Math.min(retry.delayMs * 2 ** (attempts - 1), retry.maxDelayMs)
    const delayMs = delay * (1 - retry.jitter * run.clock.random())
    emit?.({ ...event(attempts), type: 'retry', error: resultText(result), delayMs })
    await run.clock.sleep(delayMs, signal ?? context.signal).catch(() => {})
    if (isAborted(context, signal)) return { result, attempts }
  }
}

function isAborted(context: ToolContext, signal: AbortSignal | undefined): boolean {
  return (signal ?? context.signal).aborted
}

/** Thrown errors and results marked retryable; never what would fail the same way again. */
function mayRetry(result: ToolResult): boolean {
  const { meta } = result
  if (meta?.['toolprism/retryable'] === true) return true
  return meta?.['toolprism/thrown'] === true && resultCode(result) === 'TOOL_FAILED'
}

function callOptions(
  run: MacroRun,
  planned: PlannedStep,
  event: (attempts: number) => Omit<Extract<StepEvent, { type: 'start' }>, 'type' | 'args'>,
  attempts: number,
  callId: string,
  input: unknown,
  signal: AbortSignal | undefined,
): CallToolOptions {
  const { context, emit } = run
  const { step } = planned
  const options: CallToolOptions = {
    callId,
    attempt: attempts,
    // A getter: most tools never ask, and hashing every input is dear.
    get idempotencyKey() {
      const base = context.idempotencyKey ?? context.callId
      return `${planned.id}-${stableHash(`${base}\n${callId}\n${canonicalJson(input)}`, 28)}`
    },
  }
  if (signal) options.signal = signal
  if (step.timeoutMs !== undefined) options.timeoutMs = step.timeoutMs
  if (run.tracing) Object.assign(options, run.tracing)
  if (emit) {
    options.onProgress = (update) => {
      emit({ ...event(attempts), type: 'progress', update })
      context.progress?.(update)
    }
    options.onStep = (inner) => emit({ ...inner, path: [...run.path, planned.id, ...inner.path] })
  }
  return options
}

/** For a macro run outside callTool: the steps still go through it. */
function bareCall(context: ToolContext): NonNullable<ToolContext['call']> {
  return (tool, input, options) =>
    callTool(tool, input, {
      signal: context.signal,
      host: context.host,
      parentCallId: context.callId,
      ...options,
    })
}

/** The message of whatever a mapper threw. */
export const mapperFailure = (where: string, error: unknown): string =>
  `${where} failed: ${thrownMessage(error)}`
