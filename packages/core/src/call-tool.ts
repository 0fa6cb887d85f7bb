import { type CallState, callIdOf, contextOf, isAbortable, isAborted } from './call-context'
import { type CheckedInput, type CheckInputOptions, checkRawInput } from './check-tool-input'
import type { StepEvent } from './compose/types'
import type { ToolResult } from './content'
import { finish } from './finish'
import type { OutputBudget } from './limit-result'
import { race } from './race'
import { errorResult, resultCode, resultText } from './results'
import { readySchema } from './schema'
import { isThenable, thrownResult } from './thrown'
import type {
  ElicitRequest,
  ElicitResult,
  LogLevel,
  ToolContext,
  ToolDefinition,
  ToolProgress,
} from './tool'
import { type ToolTracer, toolArguments, toolResultContent, toolSpan } from './trace'

/** What a hook may answer: nothing lets the call run, `block` refuses it, `input` replaces the input (checked again). */
export type BeforeExecuteDecision =
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook without a return statement lets the call run.
  void | undefined | { block: string; code?: string } | { input: unknown }

export interface BeforeExecuteCall {
  tool: ToolDefinition
  /** What the schema parsed the input to. */
  input: unknown
  context: ToolContext
}

export interface CallToolOptions extends CheckInputOptions {
  /** @default a new unique id */
  callId?: string | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds from the start of `execute` until the call is abandoned; wins over the tool's own. @default none */
  timeoutMs?: number | undefined
  /** Passed to the tool as `context.host`; core never reads it. */
  host?: unknown
  parentCallId?: string | undefined
  /** Stable over retries and replays; a function is called when the tool asks. */
  idempotencyKey?: string | (() => string) | undefined
  /** @default 1 */
  attempt?: number | undefined
  /** The input is what `checkToolInput` or a `toStandardSchema` with a budget answered: no second check. @default false */
  inputChecked?: boolean | undefined
  /** Limits of the result, or false for none. @default 1_000_000 characters of text, 10_000_000 of base64 */
  outputBudget?: OutputBudget | false | undefined
  onProgress?: ((update: ToolProgress) => void) | undefined
  onLog?: ((level: LogLevel, message: string, data?: unknown) => void) | undefined
  /** Takes the events of the steps, when the tool is a macro. */
  onStep?: ((event: StepEvent) => void) | undefined
  elicit?: ((request: ElicitRequest) => Promise<ElicitResult>) | undefined
  /** The host's last word before a tool runs: permissions, rewriting. A hook that throws blocks the call. */
  beforeExecute?:
    | ((call: BeforeExecuteCall) => BeforeExecuteDecision | Promise<BeforeExecuteDecision>)
    | undefined
  /** Spans for this call and the calls inside it. */
  tracer?: ToolTracer | undefined
  /** The span around this call: what the tracer's `start` answered for it. */
  traceParent?: unknown
}

const noOptions: CallToolOptions = {}

type Maybe<T> = T | Promise<T>

/**
 * Runs a tool: the one way, in every host. Budget, schema, the host's hook, execute with a signal and a timeout,
 * result, output schema, output budget, in this order. Never rejects and never throws: whatever goes wrong is a
 * result with `isError`, whose text a model can repair from and whose `meta['toolprism/code']` a program can read.
 */
export function callTool(
  tool: ToolDefinition,
  rawInput: unknown,
  options: CallToolOptions = noOptions,
): Promise<ToolResult> {
  return Promise.resolve(runTool(tool, rawInput, options, undefined))
}

/** `callTool` for calls inside a call: answers at once where schema and tool do. Never throws, never rejects. */
export function runTool(
  tool: ToolDefinition,
  rawInput: unknown,
  options: CallToolOptions,
  parent: CallState | undefined,
): Maybe<ToolResult> {
  const state: CallState = {
    tool,
    options,
    parent,
    settled: false,
    controller: undefined,
    context: undefined,
    callId: undefined,
    span: undefined,
    notes: undefined,
    unlink: undefined,
  }
  if (options.tracer) startSpan(state, rawInput)
  let outcome: Maybe<ToolResult>
  try {
    outcome = start(state, rawInput)
  } catch (error) {
    outcome = thrownResult(error)
  }
  if (!(outcome instanceof Promise)) return settle(state, outcome)
  return outcome.then(
    (result) => settle(state, result),
    (error) => settle(state, thrownResult(error)),
  )
}

function settle(state: CallState, result: ToolResult): ToolResult {
  state.settled = true
  state.unlink?.()
  const done = state.notes ? { ...result, meta: { ...result.meta, ...state.notes } } : result
  if (state.options.tracer) endSpan(state, done)
  return done
}

function start(state: CallState, rawInput: unknown): Maybe<ToolResult> {
  const { tool, options } = state
  if (isAborted(state)) return cancelled(state)
  if (options.inputChecked) return hook(state, rawInput)
  const checked = checkRawInput(
    readySchema(tool.inputSchema),
    tool.inputSchema,
    rawInput,
    options,
    tool.name,
  )
  return checked instanceof Promise
    ? checked.then((input) => afterCheck(state, input))
    : afterCheck(state, checked)
}

function afterCheck(state: CallState, checked: CheckedInput): Maybe<ToolResult> {
  if (!checked.ok) return refused(checked)
  if (checked.repaired) note(state, 'toolprism/repaired', checked.repaired)
  if (checked.unchecked) note(state, 'toolprism/unchecked', checked.unchecked)
  return hook(state, checked.value)
}

function note(state: CallState, key: string, value: unknown): void {
  state.notes = { ...state.notes, [key]: value }
}

function refused(input: Extract<CheckedInput, { ok: false }>): ToolResult {
  const { code, message, issues } = input
  return errorResult(message, { code, meta: { 'toolprism/issues': issues } })
}

function hook(state: CallState, input: unknown): Maybe<ToolResult> {
  const { tool, options } = state
  if (!options.beforeExecute) return execute(state, input)
  let decision: BeforeExecuteDecision | Promise<BeforeExecuteDecision>
  try {
    decision = options.beforeExecute({ tool, input, context: contextOf(state) })
  } catch (error) {
    return failClosed(error)
  }
  if (!isThenable(decision)) return decided(state, input, decision)
  return race(state, Promise.resolve(decision), undefined, cancelled).then(
    (settled) =>
      'value' in settled
        ? decided(state, input, settled.value as BeforeExecuteDecision)
        : settled.result,
    failClosed,
  )
}

function decided(
  state: CallState,
  input: unknown,
  decision: BeforeExecuteDecision,
): Maybe<ToolResult> {
  const { tool, options } = state
  if (isAborted(state)) return cancelled(state)
  if (!decision) return execute(state, input)
  if ('block' in decision)
    return errorResult(String(decision.block), { code: decision.code ?? 'BLOCKED' })
  const again = checkRawInput(
    readySchema(tool.inputSchema),
    tool.inputSchema,
    decision.input,
    options,
    tool.name,
  )
  const go = (checked: CheckedInput) =>
    checked.ok ? execute(state, checked.value) : refused(checked)
  return again instanceof Promise ? again.then(go) : go(again)
}

function failClosed(error: unknown): ToolResult {
  const { content, meta } = thrownResult(error)
  return { content, isError: true, meta: { ...meta, 'toolprism/code': 'BLOCKED' } }
}

function execute(state: CallState, input: unknown): Maybe<ToolResult> {
  const { tool, options } = state
  const returned: unknown = tool.execute(input, contextOf(state))
  if (typeof returned !== 'object' || returned === null) return finish(state, returned)
  const thenable = isThenable(returned)
  if (!thenable && !isAsyncIterable(returned)) return finish(state, returned)
  const timeout = options.timeoutMs ?? tool.timeoutMs
  const value = thenable
    ? Promise.resolve(returned).then((inner) =>
        isAsyncIterable(inner) ? drain(state, inner) : inner,
      )
    : drain(state, returned as AsyncIterable<unknown>)
  if (!isAbortable(state)) return value.then((result) => finish(state, result))
  return race(state, value, timeout, cancelled).then((settled) =>
    'value' in settled ? finish(state, settled.value) : settled.result,
  )
}

function cancelled(state: CallState): ToolResult {
  return errorResult(`${state.tool.name} was cancelled.`, { code: 'CANCELLED' })
}

/** Yields are progress; the last one, or what the generator returns, is the result. */
async function drain(state: CallState, iterable: AsyncIterable<unknown>): Promise<unknown> {
  const iterator = iterable[Symbol.asyncIterator]()
  let last: unknown
  for (;;) {
    const step = await iterator.next()
    if (state.settled) {
      // Nobody waits any more: let a generator run its finally blocks.
      void Promise.resolve(iterator.return?.()).catch(() => {})
      return undefined
    }
    if (step.done) return step.value === undefined ? last : step.value
    last = step.value
    contextOf(state).progress({ data: last })
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { [Symbol.asyncIterator]?: unknown })[Symbol.asyncIterator] === 'function'
  )
}

function startSpan(state: CallState, rawInput: unknown): void {
  const { tool, options } = state
  const tracer = options.tracer!
  const { name, attributes } = toolSpan(String(tool?.name), callIdOf(state))
  if (tracer.recordContent) Object.assign(attributes, toolArguments(jsonOf(rawInput)))
  const parent = options.traceParent
  try {
    state.span = tracer.start({ name, attributes, ...(parent === undefined ? {} : { parent }) })
  } catch {
    // A tracer that fails must not fail the call.
  }
}

function endSpan(state: CallState, result: ToolResult): void {
  const tracer = state.options.tracer!
  try {
    if (result.isError)
      tracer.error(state.span, { type: resultCode(result)!, message: resultText(result) })
    tracer.end(
      state.span,
      tracer.recordContent ? toolResultContent(jsonOf(result.content)) : undefined,
    )
  } catch {
    // As above.
  }
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
