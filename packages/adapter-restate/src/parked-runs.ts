import type { WorkflowContext, WorkflowSharedContext } from '@restatedev/restate-sdk'
import type { Json } from '@toolprism/harness'
import type { Parked, RunRequest } from './run-types'
import { jsonSerde, type Setup } from './setup'

/** Name of the promise that says a parked run was cancelled: nothing is left that the engine could cancel. */
export const cancelledPromise = '~cancelled'

/**
 * Starts the next engine run of a parked one when the question it waits for has its answer, and hands it every
 * answer there is. Called by the run that parks and by each decision: whoever comes last sees both, and what is
 * done twice has no effect.
 */
export async function continueParked(
  setup: Setup,
  context: WorkflowContext | WorkflowSharedContext,
  parked: Parked,
): Promise<void> {
  const { sdk } = setup
  const { service } = setup.options
  const answers: { token: string; value: Json }[] = []
  for (const [index, { id }] of parked.pending.entries()) {
    const value = await context.promise<Json>(id).peek()
    if (value !== undefined) answers.push({ token: id, value })
    // The loop asks in this order: an answer to a later question starts nothing.
    else if (index === 0) return
  }
  if ((await context.promise<string>(cancelledPromise).peek()) !== undefined) return
  const { runId, input, snapshot, next } = parked
  const request: RunRequest = { runId, input, snapshot }
  for (const parameter of answers)
    context.genericSend({
      service,
      method: 'answer',
      key: next,
      parameter,
      inputSerde: jsonSerde(sdk),
    })
  context.genericSend({
    service,
    method: 'run',
    key: next,
    parameter: request,
    inputSerde: jsonSerde(sdk),
  })
}
