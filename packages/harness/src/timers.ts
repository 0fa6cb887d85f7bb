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

interface Waiting {
  due: number
  callback: () => void
}

export function createTimers(clock: Clock): Timers {
  const waiting = new Set<Waiting>()
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
    const due = [...waiting].filter((item) => item.due <= now)
    // The sort is stable: of two that are due together the older goes first.
    for (const item of due.sort((left, right) => left.due - right.due))
      if (waiting.delete(item)) item.callback()
    let next = Number.POSITIVE_INFINITY
    for (const item of waiting) next = Math.min(next, item.due)
    if (next < armedFor) arm(next, clock.now())
  }
  return {
    after(milliseconds, callback) {
      const now = clock.now()
      const item: Waiting = { due: now + Math.max(0, milliseconds), callback }
      waiting.add(item)
      if (item.due < armedFor) arm(item.due, now)
      return () => {
        waiting.delete(item)
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
