import { resultText } from '@toolprism/core'
import { spentTokens } from './add-usage'
import { callModel, type ModelTurn } from './call-model'
import { canonicalJson, shortKey } from './canonical-json'
import { isFull, makeRoom } from './compact'
import { findTool } from './find-tool'
import { deepFreeze } from './freeze'
import type { Journal } from './journal'
import { callIdOf } from './live-answer'
import type { AssistantMessage, AssistantPart } from './message'
import { type ParsedCall, parseCalls } from './parse-calls'
import type { DraftPart } from './read-model-stream'
import { append, type CallRecord, type RunState, type Turn } from './run-state'
import { runTurn } from './run-turn'
import type { RunError, RunStatusName } from './run-types'

/** How a run came to its end. */
export interface LoopEnd {
  status: RunStatusName
  error?: RunError
}

/** Model, calls, model, calls … until there is an answer or a limit. Pure between journal calls. */
export async function runLoop(
  state: RunState,
  journal: Journal,
  parkAfterMs: number | undefined,
): Promise<LoopEnd> {
  for (;;) {
    if (state.turn && !state.pausing) {
      const { last, calls } = state.turn
      const end = await runTurn(state, journal, parkAfterMs)
      if (end === 'paused') return { status: 'paused' }
      state.emit({ type: 'step.ended', finishReason: 'tool-calls', calls: lastCalls(state) })
      if (end === 'stopped') return aborted(state)
      if (last)
        return {
          status: 'repetition',
          error: error('REPETITION', 'the model repeated the same call without getting anywhere'),
        }
      const ending = calls.findLast((call) => call.tool?.ends && call.result?.state === 'ok')
      if (ending) {
        state.text = resultText(ending.result!)
        return { status: 'completed' }
      }
    }
    if (state.cancellation.aborted) return aborted(state)
    if (state.pausing) return { status: 'paused' }
    const spent = isBudgeted(state) ? await checkBudgets(state, journal) : undefined
    if (spent) return spent
    state.step++
    state.stepOpen = true
    state.emit({ type: 'step.started' })
    const end = await takeStep(state, journal)
    if (end) return end
  }
}

function lastCalls(state: RunState): number {
  const last = state.transcript.at(-1)
  return last?.role === 'tool' ? last.content.length : 0
}

/** One model call and what follows from it; answers the end of the run when there is one. */
async function takeStep(state: RunState, journal: Journal): Promise<LoopEnd | undefined> {
  const full = isFull(state) ? await makeRoom(state, journal, 'ahead') : undefined
  let model = full ?? (await callModel(state, journal, { wordsOnly: false }))
  if (model.kind === 'overflow' && !full) model = await callAfterOverflow(state, journal, model)
  return takeAnswer(state, model)
}

/** What follows from an answer; nothing of it waits. */
function takeAnswer(state: RunState, model: ModelTurn): LoopEnd | undefined {
  state.stepOpen = false
  if (model.kind === 'failed' || model.kind === 'overflow')
    return { status: 'failed', error: model.error }
  if (model.kind === 'blocked') return { status: 'blocked', error: model.error }
  if (model.kind === 'aborted') {
    keepWords(state, model.parts)
    return aborted(state)
  }
  const parsed = parseCalls(model.parts, {
    finishReason: model.finishReason,
    callId: (index) => callIdOf(state, model.attempt, index),
    repair: state.config.options.repairArguments !== false,
  })
  if (parsed.length === 0) {
    keepWords(state, model.parts)
    state.emit({ type: 'step.ended', finishReason: model.finishReason, calls: 0 })
    return endOfWords(state, model)
  }
  const turn = startTurn(state, model, parsed)
  if (turn.calls.some((call) => call.refusal?.code === 'REPETITION')) stopRepetition(turn)
  state.turn = turn
  return undefined
}

/** The provider says that the context is full: makes room and asks once more. */
async function callAfterOverflow(
  state: RunState,
  journal: Journal,
  turn: ModelTurn,
): Promise<ModelTurn> {
  const failed = await makeRoom(state, journal, 'overflow')
  if (failed) return failed.kind === 'overflow' ? turn : failed
  return callModel(state, journal, { wordsOnly: false, suffix: '.again' })
}

function endOfWords(state: RunState, model: Extract<ModelTurn, { kind: 'answer' }>): LoopEnd {
  if (model.finishReason === 'content-filter') {
    const message = 'the provider stopped the answer with its content filter'
    return { status: 'failed', error: { code: 'CONTENT_FILTER', message, retryable: false } }
  }
  if (model.finishReason === 'length')
    state.warn('OUTPUT_TRUNCATED', 'the answer was cut off at the output token limit')
  return { status: 'completed' }
}

function aborted(state: RunState): LoopEnd {
  const { reason } = state.cancellation
  const message = reason instanceof Error ? reason.message : String(reason ?? 'the run was aborted')
  return { status: 'aborted', error: { code: 'ABORTED', message, retryable: true } }
}

/** Text and reasoning of an answer without calls, or with calls that never came to be. */
function keepWords(state: RunState, parts: readonly DraftPart[]): void {
  const content = wordsOf(parts)
  if (!content.some((part) => part.type === 'text')) return
  append(state, { role: 'assistant', content })
  state.text = textOf(content)
}

function wordsOf(parts: readonly DraftPart[]): AssistantPart[] {
  return parts.filter((part) => part.type !== 'tool-call' && part.text !== '') as AssistantPart[]
}

function textOf(content: readonly AssistantPart[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

function startTurn(
  state: RunState,
  model: Extract<ModelTurn, { kind: 'answer' }>,
  parsed: readonly ParsedCall[],
): Turn {
  // Parsing again with what the model really wrote, where redaction changed it.
  const real = model.rawTexts.size > 0 ? parseRaw(state, model) : parsed
  const calls = parsed.map((call, index) => toRecord(state, call, real[index] ?? call, index))
  const words = wordsOf(model.parts)
  const message: AssistantMessage = {
    role: 'assistant',
    content: [...words, ...calls.map((call) => call.part)],
  }
  const text = textOf(words)
  if (text !== '') state.text = text
  return { step: state.step, message, calls }
}

function parseRaw(
  state: RunState,
  model: Extract<ModelTurn, { kind: 'answer' }>,
): readonly ParsedCall[] {
  let position = -1
  const parts = model.parts.map((part) => {
    if (part.type !== 'tool-call') return part
    position++
    return { ...part, text: model.rawTexts.get(position) ?? part.text }
  })
  return parseCalls(parts, {
    finishReason: model.finishReason,
    callId: (index) => callIdOf(state, model.attempt, index),
    repair: state.config.options.repairArguments !== false,
  })
}

function toRecord(state: RunState, call: ParsedCall, real: ParsedCall, index: number): CallRecord {
  const { part, problem } = call
  deepFreeze(part)
  const found = findTool(state.config.registry, part.toolName)
  const same = real === call
  const record: CallRecord = {
    index,
    part,
    tool: found.tool,
    input: same ? part.input : deepFreeze(real.part.input),
    stage: 'open',
    hash: shortKey(`${part.toolName} ${canonicalJson(part.input)}`),
  }
  if (!same && canonicalJson(real.part.input) !== canonicalJson(part.input)) record.secret = true
  if (problem !== undefined)
    record.refusal = { state: 'invalid', code: 'INPUT_UNREADABLE', message: problem }
  else if (!found.tool?.repeats) refuseRepeat(state, record)
  return record
}

function refuseRepeat(state: RunState, call: CallRecord): void {
  const verdict = state.breaker.judge(call.hash)
  if (verdict === 'run') return
  const name = call.part.toolName
  call.refusal =
    verdict === 'stop'
      ? {
          state: 'skipped',
          code: 'REPETITION',
          message: `${name} was called with the same arguments again and again. The run ends here.`,
        }
      : {
          state: 'skipped',
          code: 'REPEATED',
          message: `${name} was already called with exactly these arguments, and its result has not changed: see above. It was not run again. Do something else, or answer with what you know.`,
        }
}

/** The circle is broken: no call of the turn runs, each says so, and the run ends after it. */
function stopRepetition(turn: Turn): void {
  for (const call of turn.calls)
    call.refusal ??= {
      state: 'skipped',
      code: 'NOT_STARTED',
      message: 'The run ended before this call began. Nothing was run.',
    }
  turn.last = true
}

/** Whether a budget needs a closer look: on most steps none does. */
function isBudgeted({ config: { limits }, step, usage }: RunState): boolean {
  return (
    step >= limits.maxSteps ||
    limits.timeBudgetMs !== Number.POSITIVE_INFINITY ||
    (limits.tokenBudget !== Number.POSITIVE_INFINITY && spentTokens(usage) >= limits.tokenBudget)
  )
}

/** Steps, tokens and time; with a last answer in words where there is room for one. */
async function checkBudgets(state: RunState, journal: Journal): Promise<LoopEnd | undefined> {
  const { limits } = state.config
  let end: LoopEnd | undefined
  if (state.step >= limits.maxSteps)
    end = {
      status: 'max_steps',
      error: error('MAX_STEPS', `the run reached its ${limits.maxSteps} steps`),
    }
  else if (spentTokens(state.usage) >= limits.tokenBudget)
    end = {
      status: 'budget',
      error: error('TOKEN_BUDGET', `the run used its ${limits.tokenBudget} tokens`),
    }
  else if (limits.timeBudgetMs !== Number.POSITIVE_INFINITY) {
    const now = await journal.now()
    if (state.elapsedBefore + now - state.startedAt >= limits.timeBudgetMs)
      return {
        status: 'budget',
        error: error('TIME_BUDGET', `the run used its ${limits.timeBudgetMs} ms`),
      }
  }
  if (!end) return undefined
  if (limits.finalAnswer && state.step > 0) await finalAnswer(state, journal, end.error!.message)
  return state.cancellation.aborted ? aborted(state) : end
}

function error(code: string, message: string): RunError {
  return { code, message, retryable: false }
}

async function finalAnswer(state: RunState, journal: Journal, why: string): Promise<void> {
  const text = `No more tools can be called: ${why}. Answer now, in words, with what you know, and say what is left to do.`
  state.view.push({ role: 'user', content: text, origin: 'final-answer' })
  const model = await callModel(state, journal, { wordsOnly: true, suffix: '.final' })
  // For this call only: the next run reads a transcript in which nobody said it.
  state.view.pop()
  if (model.kind !== 'answer') return
  if (model.parts.some((part) => part.type === 'tool-call'))
    state.warn('FINAL_CALLS_DROPPED', 'the final answer held tool calls, which were dropped')
  keepWords(state, model.parts)
}
