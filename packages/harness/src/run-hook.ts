import type { Cancellation } from './cancellation'
import type { Clock } from './clock'
import type { AgentHooks } from './hook-types'

export type HookOutcome<T> = { value: T | undefined } | { failed: string } | { aborted: true }

export interface HookRun {
  clock: Clock
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

/** Turns of the microtask queue given to a promise before anything is set up to wait for it. */
const soon = 3

async function settleHook<Value>(
  returned: PromiseLike<Value>,
  milliseconds: number,
  run: HookRun,
): Promise<HookOutcome<NonNullable<Value>>> {
  let outcome: HookOutcome<NonNullable<Value>> | undefined
  let onOutcome: (() => void) | undefined
  const settle = (settled: HookOutcome<NonNullable<Value>>) => {
    outcome ??= settled
    onOutcome?.()
  }
  returned.then(
    (value) => settle({ value: value ?? undefined }),
    (error) => settle({ failed: messageOf(error) }),
  )
  for (let turn = 0; turn < soon && !outcome; turn++) await undefined
  if (!outcome && run.cancellation.aborted) outcome = { aborted: true }
  if (!outcome) {
    const off = run.cancellation.onAbort(() => settle({ aborted: true }))
    const cancelTimer = run.clock.after(milliseconds, () =>
      settle({ failed: `took longer than ${milliseconds} ms` }),
    )
    await new Promise<void>((resolve) => {
      onOutcome = resolve
    })
    cancelTimer()
    off()
  }
  return outcome!
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
