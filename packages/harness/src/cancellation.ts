import { createBag, type Placed } from './bag'

/**
 * The one off-switch of a run. Listeners are kept beside the AbortSignal: the loop adds and takes away
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
  /** The same for core's `callTool`, which makes a real signal of it when the tool looks: most never do. */
  lightChild(): LightChild
}

export interface LightChild {
  signal: AbortSignal
  abort(reason: unknown): void
  release(): void
}

export function createCancellation(): Cancellation {
  const controller = new AbortController()
  const listeners = createBag<Placed & { tell: () => void }>()
  const onAbort = (tell: () => void) => {
    const listener = { tell, place: -1, order: 0 }
    listeners.add(listener)
    return () => {
      listeners.remove(listener)
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
      const waiting = listeners.items()
      listeners.clear()
      for (const listener of waiting) listener.tell()
    },
    onAbort,
    lightChild: () => createLightChild(controller.signal, onAbort),
    child() {
      const own = new AbortController()
      if (controller.signal.aborted) own.abort(controller.signal.reason)
      const release = onAbort(() => own.abort(controller.signal.reason))
      return { controller: own, release }
    },
  }
}

/** What `callTool` uses of a signal, without the weight of an EventTarget: two are made on every step. */
function createLightChild(
  parent: AbortSignal,
  onAbort: (listener: () => void) => () => void,
): LightChild {
  let listeners: (() => void)[] = []
  const signal = {
    aborted: parent.aborted,
    reason: parent.reason as unknown,
    addEventListener(_: 'abort', listener: () => void) {
      listeners.push(listener)
    },
    removeEventListener(_: 'abort', listener: () => void) {
      listeners = listeners.filter((other) => other !== listener)
    },
  }
  const abort = (reason: unknown) => {
    if (signal.aborted) return
    signal.aborted = true
    signal.reason = reason
    const waiting = listeners
    listeners = []
    for (const listener of waiting) listener()
  }
  const release = onAbort(() => abort(parent.reason))
  // The cast: of a signal given by its caller, callTool reads `aborted` and `reason` and listens for `abort`.
  return { signal: signal as unknown as AbortSignal, abort, release }
}
