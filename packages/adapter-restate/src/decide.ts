import type { WorkflowSharedContext } from '@restatedev/restate-sdk'
import type { Json } from '@toolprism/harness'
import { cancelledPromise, continueParked } from './parked-runs'
import type { DecideOutcome, DecideRequest, OpenQuestion, Parked } from './run-types'
import { jsonSerde, type Setup } from './setup'

/** Takes a decision for an open question: once, and only for one. */
export async function decide(
  setup: Setup,
  context: WorkflowSharedContext,
  { token, value }: DecideRequest,
): Promise<DecideOutcome> {
  const { sdk, options } = setup
  const waiting = (await context.get<OpenQuestion[]>('waiting')) ?? []
  const parked = await context.get<Parked>('parked')
  const question = [...waiting, ...(parked?.pending ?? [])].find(({ id }) => id === token)
  const promise = context.promise<Json>(token)
  if (!question) {
    if ((await promise.peek()) !== undefined) return 'duplicate'
    if (!parked) return 'unknown'
    return context.genericCall<DecideRequest, DecideOutcome>({
      service: options.service,
      method: 'decide',
      key: parked.next,
      parameter: { token, value },
      inputSerde: jsonSerde(sdk),
      outputSerde: jsonSerde(sdk),
    })
  }
  if (parked && (await context.promise<string>(cancelledPromise).peek()) !== undefined)
    return 'unknown'
  const problem = problemOf(question, value)
  if (problem) throw new sdk.TerminalError(`DECISION_INVALID: ${problem}`, { errorCode: 400 })
  if ((await promise.peek()) !== undefined) return 'duplicate'
  try {
    await promise.resolve(value)
  } catch (error) {
    // Two at the same moment: the engine takes one.
    if (error instanceof sdk.TerminalError) return 'duplicate'
    throw error
  }
  await tell(setup, context, question, value as Decided)
  // Read again: the run may have been parked since.
  const now = await context.get<Parked>('parked')
  if (now) await continueParked(setup, context, now)
  return 'accepted'
}

type Decided = { allow: boolean; reason?: string } | { answer: { action: string } }

/** The loop trusts what its journal gives it, so a decision is checked here, before it is kept for ever. */
function problemOf(question: OpenQuestion, value: Json): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'a decision is an object'
  if (question.kind === 'question') {
    const { answer } = value as { answer?: { action?: unknown } }
    const known = ['accept', 'decline', 'cancel'].includes(String(answer?.action))
    return known ? undefined : 'an answer has an action: accept, decline or cancel'
  }
  if (typeof value['allow'] !== 'boolean') return 'allow must be true or false'
  const { inputHash, input } = value
  if (inputHash !== undefined && inputHash !== question.inputHash)
    return 'the arguments are not those the question was about (inputHash)'
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input)))
    return 'input must be an object'
  return undefined
}

/** A run that is not in any worker's memory can't tell its readers. */
async function tell(
  setup: Setup,
  context: WorkflowSharedContext,
  question: OpenQuestion,
  value: Decided,
): Promise<void> {
  const { eventStore, onProblem } = setup.options
  if (!eventStore) return
  const [runId = ''] = context.key.split('~')
  const { id, callId, toolName } = question
  const common = { runId, timestamp: Date.now(), callId }
  const event: Json =
    'answer' in value
      ? { ...common, type: 'question.resolved', questionId: id, action: value.answer.action }
      : {
          ...common,
          type: 'permission.resolved',
          permissionId: id,
          toolName,
          decision: value.allow ? 'allow' : 'deny',
          ...(!value.allow && value.reason ? { reason: value.reason } : {}),
        }
  await context.run('tell', async () => {
    try {
      await eventStore.append(runId, undefined, [event])
    } catch (error) {
      onProblem?.({ code: 'EVENTS_LOST', message: String(error), runId })
    }
  })
}
