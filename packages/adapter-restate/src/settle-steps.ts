import type { RestatePromise } from '@restatedev/restate-sdk'
import type { Attempt } from './attempt'
import type { RestateSdk } from './restate-journal'

/**
 * Waits for steps to end. A cancelled run aborts them and goes on waiting: a tool that heeds its signal ends at
 * once, and how it ended is kept like any other result.
 */
export async function settleSteps<Value>(
  sdk: Pick<RestateSdk, 'RestatePromise'>,
  attempt: Attempt,
  promises: RestatePromise<Value>[],
): Promise<PromiseSettledResult<Value>[]> {
  const [first] = promises
  for (let alone = promises.length === 1; ; alone = false) {
    try {
      // A combinator costs a replay of many steps an eighth of its time. Once a wait was cancelled it takes one to wait again.
      if (alone && first) return [await settleStep(attempt, first)]
      return await attempt.settle(sdk.RestatePromise.allSettled(promises))
    } catch (error) {
      if (!isCancellation(error)) throw error
      attempt.cancel()
    }
  }
}

async function settleStep<Value>(
  attempt: Attempt,
  promise: RestatePromise<Value>,
): Promise<PromiseSettledResult<Value>> {
  try {
    return { status: 'fulfilled', value: await attempt.settle(promise) }
  } catch (reason) {
    if (isCancellation(reason) || attempt.ended) throw reason
    return { status: 'rejected', reason }
  }
}

/** The one step of a list of one. */
export function outcomeOf<Value>(outcomes: readonly PromiseSettledResult<Value>[]): Value {
  const outcome = outcomes[0]!
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** By code and name: two copies of the SDK may be in one process. */
export function isCancellation(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return code === 409 && name === 'CancelledError'
}
