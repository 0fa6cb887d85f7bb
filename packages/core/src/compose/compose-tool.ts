import { callInside, isAbortable, isAborted, stateOf, traceOf } from '../call-context'
import { checkToolInput } from '../check-tool-input'
import type { ToolResult } from '../content'
import { checkTool, nameInWords } from '../define-tool'
import { normalizeResult } from '../normalize-result'
import { errorResult, resultCode, resultText, resultValue } from '../results'
import type { SchemaInput } from '../schema'
import { thrownMessage } from '../thrown'
import type { ToolContext, ToolDefinition, ToolSchema } from '../tool'
import { stableHash } from '../tool-names'
import { type ToolTracer, workflowSpan } from '../trace'
import { deriveAnnotations } from './annotations'
import { type AnyStep, planSteps } from './plan'
import type { MacroRun } from './run-step'
import type {
  ComposeClock,
  ComposedTool,
  ComposeOptions,
  MacroArgs,
  MacroOutput,
  StepEvent,
  StepTools,
  Unset,
} from './types'

const systemClock: ComposeClock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      signal.addEventListener('abort', done, { once: true })
      if (signal.aborted) done()
    }),
}

type Runner = typeof import('./runtime')
let runner: Runner | undefined

/** What runs macros loads with the first one that runs: who only defines tools never pays for it. */
async function loadRunner(): Promise<Runner> {
  const loaded = await import('./runtime')
  loaded.useCallPath({
    callInside,
    checkToolInput,
    errorResult,
    isAbortable,
    isAborted,
    normalizeResult,
    resultCode,
    resultText,
    resultValue,
    stableHash,
    stateOf,
    thrownMessage,
  })
  runner = loaded
  return loaded
}

function startMacro(...parameters: Parameters<Runner['runMacro']>): Promise<ToolResult> {
  if (runner) return runner.runMacro(...parameters)
  return loadRunner().then((loaded) => loaded.runMacro(...parameters))
}

/**
 * Chains tools into one: a fixed recipe a model calls with one schema. Every step goes through the same call path
 * as any call (budget, schema, the host's hook), and the state of a step has the type of the value before it.
 * @throws ToolError INVALID_DEFINITION that lists every fault of the macro and its steps.
 */
export function composeTool<
  Args = Unset,
  const Schema extends ToolSchema = ToolSchema,
  const Tools extends StepTools = StepTools,
  Final = MacroOutput<Tools>,
>(
  options: ComposeOptions<MacroArgs<Args, Schema>, Schema, Tools, Final>,
): ComposedTool<MacroArgs<Args, Schema>, Final, [Args] extends [Unset] ? SchemaInput<Schema> : Args>
export function composeTool(
  // biome-ignore lint/suspicious/noExplicitAny: the overload above carries the types.
  options: ComposeOptions<any, any, any, any>,
): ComposedTool<unknown, unknown> {
  const { name, title, outputSchema, presentation, icons, llmHint, meta, timeoutMs } = options
  const steps = planSteps(String(name), options.steps as readonly AnyStep[])
  const tool: ComposedTool<unknown, unknown> = {
    name,
    description: options.description ?? nameInWords(String(name)),
    inputSchema: options.inputSchema ?? options.schema,
    annotations: deriveAnnotations(steps, options.annotations, options.trustAnnotations),
    ...defined({ title, outputSchema, presentation, icons, llmHint, meta, timeoutMs }),
    // Without a named second parameter the context is the lazy one, which is all a macro needs.
    execute(...[args, context]: [unknown, ToolContext]) {
      const run: MacroRun = {
        args,
        context: context ?? bareContext(),
        clock: options.clock ?? systemClock,
        state: undefined,
        result: undefined,
        prior: [],
        emit: listener(options, context),
        path: [],
        tracing: undefined,
      }
      const tracing = traceOf(context)
      const tracer = options.tracer ?? tracing?.tracer
      const work = () => startMacro(name, steps, run, options.finalize)
      return tracer ? traced(tracer, tracing?.span, name, run, work) : work()
    },
    dryRun: async (input, context = {}) =>
      (await loadRunner()).dryRunMacro(tool, steps, input, context),
  }
  checkTool(tool as ToolDefinition)
  return Object.freeze(tool)
}

function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never
}

/** One listener for the macro's own `onStep` and the host's; neither can fail the run. */
function listener(
  options: Pick<ComposeOptions<never, never, StepTools, never>, 'onStep' | 'onListenerError'>,
  context: ToolContext | undefined,
): ((event: StepEvent) => void) | undefined {
  const own = options.onStep
  const host = context?.onStep
  if (!own && !host) return undefined
  let told = false
  const call = (listen: ((event: StepEvent) => void) | undefined, event: StepEvent) => {
    try {
      listen?.(event)
    } catch (error) {
      if (!told) options.onListenerError?.(error)
      told = true
    }
  }
  return (event) => {
    call(own, event)
    call(host, event)
  }
}

async function traced<T extends { isError?: true }>(
  tracer: ToolTracer,
  parent: unknown,
  name: string,
  run: MacroRun,
  work: () => Promise<T>,
): Promise<T> {
  const span = quietly(() =>
    tracer.start({ ...workflowSpan(name), ...(parent === undefined ? {} : { parent }) }),
  )
  run.tracing = { tracer, traceParent: span }
  try {
    const result = await work()
    if (result.isError)
      quietly(() => tracer.error(span, { type: 'tool_error', message: `${name} failed` }))
    return result
  } catch (error) {
    quietly(() => tracer.error(span, { type: 'exception', message: thrownMessage(error) }))
    throw error
  } finally {
    quietly(() => tracer.end(span))
  }
}

/** A tracer that fails must not fail the macro. */
function quietly<T>(trace: () => T): T | undefined {
  try {
    return trace()
  } catch {
    return undefined
  }
}

/** For `macro.execute(args)` by hand. */
function bareContext(): ToolContext {
  return {
    callId: 'call',
    signal: new AbortController().signal,
    attempt: 1,
    progress() {},
    log() {},
  }
}
