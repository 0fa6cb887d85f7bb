import { addUsage } from './add-usage'
import type { Journal } from './journal'
import type { FinishReason } from './model'
import { type ModelFailure, retryDelay } from './model-error'
import { type ModelStepOutput, runModelStep } from './model-step'
import type { DraftPart } from './read-model-stream'
import type { RunState } from './run-state'
import type { RunError } from './run-types'

/** What the loop goes on with after a model call, retries included. */
export type ModelTurn =
  | {
      kind: 'answer'
      parts: DraftPart[]
      finishReason: FinishReason
      attempt: number
      messageId: string
      /** Arguments as the model wrote them, by position, where redaction changed them. */
      rawTexts: Map<number, string>
    }
  | { kind: 'aborted'; parts: DraftPart[] }
  | { kind: 'failed'; error: RunError }
  | { kind: 'blocked'; error: RunError }
  | { kind: 'overflow'; error: RunError }

export interface ModelCallOptions {
  /** No tools: the answer must be words. */
  wordsOnly: boolean
  /** In the step id, for calls beside the step's own. */
  suffix?: string
}

const emptyRetries = 2

/** Calls the model until it answers, fails for good or the run ends. Parts of a failed attempt never count. */
export async function callModel(
  state: RunState,
  journal: Journal,
  options: ModelCallOptions,
): Promise<ModelTurn> {
  const base = `${state.step}.model${options.suffix ?? ''}`
  let empties = 0
  for (let attempt = 1; ; attempt++) {
    const rawTexts = new Map<number, string>()
    const id = attempt === 1 ? base : `${base}.${attempt}`
    let ran = false
    const input = { step: state.step, attempt, messages: state.view }
    const output = await journal.run<typeof input, ModelStepOutput>(
      { id, kind: 'model', input },
      () => {
        ran = true
        return runModelStep(state, { attempt, wordsOnly: options.wordsOnly, rawTexts })
      },
    )
    state.live = ran
    if (output.kind === 'blocked') return output
    recordUsage(state, output, attempt)
    if (output.kind === 'aborted' || state.cancellation.aborted)
      return { kind: 'aborted', parts: output.parts }
    let failure: ModelFailure
    if (output.kind === 'answer') {
      const { parts, finishReason, messageId } = output
      if (hasContent(parts) || empties >= emptyRetries) {
        if (!hasContent(parts)) state.warn('EMPTY_RESPONSE', 'the model answered nothing')
        return { kind: 'answer', parts, finishReason, attempt, messageId, rawTexts }
      }
      empties++
      failure = { kind: 'unknown', message: 'the model answered nothing', retryable: true }
    } else failure = output.failure
    const ending = await backOff(state, journal, failure, attempt, output.messageId)
    if (ending) return ending
  }
}

function hasContent(parts: readonly DraftPart[]): boolean {
  return parts.some(
    (part) => part.type === 'tool-call' || (part.type === 'text' && part.text !== ''),
  )
}

function recordUsage(state: RunState, output: ModelStepOutput, attempt: number): void {
  if (!('usage' in output) || Object.keys(output.usage).length === 0) return
  state.usage = addUsage(state.usage, output.usage)
  state.emit({ type: 'usage.recorded', attempt, usage: output.usage, total: state.usage })
}

/** Waits for the next attempt; answers how the call ended when there is none. */
async function backOff(
  state: RunState,
  journal: Journal,
  failure: ModelFailure,
  attempt: number,
  messageId: string,
): Promise<ModelTurn | undefined> {
  if (failure.kind === 'context-overflow') return { kind: 'overflow', error: runErrorOf(failure) }
  const delay = retryDelay(failure, attempt, state.config.retry, await journal.random())
  if (delay === undefined) return { kind: 'failed', error: runErrorOf(failure) }
  state.emit({
    type: 'model.retried',
    messageId,
    attempt,
    delay,
    kind: failure.kind,
    message: failure.message,
  })
  state.timers.rest()
  try {
    await journal.sleep(delay)
  } catch (error) {
    // An engine's own cancellation is not ours to swallow.
    if (!state.cancellation.aborted) throw error
  }
  return state.cancellation.aborted ? { kind: 'aborted', parts: [] } : undefined
}

const hints: Partial<Record<ModelFailure['kind'], string>> = {
  auth: 'Check the API key and its rights.',
  'rate-limit': 'The provider asks to wait longer than retry.maxDelayMs, or retries are used up.',
  'context-overflow':
    'Set context.window, start with a shorter history, or lower maxResultCharacters.',
}

export function runErrorOf(failure: ModelFailure): RunError {
  const code =
    failure.kind === 'context-overflow'
      ? 'CONTEXT_OVERFLOW'
      : `MODEL_${failure.kind.replaceAll('-', '_').toUpperCase()}`
  const hint = hints[failure.kind]
  return {
    code,
    message: failure.message,
    retryable: failure.retryable,
    ...(hint === undefined ? {} : { hint }),
  }
}
