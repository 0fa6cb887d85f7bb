import { type CallState, createContext, newCallId } from './call-context'
import { type CheckedInput, type CheckInputOptions, checkRawInput } from './check-tool-input'
import type { ToolResult } from './content'
import { describeIssues, formatIssues } from './issues'
import { limitResult, type OutputBudget } from './limit-result'
import { normalizeResult, valueResult } from './normalize-result'
import { errorResult, isToolResult } from './results'
import { readySchema } from './schema'
import type { StandardResult } from './standard-schema'
import { isThenable, thrownResult } from './thrown'
import type {
  ElicitRequest,
  ElicitResult,
  LogLevel,
  ToolContext,
  ToolDefinition,
  ToolProgress,
} from './tool'

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
  callId?: string
  signal?: AbortSignal | undefined
  /** Milliseconds from the start of `execute` until the call is abandoned; wins over the tool's own. @default none */
  timeoutMs?: number | undefined
  /** Passed to the tool as `context.host`; core never reads it. */
  host?: unknown
  parentCallId?: string | undefined
  idempotencyKey?: string | undefined
  /** @default 1 */
  attempt?: number
  /** The input is what `checkToolInput` or a `toStandardSchema` with a budget answered: no second check. @default false */
  inputChecked?: boolean
  /** Limits of the result, or false for none. @default 1_000_000 characters of text, 10_000_000 of base64 */
  outputBudget?: OutputBudget | false
  onProgress?(update: ToolProgress): void
  onLog?(level: LogLevel, message: string, data?: unknown): void
  elicit?: ((request: ElicitRequest) => Promise<ElicitResult>) | undefined
  /** The host's last word before a tool runs: permissions, rewriting. A hook that throws blocks the call. */
  beforeExecute?(call: BeforeExecuteCall): BeforeExecuteDecision | Promise<BeforeExecuteDecision>
}

const noOptions: CallToolOptions = {}
const defaultOutput: OutputBudget = { characters: 1_000_000, blobCharacters: 10_000_000 }

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
  const state: CallState = { tool, options, settled: false, controller: undefined }
  const settle = (result: ToolResult): ToolResult => {
    state.settled = true
    return result
  }
  try {
    const outcome = start(state, rawInput)
    if (!(outcome instanceof Promise)) return Promise.resolve(settle(outcome))
    return outcome.then(settle, (error) => settle(thrownResult(error)))
  } catch (error) {
    return Promise.resolve(settle(thrownResult(error)))
  }
}

function start(state: CallState, rawInput: unknown): Maybe<ToolResult> {
  const { tool, options } = state
  if (options.signal?.aborted) return cancelled(state)
  if (options.inputChecked) return hook(state, rawInput)
  const { inputSchema } = tool
  const checked = checkRawInput(readySchema(inputSchema), inputSchema, rawInput, options, tool.name)
  const go = (input: CheckedInput) =>
    input.ok ? hook(state, input.value, input.repaired) : refused(input)
  return checked instanceof Promise ? checked.then(go) : go(checked)
}

function refused(input: Extract<CheckedInput, { ok: false }>): ToolResult {
  const { code, message, issues } = input
  return errorResult(message, { code, meta: { 'toolprism/issues': issues } })
}

function hook(state: CallState, input: unknown, repaired?: string[]): Maybe<ToolResult> {
  const { tool, options } = state
  state.context = createContext(state)
  const run = () => {
    const result = execute(state, input)
    if (!repaired) return result
    const note = (done: ToolResult) => ({
      ...done,
      meta: { ...done.meta, 'toolprism/repaired': repaired },
    })
    return result instanceof Promise ? result.then(note) : note(result)
  }
  if (!options.beforeExecute) return run()
  const decide = (decision: BeforeExecuteDecision): Maybe<ToolResult> => {
    if (options.signal?.aborted) return cancelled(state)
    if (!decision) return run()
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
  const failClosed = (error: unknown): ToolResult => {
    const told = thrownResult(error)
    return { ...told, meta: { ...told.meta, 'toolprism/code': 'BLOCKED' } }
  }
  try {
    const decision = options.beforeExecute({ tool, input, context: state.context })
    if (!isThenable(decision)) return decide(decision)
    return race(state, Promise.resolve(decision), undefined).then(
      (settled) =>
        'value' in settled ? decide(settled.value as BeforeExecuteDecision) : settled.result,
      failClosed,
    )
  } catch (error) {
    return failClosed(error)
  }
}

function execute(state: CallState, input: unknown): Maybe<ToolResult> {
  const { tool, options } = state
  const returned: unknown = tool.execute(input, state.context!)
  if (!isThenable(returned) && !isAsyncIterable(returned)) return finish(state, returned)
  const timeout = options.timeoutMs ?? tool.timeoutMs
  const value = isThenable(returned)
    ? Promise.resolve(returned).then((inner) =>
        isAsyncIterable(inner) ? drain(state, inner) : inner,
      )
    : drain(state, returned as AsyncIterable<unknown>)
  if (timeout === undefined && !options.signal)
    return value.then(
      (result) => finish(state, result),
      (error) => thrownResult(error),
    )
  return race(state, value, timeout).then(
    (settled) => ('value' in settled ? finish(state, settled.value) : settled.result),
    (error) => thrownResult(error),
  )
}

/** Waits for a promise, the timeout or the outer signal; on the latter two the promise is abandoned. */
function race(
  state: CallState,
  promise: Promise<unknown>,
  timeout: number | undefined,
): Promise<{ value: unknown } | { result: ToolResult }> {
  const { signal } = state.options
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onAbort = () => abandon(cancelled(state), signal?.reason)
    const clear = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const abandon = (result: ToolResult, reason: unknown) => {
      clear()
      // Settled before the tool's own abort listeners run: what they report comes too late.
      state.settled = true
      resolve({ result })
      state.controller?.abort(reason)
    }
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    if (timeout !== undefined)
      timer = setTimeout(
        () => {
          const result = timedOut(state, timeout)
          abandon(result, new DOMException(`timed out after ${timeout} ms`, 'TimeoutError'))
        },
        Math.min(timeout, 2 ** 31 - 1),
      )
    promise.then(
      (value) => {
        clear()
        resolve({ value })
      },
      (error) => {
        clear()
        reject(error)
      },
    )
  })
}

function cancelled(state: CallState): ToolResult {
  return errorResult(`${state.tool.name} was cancelled.`, { code: 'CANCELLED' })
}

function timedOut(state: CallState, timeout: number): ToolResult {
  return errorResult(`${state.tool.name} did not answer within ${timeout} ms and was abandoned.`, {
    code: 'TIMEOUT',
    retryable: true,
  })
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
    state.context!.progress({ data: last })
  }
}

function finish(state: CallState, returned: unknown): Maybe<ToolResult> {
  const { outputSchema } = state.tool
  if (outputSchema === undefined || outputSchema === null)
    return limit(state, normalizeResult(returned))
  const given = isToolResult(returned) ? normalizeResult(returned) : undefined
  if (given?.isError) return limit(state, given)
  if (given && given.structuredContent === undefined)
    return errorResult(
      `${state.tool.name} declares an output schema but answered without structuredContent.`,
      { code: 'OUTPUT_INVALID' },
    )
  const value = given ? given.structuredContent : returned
  const parsed = readySchema(outputSchema).validate(value)
  const go = (result: StandardResult<unknown>): ToolResult => {
    if (result.issues) {
      const title = `${state.tool.name} answered a value that does not match its output schema:`
      const message = formatIssues(title, describeIssues(result.issues, value))
      return errorResult(message, { code: 'OUTPUT_INVALID' })
    }
    const made = valueResult(result.value)
    if (made.isError || !given) return limit(state, withStructured(made, result.value))
    return limit(state, {
      ...given,
      content: given.content.length > 0 ? given.content : made.content,
      structuredContent: withStructured(made, result.value).structuredContent,
    })
  }
  return parsed instanceof Promise ? parsed.then(go) : go(parsed)
}

/** A declared output is structured even when it is a string. */
function withStructured(made: ToolResult, value: unknown): ToolResult {
  return made.isError || made.structuredContent !== undefined || value === undefined
    ? made
    : { ...made, structuredContent: value }
}

function limit(state: CallState, result: ToolResult): ToolResult {
  const { outputBudget } = state.options
  return outputBudget === false ? result : limitResult(result, outputBudget ?? defaultOutput)
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { [Symbol.asyncIterator]?: unknown })[Symbol.asyncIterator] === 'function'
  )
}

export { newCallId }
