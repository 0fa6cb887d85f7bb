import type { WorkflowContext } from '@restatedev/restate-sdk'

/** An engine's journal in memory, as far as ours uses it: what was kept is given back, by position and name. */
export interface FakeEngine {
  kept: { name: string; value: unknown }[]
  promises: Map<string, unknown>
  state: Map<string, unknown>
  /** The next thing the run waits for is refused, as an engine does for a cancelled run. */
  cancel(): void
  context(): { context: WorkflowContext; end: AbortController }
}

export function fakeEngine(): FakeEngine {
  const kept: FakeEngine['kept'] = []
  const promises = new Map<string, unknown>()
  const state = new Map<string, unknown>()
  let cancelWaiting: (() => void) | undefined
  const cancellable = <Value>(promise: Promise<Value>): Promise<Value> =>
    Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        cancelWaiting = () =>
          reject(Object.assign(new Error('Cancelled'), { code: 409, name: 'CancelledError' }))
      }),
    ])
  const engine: FakeEngine = {
    kept,
    promises,
    state,
    cancel: () => cancelWaiting?.(),
    context() {
      const end = new AbortController()
      let position = 0
      const run = (name: string, action: () => unknown) => {
        const at = position++
        const entry = kept[at]
        if (entry) {
          if (entry.name !== name) throw new Error(`journal mismatch: ${entry.name} is now ${name}`)
          return Promise.resolve(structuredClone(entry.value))
        }
        return Promise.resolve()
          .then(action)
          .then((value) => {
            if (!end.signal.aborted) kept[at] = { name, value: structuredClone(value) }
            return value
          })
      }
      const context = {
        run,
        set: (name: string, value: unknown) => state.set(name, value),
        clear: (name: string) => state.delete(name),
        request: () => ({ attemptCompletedSignal: end.signal }),
        promise: (name: string) => ({
          get: () => {
            const answer = promises.has(name)
              ? Promise.resolve(promises.get(name))
              : new Promise(() => {})
            return Object.assign(cancellable(answer), {
              orTimeout: () => Promise.reject(Object.assign(new Error(), { name: 'TimeoutError' })),
            })
          },
        }),
        rand: { uuidv4: () => 'uuid', random: () => 0.5 },
        date: { now: () => run('now', () => 1) },
        sleep: () => cancellable(Promise.resolve()),
      }
      return { context: context as unknown as WorkflowContext, end }
    },
  }
  /** The SDK's combinator, which the engine can refuse. */
  Object.assign(engine, { cancellable })
  return engine
}

export const fakeSdk = (engine: FakeEngine) => ({
  RestatePromise: {
    allSettled: (promises: Promise<unknown>[]) =>
      (engine as unknown as { cancellable<V>(p: Promise<V>): Promise<V> }).cancellable(
        Promise.allSettled(promises),
      ),
  },
})
