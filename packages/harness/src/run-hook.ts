import type { Cancellation } from './cancellation'
import type { Clock } from './clock'
import type { AgentHooks } from './hook-types'

export type HookOutcome<T> = { value: T | undefined } | { failed: string } | { aborted: true }

export interface HookRun {
  clock: Clock
  cancellation: Cancellation
}

const defaultTimeout = 10_000

/** Gives a hook its signal when it reads it: most hooks never do. */
export type LazySignal = () => AbortSignal

/**
 * Calls one hook with a time limit. An abort of the run ends the wait at once; what the hook does later is dropped.
 * A hook that answers at once costs neither timer nor signal.
 */
export function runHook<Event, Value>(
  hooks: AgentHooks,
  hook: (event: Event) => Value | Promise<Value>,
  makeEvent: (signal: LazySignal) => Event,
  run: HookRun,
): HookOutcome<NonNullable<Value>> | Promise<HookOutcome<NonNullable<Value>>> {
  let child: ReturnType<Cancellation['child']> | undefined
  const event = makeEvent(() => {
    child ??= run.cancellation.child()
    return child.controller.signal
  })
  let returned: Value | Promise<Value>
  try {
    returned = hook.call(hooks, event)
  } catch (error) {
    child?.release()
    return { failed: messageOf(error) }
  }
  if (!isThenable(returned)) {
    child?.release()
    return { value: returned ?? undefined }
  }
  return settleHook(returned, hooks.timeoutMs ?? defaultTimeout, run, () => child)
}

function settleHook<Value>(
  returned: PromiseLike<Value>,
  milliseconds: number,
  run: HookRun,
  child: () => ReturnType<Cancellation['child']> | undefined,
): Promise<HookOutcome<NonNullable<Value>>> {
  return new Promise((resolve) => {
    const settle = (outcome: HookOutcome<NonNullable<Value>>) => {
      cancelTimer()
      off()
      child()?.release()
      resolve(outcome)
    }
    const off = run.cancellation.onAbort(() => settle({ aborted: true }))
    const cancelTimer = run.clock.after(milliseconds, () => {
      settle({ failed: `took longer than ${milliseconds} ms` })
      child()?.controller.abort(new DOMException('the hook timed out', 'TimeoutError'))
    })
    returned.then(
      (value) => settle({ value: value ?? undefined }),
      (error) => settle({ failed: messageOf(error) }),
    )
    if (run.cancellation.aborted) settle({ aborted: true })
  })
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  try {
    if (error instanceof Error) return error.message || error.name
    if (typeof error === 'string') return error
    const message = (error as { message?: unknown } | null | undefined)?.message
    return typeof message === 'string' ? message : String(error)
  } catch {
    return 'something that cannot be read was thrown'
  }
}
