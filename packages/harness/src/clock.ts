/** Time, so that tests need no real one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once after so many milliseconds; the return value takes the timer back. */
  after(milliseconds: number, callback: () => void): () => void
}
