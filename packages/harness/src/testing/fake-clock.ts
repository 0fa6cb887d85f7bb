import type { Clock } from '../clock'

export interface FakeClock extends Clock {
  /** Moves time on, calling back every timer that is due, in order, and lets promises settle in between. */
  advance(milliseconds: number): Promise<void>
  /** Timers that wait. */
  readonly pending: number
}

/** A clock that stands still until it is told to go on. */
export function fakeClock(start = 0): FakeClock {
  let now = start
  let count = 0
  const timers = new Map<number, { due: number; callback: () => void }>()
  const next = () =>
    [...timers].sort(
      ([leftId, left], [rightId, right]) => left.due - right.due || leftId - rightId,
    )[0]
  return {
    now: () => now,
    after(milliseconds, callback) {
      const id = ++count
      timers.set(id, { due: now + Math.max(0, milliseconds), callback })
      return () => {
        timers.delete(id)
      }
    },
    async advance(milliseconds) {
      const end = now + milliseconds
      await settle()
      for (let first = next(); first && first[1].due <= end; first = next()) {
        timers.delete(first[0])
        now = Math.max(now, first[1].due)
        first[1].callback()
        await settle()
      }
      now = end
    },
    get pending() {
      return timers.size
    },
  }
}

/** Lets everything that needs no timer go on as far as it can. */
export async function settle(): Promise<void> {
  // A turn of the event loop comes only when no promise has anything left to do.
  await new Promise<void>((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}
