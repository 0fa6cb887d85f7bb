import { type CallToolOptions, callTool } from './call-tool'
import type { ToolContext, ToolDefinition } from './tool'
import type { ToolTracer } from './trace'

/** What one call keeps while it runs. */
export interface CallState {
  tool: ToolDefinition
  options: CallToolOptions
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

/**
 * The context a tool gets. A signal costs more than a whole small call, so it is made when it is asked for. A tool
 * that declares no second parameter can hardly look: its context is made of getters altogether.
 */
export function contextOf(state: CallState): ToolContext {
  state.context ??= state.tool.execute.length < 2 ? lazyContext(state) : fullContext(state)
  return state.context
}

const stateKey = Symbol('toolprism.call')

interface Holder {
  [stateKey]: CallState
}

// Shared by all contexts, so that they share one hidden class; own and enumerable, so that a spread copies it.
const signalProperty: PropertyDescriptor = {
  get(this: Holder) {
    return signalOf(this[stateKey])
  },
  enumerable: true,
  configurable: true,
}

function fullContext(state: CallState): ToolContext {
  const { options } = state
  const context = {
    [stateKey]: state,
    callId: callIdOf(state),
    attempt: options.attempt ?? 1,
    ...functionsOf(state),
  } as unknown as ToolContext
  Object.defineProperty(context, 'signal', signalProperty)
  if (options.elicit) context.elicit = options.elicit
  if (options.onStep) context.onStep = options.onStep
  if (options.host !== undefined) context.host = options.host
  if (options.parentCallId !== undefined) context.parentCallId = options.parentCallId
  // A macro's step offers its key through a getter, which is not called before the tool asks.
  const key = Object.getOwnPropertyDescriptor(options, 'idempotencyKey')
  if (key) Object.defineProperty(context, 'idempotencyKey', key)
  return context
}

function functionsOf(
  state: CallState,
): Pick<ToolContext, 'progress' | 'log'> & Required<Pick<ToolContext, 'call'>> {
  const { options } = state
  return {
    progress: (update) => report(state, () => options.onProgress?.(update)),
    log: (level, message, data) => report(state, () => options.onLog?.(level, message, data)),
    call: (tool, input, more) => callTool(tool, input, childOptions(state, more)),
  }
}

const lazyPrototype = {
  get callId() {
    return callIdOf(held(this))
  },
  get signal() {
    return signalOf(held(this))
  },
  get attempt() {
    return held(this).options.attempt ?? 1
  },
  get progress() {
    return functionsOf(held(this)).progress
  },
  get log() {
    return functionsOf(held(this)).log
  },
  get call() {
    return functionsOf(held(this)).call
  },
  get elicit() {
    return held(this).options.elicit
  },
  get onStep() {
    return held(this).options.onStep
  },
  get host() {
    return held(this).options.host
  },
  get parentCallId() {
    return held(this).options.parentCallId
  },
  get idempotencyKey() {
    return held(this).options.idempotencyKey
  },
}

const held = (context: unknown): CallState => (context as Holder)[stateKey]

function lazyContext(state: CallState): ToolContext {
  return { __proto__: lazyPrototype, [stateKey]: state } as unknown as ToolContext
}

/** A call inside a call: the host's budgets, hook and services stay; id, input and time are its own. */
function childOptions(state: CallState, more: CallToolOptions | undefined): CallToolOptions {
  const { options } = state
  const child: CallToolOptions = {
    signal: signalOf(state),
    parentCallId: callIdOf(state),
  }
  for (const key of inherited)
    if (options[key] !== undefined) Object.assign(child, { [key]: options[key] })
  if (state.span !== undefined) child.traceParent = state.span
  // Descriptors and not values: an idempotency key may be a getter that nobody calls.
  return more ? Object.defineProperties(child, Object.getOwnPropertyDescriptors(more)) : child
}

const inherited = [
  'beforeExecute',
  'elicit',
  'host',
  'inputBudget',
  'onLog',
  'onProgress',
  'onStep',
  'outputBudget',
  'repair',
  'tracer',
] as const satisfies readonly (keyof CallToolOptions)[]

function signalOf(state: CallState): AbortSignal {
  if (state.controller) return state.controller.signal
  const { signal } = state.options
  const controller = new AbortController()
  state.controller = controller
  if (signal?.aborted) controller.abort(signal.reason)
  else if (signal) {
    const forward = () => controller.abort(signal.reason)
    signal.addEventListener('abort', forward, { once: true })
    state.unlink = () => signal.removeEventListener('abort', forward)
  }
  return controller.signal
}

/** The tracer and span of the call a context belongs to; undefined when nobody traces it. */
export function traceOf(
  context: ToolContext | undefined,
): { tracer?: ToolTracer; span: unknown } | undefined {
  const state = context && held(context)
  if (!state) return undefined
  const { tracer } = state.options
  return { span: state.span, ...(tracer ? { tracer } : {}) }
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
