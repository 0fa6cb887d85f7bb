/**
 * One try of a run in one worker. It ends with the run, with the connection to the engine, and when the engine
 * suspends the run; the run itself then goes on in another attempt.
 */
export interface Attempt {
  /** Aborts when the run is cancelled, and when nobody wants the work of this attempt any more. */
  readonly signal: AbortSignal
  readonly ended: boolean
  /** Passes on what the engine answers; rejects once the attempt is over, when the engine answers no more. */
  settle<Value>(promise: PromiseLike<Value>): Promise<Value>
  /** The engine says that the run was cancelled: work in flight is told at once. */
  cancel(): void
  /** Calls back when the attempt ends before its run does. */
  onEnd(listener: () => void): void
  /** The run is over: the signal no longer means anything. */
  close(): void
}

/** @param engine the engine's signal for the end of the attempt, for whatever reason. */
export function createAttempt(engine: AbortSignal): Attempt {
  const controller = new AbortController()
  const listeners = new Set<() => void>()
  let ended = false
  let closed = false
  const end = () => {
    if (ended || closed) return
    ended = true
    for (const listener of [...listeners]) listener()
    // A moment later: the loop must see the end of the attempt first, or it would take this for a cancellation.
    setTimeout(() => controller.abort(attemptEnded()), 0)
  }
  if (engine.aborted) end()
  else engine.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal,
    get ended() {
      return ended
    },
    settle: (promise) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(attemptEnded())
        const stop = () => reject(attemptEnded())
        listeners.add(stop)
        promise.then(
          (value) => {
            listeners.delete(stop)
            resolve(value)
          },
          (error) => {
            listeners.delete(stop)
            reject(error)
          },
        )
      }),
    cancel: () => controller.abort(new DOMException('the run was cancelled', 'AbortError')),
    onEnd(listener) {
      if (ended) listener()
      else listeners.add(listener)
    },
    close() {
      closed = true
      engine.removeEventListener('abort', end)
    },
  }
}

function attemptEnded(): Error {
  return new Error('this attempt is over; the run goes on in another')
}
