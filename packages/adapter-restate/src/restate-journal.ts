import type { RestatePromise, WorkflowContext } from '@restatedev/restate-sdk'
import type { Journal, StepContext, StepExecutor, StepSpec } from '@toolprism/harness'
import type { Attempt } from './attempt'
import type { Packed, Packer } from './blob-store'
import type { OpenQuestion } from './run-types'
import { isCancellation, outcomeOf, settleSteps } from './settle-steps'

/** The part of the SDK a journal uses: handed in, so that nothing is loaded before it is needed. */
export type RestateSdk = typeof import('@restatedev/restate-sdk')

export interface RestateJournalOptions {
  sdk: Pick<RestateSdk, 'RestatePromise'>
  context: WorkflowContext
  runId: string
  attempt: Attempt
  packer: Packer
  /** Puts events into their store: before a step counts as done, and before the run waits. */
  flush(): Promise<void>
  /** The questions that are open now. */
  questions(): OpenQuestion[]
}

/** How often a step whose executor fails is begun again. Failed models and tools are no failures of a step. */
const stepAttempts = 5

/**
 * The journal of a run over a Restate workflow. Parallel steps use `RestatePromise`, never the native one: the SDK
 * can wait for one thing only (sdk-typescript #743), and would start every step again for ever.
 */
export function restateJournal(options: RestateJournalOptions): Journal {
  const { sdk, context, runId, attempt, packer } = options
  /** Tells a "started" mark of this attempt from one of an attempt that is gone. */
  const nonce = crypto.randomUUID()

  const contextOf = (step: StepSpec, interrupted: boolean): StepContext => ({
    runId,
    id: step.id,
    key: `${runId}/${step.id}`,
    signal: attempt.signal,
    ...(interrupted ? { interrupted } : {}),
  })

  const settled = <Value>(promises: RestatePromise<Value>[]) => settleSteps(sdk, attempt, promises)

  const begin = <Input, Output>(
    step: StepSpec<Input>,
    execute: StepExecutor<Input, Output>,
    interrupted: boolean,
  ) =>
    context.run(
      step.id,
      async (): Promise<Packed> => {
        const output = await execute(step.input, contextOf(step, interrupted))
        await options.flush()
        return packer.pack(`${runId}/${step.id}`, output)
      },
      { maxRetryAttempts: step.attempts ?? stepAttempts },
    )

  /** True when steps that must not run twice were begun by an attempt that is gone. */
  const wereStarted = async (steps: readonly StepSpec[]): Promise<boolean> => {
    const first = steps.find((step) => step.replay === 'never')
    if (!first) return false
    return outcomeOf(await settled([context.run(`${first.id}.started`, () => nonce)])) !== nonce
  }

  const all: Journal['all'] = async <Input, Output>(
    steps: readonly StepSpec<Input>[],
    execute: StepExecutor<Input, Output>,
  ) => {
    if (steps.length === 0) return []
    const interrupted = await wereStarted(steps)
    const begun = steps.map((step) => begin(step, execute, interrupted && step.replay === 'never'))
    const outcomes = await settled(begun)
    return Promise.all(
      outcomes.map(async (outcome): Promise<PromiseSettledResult<Output>> => {
        if (outcome.status === 'rejected') return outcome
        // The cast: what was kept under an id is what its executor answered.
        return { status: 'fulfilled', value: (await packer.unpack(outcome.value)) as Output }
      }),
    )
  }

  /** A wait that a cancellation ends: the run is told, and the loop finds its signal aborted. */
  const interruptible = async <Value>(promise: PromiseLike<Value>): Promise<Value> => {
    try {
      return await attempt.settle(promise)
    } catch (error) {
      if (isCancellation(error)) attempt.cancel()
      throw error
    }
  }

  return {
    signal: attempt.signal,
    all,
    async run(step, execute) {
      return outcomeOf(await all([step], execute))
    },
    async wait<Value>(token: string, { timeoutMs }: { timeoutMs?: number } = {}) {
      context.set('waiting', options.questions())
      await options.flush()
      const answer = context.promise<Value>(token).get()
      try {
        const value = await interruptible(
          timeoutMs === undefined ? answer : answer.orTimeout(timeoutMs),
        )
        return { value }
      } catch (error) {
        if (!isTimeout(error)) throw error
        return { timedOut: true } as const
      } finally {
        if (!attempt.ended) context.clear('waiting')
      }
    },
    sleep: (milliseconds) => interruptible(context.sleep(milliseconds)),
    now: () => interruptible(context.date.now()),
    uuid: async () => context.rand.uuidv4(),
    random: async () => context.rand.random(),
  }
}

function isTimeout(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === 'TimeoutError'
}
