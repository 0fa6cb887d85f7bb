import type { Journal, JournalFactory, StepContext, StepSpec } from './journal'

/** The default journal: calls straight through and keeps nothing. */
export function memoryJournal(): JournalFactory {
  return ({ runId, signal, clock }): Journal => {
    const waiting = new Map<string, (value: unknown) => void>()
    const contextOf = (step: StepSpec): StepContext => ({
      runId,
      id: step.id,
      key: `${runId}/${step.id}`,
      attempt: 1,
      signal,
    })
    return {
      signal,
      run: (step, execute) => execute(step.input, contextOf(step)),
      async all(steps, execute) {
        const [first] = steps
        if (!first || steps.length > 1)
          return Promise.allSettled(steps.map((step) => execute(step.input, contextOf(step))))
        try {
          return [{ status: 'fulfilled', value: await execute(first.input, contextOf(first)) }]
        } catch (reason) {
          return [{ status: 'rejected', reason }]
        }
      },
      wait: (token, options = {}) =>
        new Promise((resolve, reject) => {
          if (signal.aborted) return reject(cancelled())
          const stop = () => settle(() => reject(cancelled()))
          const cancelTimer =
            options.timeoutMs === undefined
              ? undefined
              : clock.after(options.timeoutMs, () => settle(() => resolve({ timedOut: true })))
          const settle = (then: () => void) => {
            waiting.delete(token)
            signal.removeEventListener('abort', stop)
            cancelTimer?.()
            then()
          }
          signal.addEventListener('abort', stop)
          // The cast: an answer's shape is between the asker and whoever answers.
          waiting.set(token, (value) => settle(() => resolve({ value: value as never })))
        }),
      deliver(token, value) {
        const answer = waiting.get(token)
        answer?.(value)
        return answer !== undefined
      },
      sleep: (milliseconds) =>
        new Promise((resolve, reject) => {
          if (signal.aborted) return reject(cancelled())
          const stop = () => {
            cancelTimer()
            reject(cancelled())
          }
          const cancelTimer = clock.after(milliseconds, () => {
            signal.removeEventListener('abort', stop)
            resolve()
          })
          signal.addEventListener('abort', stop, { once: true })
        }),
      now: () => Promise.resolve(clock.now()),
      uuid: () => Promise.resolve(crypto.randomUUID()),
      random: () => Promise.resolve(Math.random()),
    }
  }
}

function cancelled(): DOMException {
  return new DOMException('the run was cancelled', 'AbortError')
}
