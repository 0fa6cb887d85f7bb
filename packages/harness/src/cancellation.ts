/**
 * The one off-switch of a run. Listeners are a plain set beside the AbortSignal: the loop adds and takes away
 * several on every step, which an EventTarget is too slow for, and warns about.
 */
export interface Cancellation {
  readonly aborted: boolean
  readonly reason: unknown
  readonly signal: AbortSignal
  abort(reason?: unknown): void
  /** Calls back once, on an abort that comes later. Returns what takes the listener away. */
  onAbort(listener: () => void): () => void
  /** A controller that aborts with the run. `release` unties it. */
  child(): { controller: AbortController; release(): void }
}

export function createCancellation(): Cancellation {
  const controller = new AbortController()
  const listeners = new Set<() => void>()
  const onAbort = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    get aborted() {
      return controller.signal.aborted
    },
    get reason() {
      return controller.signal.reason
    },
    signal: controller.signal,
    abort(reason) {
      if (controller.signal.aborted) return
      controller.abort(reason ?? new DOMException('the run was aborted', 'AbortError'))
      const waiting = [...listeners]
      listeners.clear()
      for (const listener of waiting) listener()
    },
    onAbort,
    child() {
      const own = new AbortController()
      if (controller.signal.aborted) own.abort(controller.signal.reason)
      const release = onAbort(() => own.abort(controller.signal.reason))
      return { controller: own, release }
    },
  }
}
