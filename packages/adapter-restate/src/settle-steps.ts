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
  for (;;) {
    try {
      return await attempt.settle(sdk.RestatePromise.allSettled(promises))
    } catch (error) {
      if (!isCancellation(error)) throw error
      attempt.cancel()
    }
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
