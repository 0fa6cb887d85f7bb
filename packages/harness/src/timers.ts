import { createBag, type Placed } from './bag'
import type { Clock } from './clock'

/**
 * The timers of a run on one timer of the clock, which stays set while single ones come and go: most are taken
 * back long before they are due, several on every step.
 */
export interface Timers {
  /** As `Clock.after`. */
  after(milliseconds: number, callback: () => void): () => void
  /** Lets go of the clock when nothing waits, so that an idle run keeps no process alive. */
  rest(): void
  /** Takes back whatever waits. */
  close(): void
}

interface Waiting extends Placed {
  due: number
  callback: () => void
}

export function createTimers(clock: Clock): Timers {
  const waiting = createBag<Waiting>()
  let armedFor = Number.POSITIVE_INFINITY
  let disarm: (() => void) | undefined

  const release = () => {
    disarm?.()
    disarm = undefined
    armedFor = Number.POSITIVE_INFINITY
  }
  const arm = (due: number, now: number) => {
    release()
    armedFor = due
    disarm = clock.after(due - now, fire)
  }
  const fire = () => {
    release()
    const now = clock.now()
    const due = waiting.items().filter((item) => item.due <= now)
    // The sort is stable: of two that are due together the older goes first.
    for (const item of due.sort((left, right) => left.due - right.due))
      if (waiting.remove(item)) item.callback()
    let next = Number.POSITIVE_INFINITY
    for (const item of waiting.items()) next = Math.min(next, item.due)
    if (next < armedFor) arm(next, clock.now())
  }
  return {
    after(milliseconds, callback) {
      const now = clock.now()
      const due = now + Math.max(0, milliseconds)
      const item: Waiting = { due, callback, place: -1, order: 0 }
      waiting.add(item)
      if (due < armedFor) arm(due, now)
      return () => {
        waiting.remove(item)
      }
    },
    rest() {
      if (waiting.size === 0) release()
    },
    close() {
      waiting.clear()
      release()
    },
  }
}
