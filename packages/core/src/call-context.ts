import { type CallToolOptions, callTool } from './call-tool'
import type { ToolContext, ToolDefinition } from './tool'

/** What one call keeps while it runs. */
export interface CallState {
  tool: ToolDefinition
  options: CallToolOptions
  /** True once the call has its result: what the tool still reports comes too late. */
  settled: boolean
  controller: AbortController | undefined
  context?: ToolContext
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

/** The context a tool gets. The signal is made when it is asked for: most tools never do, and it is dear. */
export function createContext(state: CallState): ToolContext {
  const { options } = state
  let callId = options.callId
  return {
    get callId() {
      callId ??= newCallId()
      return callId
    },
    get signal() {
      return derivedSignal(state)
    },
    attempt: options.attempt ?? 1,
    progress(update) {
      if (!state.settled) tolerate(() => options.onProgress?.(update))
    },
    log(level, message, data) {
      if (!state.settled) tolerate(() => options.onLog?.(level, message, data))
    },
    call(tool, input, more) {
      return callTool(tool, input, childOptions(this, options, more))
    },
    ...(options.elicit ? { elicit: options.elicit } : {}),
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.parentCallId === undefined ? {} : { parentCallId: options.parentCallId }),
    ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
  }
}

/** A call inside a call: the host's budgets, hook and services stay; id, input and time are its own. */
function childOptions(
  context: ToolContext,
  options: CallToolOptions,
  more: CallToolOptions = {},
): CallToolOptions {
  const { callId, timeoutMs, idempotencyKey, attempt, inputChecked, ...inherited } = options
  return { ...inherited, signal: context.signal, parentCallId: context.callId, ...more }
}

function derivedSignal(state: CallState): AbortSignal {
  if (state.controller) return state.controller.signal
  const { signal } = state.options
  const controller = new AbortController()
  state.controller = controller
  if (signal?.aborted) controller.abort(signal.reason)
  else signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
  return controller.signal
}

/** A listener of the host must not fail the tool. */
function tolerate(listener: () => void): void {
  try {
    listener()
  } catch {
    // The host's own fault; the call goes on.
  }
}
