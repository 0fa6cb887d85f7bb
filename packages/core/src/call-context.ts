import { type CallToolOptions, callTool, runTool } from './call-tool'
import type { ToolResult } from './content'
import type { ToolContext, ToolDefinition } from './tool'
import type { ToolTracer } from './trace'

/** What one call keeps while it runs. */
export interface CallState {
  tool: ToolDefinition
  options: CallToolOptions
  /** The call this one was made inside of. */
  parent: CallState | undefined
  /** True once the call has its result: what the tool still reports comes too late. */
  settled: boolean
  controller: AbortController | undefined
  context: ToolContext | undefined
  callId: string | undefined
  span: unknown
  /** What the result's `meta` will say of how the call went. */
  notes: Record<string, unknown> | undefined
  /** Takes the call's listener off the host's signal. */
  unlink: (() => void) | undefined
}

let prefix: string | undefined
let count = 0

/** A new id, unique over processes. */
export function newCallId(): string {
  // Drawn on first use: importing core has no side effect, and some runtimes refuse randomness at start-up.
  prefix ??= crypto.randomUUID().slice(0, 13).replaceAll('-', '')
  count++
  return `call_${prefix}${count.toString(36)}`
}

export function callIdOf(state: CallState): string {
  state.callId ??= state.options.callId ?? newCallId()
  return state.callId
}

/*
 * Signals. Making one costs ten times as much as a whole small call, so none is made before somebody looks, and
 * nobody listens to one that nothing can abort.
 */

const timeoutOf = ({ options, tool }: CallState) => options.timeoutMs ?? tool.timeoutMs

/** Whether anything can end the call early. */
export function isAbortable(state: CallState): boolean {
  if (state.options.signal || timeoutOf(state) !== undefined) return true
  return state.parent !== undefined && isAbortable(state.parent)
}

/** Whether the call was ended, or what it runs inside of. */
export function isAborted(state: CallState): boolean {
  if (state.options.signal?.aborted) return true
  const { parent } = state
  return parent !== undefined && (parent.settled || isAborted(parent))
}

/** The signal around the call; undefined when nothing can abort it. */
export function outerSignal({ options, parent }: CallState): AbortSignal | undefined {
  if (options.signal) return options.signal
  return parent && isAbortable(parent) ? signalOf(parent) : undefined
}

function signalOf(state: CallState): AbortSignal {
  if (state.controller) return state.controller.signal
  const controller = new AbortController()
  state.controller = controller
  const outer = outerSignal(state)
  if (outer?.aborted) controller.abort(outer.reason)
  else if (outer) {
    const forward = () => controller.abort(outer.reason)
    outer.addEventListener('abort', forward, { once: true })
    state.unlink = () => outer.removeEventListener('abort', forward)
  }
  return controller.signal
}

const stateKey = Symbol('toolprism.call')

interface Holder {
  [stateKey]: CallState
}

/**
 * The context a tool gets. A tool that declares no second parameter can hardly look: its context is made of
 * getters altogether.
 */
export function contextOf(state: CallState): ToolContext {
  state.context ??=
    state.tool.execute.length < 2 ? (new LazyContext(state) as ToolContext) : fullContext(state)
  return state.context
}

// Shared by all contexts, so that they share one hidden class; own and enumerable, so that a spread copies them.
const lazy = (get: (state: CallState) => unknown): PropertyDescriptor => ({
  get(this: Holder) {
    return get(this[stateKey])
  },
  enumerable: true,
  configurable: true,
})
const signalProperty = lazy(signalOf)
const keyProperty = lazy(keyOf)

function fullContext(state: CallState): ToolContext {
  const { elicit, onStep, host, parentCallId, idempotencyKey, attempt } = state.options
  const context = {
    [stateKey]: state,
    callId: callIdOf(state),
    attempt: attempt ?? 1,
    ...functionsOf(state),
  } as unknown as ToolContext
  Object.defineProperty(context, 'signal', signalProperty)
  if (elicit) context.elicit = elicit
  if (onStep) context.onStep = onStep
  if (host !== undefined) context.host = host
  if (parentCallId !== undefined) context.parentCallId = parentCallId
  if (idempotencyKey !== undefined) Object.defineProperty(context, 'idempotencyKey', keyProperty)
  return context
}

function functionsOf(
  state: CallState,
): Pick<ToolContext, 'progress' | 'log'> & Required<Pick<ToolContext, 'call'>> {
  const { options } = state
  return {
    progress: (update) => report(state, () => options.onProgress?.(update)),
    log: (level, message, data) => report(state, () => options.onLog?.(level, message, data)),
    call: (tool, input, more) =>
      Promise.resolve(runTool(tool, input, childOptions(state, more), state)),
  }
}

function keyOf({ options }: CallState): string | undefined {
  const { idempotencyKey } = options
  return typeof idempotencyKey === 'function' ? idempotencyKey() : idempotencyKey
}

/** A class, though the house has none: nothing else makes an object of getters this cheaply. */
class LazyContext {
  readonly [stateKey]: CallState

  constructor(state: CallState) {
    this[stateKey] = state
  }

  get callId() {
    return callIdOf(this[stateKey])
  }
  get signal() {
    return signalOf(this[stateKey])
  }
  get attempt() {
    return this[stateKey].options.attempt ?? 1
  }
  get progress() {
    return functionsOf(this[stateKey]).progress
  }
  get log() {
    return functionsOf(this[stateKey]).log
  }
  get call() {
    return functionsOf(this[stateKey]).call
  }
  get elicit() {
    return this[stateKey].options.elicit
  }
  get onStep() {
    return this[stateKey].options.onStep
  }
  get host() {
    return this[stateKey].options.host
  }
  get parentCallId() {
    return this[stateKey].options.parentCallId
  }
  get idempotencyKey() {
    return keyOf(this[stateKey])
  }
}

/** A call inside a call: the host's budgets, hook and services stay; id, input and time are its own. */
function childOptions(state: CallState, more: CallToolOptions = noOptions): CallToolOptions {
  const { options } = state
  // Field by field: a spread followed by fields makes a slow object, and dearer calls.
  return {
    callId: more.callId,
    signal: more.signal,
    timeoutMs: more.timeoutMs,
    attempt: more.attempt,
    inputChecked: more.inputChecked,
    idempotencyKey: more.idempotencyKey,
    parentCallId: more.parentCallId ?? callIdOf(state),
    beforeExecute: more.beforeExecute ?? options.beforeExecute,
    elicit: more.elicit ?? options.elicit,
    host: more.host ?? options.host,
    inputBudget: more.inputBudget ?? options.inputBudget,
    onLog: more.onLog ?? options.onLog,
    onProgress: more.onProgress ?? options.onProgress,
    onStep: more.onStep ?? options.onStep,
    outputBudget: more.outputBudget ?? options.outputBudget,
    repair: more.repair ?? options.repair,
    tracer: more.tracer ?? options.tracer,
    traceParent: more.traceParent ?? state.span,
  }
}
const noOptions: CallToolOptions = {}

/** The call a context belongs to; undefined for a context made by hand. */
export function stateOf(context: ToolContext | undefined): CallState | undefined {
  return (context as Partial<Holder> | undefined)?.[stateKey]
}

/** Calls a tool inside a call, at once where the tool is sync. */
export function callInside(
  context: ToolContext,
  tool: ToolDefinition,
  input: unknown,
  options: CallToolOptions,
): ToolResult | Promise<ToolResult> {
  const state = stateOf(context)
  if (state) return runTool(tool, input, childOptions(state, options), state)
  if (context.call) return context.call(tool, input, options)
  // A context made by hand: the call path is the same all the same.
  const { signal, host, callId } = context
  return callTool(tool, input, { signal, host, parentCallId: callId, ...options })
}

/** The tracer and span of the call a context belongs to; undefined when nobody traces it. */
export function traceOf(
  context: ToolContext | undefined,
): { tracer?: ToolTracer | undefined; span: unknown } | undefined {
  const state = stateOf(context)
  return state && { span: state.span, tracer: state.options.tracer }
}

/** What the tool reports goes to the host while the call runs; the host's own fault must not fail the tool. */
function report(state: CallState, listener: () => void): void {
  if (state.settled) return
  try {
    listener()
  } catch {
    // The call goes on.
  }
}
