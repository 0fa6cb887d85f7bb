/** Time, so that tests need no real one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once after so many milliseconds; the return value takes the timer back. */
  after(milliseconds: number, callback: () => void): () => void
}

// setTimeout fires at once for anything longer.
const longest = 2 ** 31 - 1

export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, longest))
    return () => clearTimeout(timer)
  },
}
