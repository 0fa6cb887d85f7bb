import { type CallState, outerSignal } from './call-context'
import type { ToolResult } from './content'
import { errorResult } from './results'

const longestTimer = 2 ** 31 - 1

/** Waits for a promise, the timeout or the host's signal; on the latter two the promise is abandoned, its end ignored. */
export function race(
  state: CallState,
  promise: Promise<unknown>,
  timeout: number | undefined,
  cancelled: (state: CallState) => ToolResult,
): Promise<{ value: unknown } | { result: ToolResult }> {
  const signal = outerSignal(state)
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
    if (signal?.aborted) {
      onAbort()
      return
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    if (timeout === undefined) return
    timer = setTimeout(
      () =>
        abandon(
          timedOut(state, timeout),
          new DOMException(`timed out after ${timeout} ms`, 'TimeoutError'),
        ),
      Math.min(timeout, longestTimer),
    )
  })
}

function timedOut(state: CallState, timeout: number): ToolResult {
  return errorResult(`${state.tool.name} did not answer within ${timeout} ms and was abandoned.`, {
    code: 'TIMEOUT',
    retryable: true,
  })
}
