import type { WorkflowContext } from '@restatedev/restate-sdk'
import type { Agent, Run, RunResult } from '@toolprism/harness'
import { type Attempt, createAttempt } from './attempt'
import { messageOf } from './errors'
import { continueParked } from './parked-runs'
import { createPublisher, type Publisher, silent } from './publish-events'
import { restateJournal } from './restate-journal'
import { nextKey, openQuestion, type Parked, type RunOutput, type RunRequest } from './run-types'
import { isCancellation, outcomeOf, settleSteps } from './settle-steps'
import type { Setup } from './setup'

/** Plays a run of the agent in an engine run: to its end, or until it is parked. */
export async function runAgent(
  setup: Setup,
  context: WorkflowContext,
  request: RunRequest,
): Promise<RunOutput> {
  const { options, sdk, packer } = setup
  const { runId } = request
  const attempt = createAttempt(context.request().attemptCompletedSignal)
  const publisher = options.eventStore
    ? createPublisher(options.eventStore, runId, (message) =>
        options.onProblem?.({ code: 'EVENTS_LOST', message, runId }),
      )
    : silent
  attempt.onEnd(publisher.close)
  let run: Run | undefined
  const journal = restateJournal({
    sdk,
    context,
    runId,
    attempt,
    packer,
    flush: publisher.flush,
    questions: () => (run?.pending ?? []).map(openQuestion),
  })
  try {
    run = await startRun(setup, request, { journal })
    publisher.attach(run)
    const result = await run.finished
    if (result.status === 'paused')
      return await park(setup, context, { request, result, publisher })
    refuseChangedTools(result)
    await publisher.end(result)
    // The run has ended: a cancellation that comes now comes too late.
    const packed = outcomeOf(
      await settleSteps(sdk, attempt, [
        context.run('result', () => packer.pack(`${runId}/result`, result)),
      ]),
    )
    return { status: 'ended', result: packed }
  } catch (error) {
    throw await readFailure(setup, { error, attempt, publisher, runId })
  } finally {
    attempt.close()
  }
}

/** @throws what `agent.run` and `agent.resume` throw: a broken history, changed tools. */
async function startRun(
  setup: Setup,
  request: RunRequest,
  { journal }: { journal: ReturnType<typeof restateJournal> },
): Promise<Run> {
  const { agent, options, packer } = setup
  const { runId, input, history } = request
  const parkAfterMs = options.parkAfterMs ?? 60_000
  const common = {
    journal,
    ...(parkAfterMs === Number.POSITIVE_INFINITY ? {} : { parkAfterMs }),
    ...(options.host ? { host: options.host({ runId, input }) } : {}),
  }
  if (!request.snapshot)
    return agent.run(input, { ...common, runId, ...(history ? { history } : {}) })
  // The cast: what was parked is a snapshot.
  const snapshot = (await packer.unpack(request.snapshot)) as Parameters<Agent['resume']>[0]
  const { onChangedTools } = options
  return agent.resume(snapshot, {}, { ...common, ...(onChangedTools ? { onChangedTools } : {}) })
}

/** Ends the engine run and keeps what the next one needs: nothing runs, waits or holds code while a person thinks. */
async function park(
  setup: Setup,
  context: WorkflowContext,
  end: { request: RunRequest; result: RunResult; publisher: Publisher },
): Promise<RunOutput> {
  const { runId, input } = end.request
  const questions = end.result.pending ?? []
  // In a step: a snapshot holds times, so it must be made once.
  const snapshot = await context.run('park', () =>
    setup.packer.pack(`${runId}/park`, end.result.snapshot),
  )
  const parked: Parked = {
    runId,
    input,
    snapshot,
    pending: questions.map(openQuestion),
    next: nextKey(context.key),
  }
  await end.publisher.flush()
  context.set('parked', parked)
  // An answer may have come after the wait was over and before the state said so.
  await continueParked(setup, context, parked)
  return { status: 'parked', next: parked.next, pending: parked.pending.map(({ id }) => id) }
}

/** Other tools than those a run began with: it must wait for a worker that has them, not fail. */
function refuseChangedTools(result: RunResult): void {
  if (result.error?.code !== 'JOURNAL_MISMATCH') return
  throw new Error(`${result.error.message} (the engine tries again until a worker has them)`)
}

/** What the engine is told: to try again, or that the run has failed for good. */
async function readFailure(
  setup: Setup,
  found: { error: unknown; attempt: Attempt; publisher: Publisher; runId: string },
): Promise<unknown> {
  const { error, attempt, publisher, runId } = found
  if (attempt.ended) return error
  const { code } = (error ?? {}) as { code?: unknown }
  if (code === 'TOOLS_CHANGED' || code === 'BLOBS_MISSING') return error
  const final = code === 'HISTORY_INVALID' || String(code).startsWith('SNAPSHOT_')
  const isTerminal = typeof code === 'number'
  if (!final && !isTerminal) return error
  const message = messageOf(error)
  await publisher.end({
    runId,
    status: isCancellation(error) ? 'aborted' : 'failed',
    text: '',
    transcript: [],
    usage: {},
    steps: 0,
    error: { code: typeof code === 'string' ? code : 'ENGINE', message, retryable: false },
  })
  return isTerminal ? error : new setup.sdk.TerminalError(`${String(code)}: ${message}`)
}
