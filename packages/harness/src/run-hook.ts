import type { Cancellation } from './cancellation'
import type { AgentHooks } from './hook-types'
import type { Timers } from './timers'

export type HookOutcome<T> = { value: T | undefined } | { failed: string } | { aborted: true }

export interface HookRun {
  timers: Timers
  cancellation: Cancellation
}

const defaultTimeout = 10_000

/**
 * Calls one hook with a time limit. An abort of the run ends the wait at once; what the hook does later is dropped.
 */
export function runHook<Event, Value>(
  hooks: AgentHooks,
  hook: (event: Event) => Value | Promise<Value>,
  event: Event,
  run: HookRun,
): HookOutcome<NonNullable<Value>> | Promise<HookOutcome<NonNullable<Value>>> {
  let returned: Value | Promise<Value>
  try {
    returned = hook.call(hooks, event)
  } catch (error) {
    return { failed: messageOf(error) }
  }
  if (!isThenable(returned)) return { value: returned ?? undefined }
  return settleHook(returned, hooks.timeoutMs ?? defaultTimeout, run)
}

/** Turns of the microtask queue an abort leaves a hook that is about to answer. */
const soon = 3

function settleHook<Value>(
  returned: PromiseLike<Value>,
  milliseconds: number,
  { timers, cancellation }: HookRun,
): Promise<HookOutcome<NonNullable<Value>>> {
  return new Promise((resolve) => {
    let over = false
    let off: (() => void) | undefined
    let cancelTimer: (() => void) | undefined
    const settle = (outcome: HookOutcome<NonNullable<Value>>) => {
      if (over) return
      over = true
      cancelTimer?.()
      off?.()
      resolve(outcome)
    }
    returned.then(
      (value) => settle({ value: value ?? undefined }),
      (error) => settle({ failed: messageOf(error) }),
    )
    const onAbort = async () => {
      for (let turn = 0; turn < soon && !over; turn++) await undefined
      settle({ aborted: true })
    }
    if (cancellation.aborted) return void onAbort()
    off = cancellation.onAbort(onAbort)
    cancelTimer = timers.after(milliseconds, () =>
      settle({ failed: `took longer than ${milliseconds} ms` }),
    )
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
