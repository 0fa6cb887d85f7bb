import { runErrorOf } from './call-model'
import type { AfterModelCallHook, BeforeModelCallReturn } from './hook-types'
import { endAnswer, type LiveAnswer } from './live-answer'
import type { AssistantMessage, AssistantPart, Message } from './message'
import type { Model, ModelRequest, ToolSpec } from './model'
import { phaseSpecs } from './phase'
import type { DraftPart, ModelOutcome, RawCall } from './read-model-stream'
import { readModelStream } from './read-model-stream'
import { type HookOutcome, runHook } from './run-hook'
import type { RunState } from './run-state'
import type { RunError } from './run-types'
import { withSignal } from './with-signal'

/** Plain JSON, redacted: what a journal keeps of a model call. */
export type ModelStepOutput =
  | (ModelOutcome & { messageId: string })
  | { kind: 'blocked'; error: RunError }

interface StepOptions {
  attempt: number
  wordsOnly: boolean
  rawTexts: Map<number, string>
}

/** The work of a model step: hooks, the call, hooks. */
export async function runModelStep(
  state: RunState,
  options: StepOptions,
): Promise<ModelStepOutput> {
  const { config } = state
  state.live = true
  const found = config.getModel()
  const model = found instanceof Promise ? await found : found
  const asked: Asked = {
    messages: state.view,
    tools: options.wordsOnly ? [] : phaseSpecs(state),
  }
  for (const hooks of config.hooks) {
    if (!hooks.beforeModelCall) continue
    const asking = askBeforeModelCall(state, model, asked, hooks)
    const error = takeOutcome(
      state,
      asked,
      hooks,
      asking instanceof Promise ? await asking : asking,
    )
    if (error) return { kind: 'blocked', error }
  }
  const messageId = `${state.tag}-${state.step}-${options.attempt}`
  const started = config.clock.now()
  const live: LiveAnswer = {
    state,
    messageId,
    attempt: options.attempt,
    streams: undefined,
    announced: undefined,
  }
  const outcome = await readModelStream(
    model,
    (signal) => makeRequest(state, asked, options, signal),
    {
      clock: config.clock,
      cancellation: state.cancellation,
      timers: state.timers,
      idleTimeoutMs: config.limits.modelIdleTimeoutMs,
      live,
    },
  )
  if (config.redaction) redactParts(outcome.parts, config.redaction.text, options.rawTexts)
  endAnswer(live, outcome)
  const duration = config.clock.now() - started
  for (const hooks of config.hooks) {
    if (!hooks.afterModelCall) continue
    const event = afterModelEvent(state, model, outcome, options.attempt, duration)
    const telling = runHook(hooks, hooks.afterModelCall, event, state)
    const told = telling instanceof Promise ? await telling : telling
    if ('failed' in told)
      state.warn('HOOK_FAILED', `hook ${hooks.name ?? 'afterModelCall'} failed: ${told.failed}`)
  }
  return { ...outcome, messageId }
}

interface Asked {
  messages: readonly Message[]
  tools: readonly ToolSpec[]
}

type Hooks = RunState['config']['hooks'][number]

function askBeforeModelCall(state: RunState, model: Model, asked: Asked, hooks: Hooks) {
  return runHook(
    hooks,
    hooks.beforeModelCall!,
    {
      runId: state.runId,
      step: state.step,
      model: model.id,
      messages: asked.messages,
      tools: asked.tools,
      host: state.config.host,
      signal: state.cancellation.signal,
    },
    state,
  )
}

function takeOutcome(
  state: RunState,
  asked: Asked,
  hooks: Hooks,
  outcome: HookOutcome<BeforeModelCallReturn>,
): RunError | undefined {
  if ('aborted' in outcome) return undefined
  const problem = 'failed' in outcome ? outcome.failed : takeReturn(asked, outcome.value)
  if (typeof problem === 'object') return problem
  if (problem === undefined) return undefined
  const name = hooks.name ?? 'beforeModelCall'
  if (hooks.onError === 'ignore') {
    state.warn('HOOK_FAILED', `hook ${name} failed and was ignored: ${problem}`)
    return undefined
  }
  return { code: 'HOOK_FAILED', message: `hook ${name} failed: ${problem}`, retryable: false }
}

/** Takes what a hook answered; a text says why it is junk. */
function takeReturn(
  asked: Asked,
  value: BeforeModelCallReturn | undefined,
): RunError | string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'object') return `answered a ${typeof value}`
  if (value.block === true) {
    const message = value.reason ?? 'a hook blocked the model call'
    return { code: 'HOOK_BLOCKED', message, retryable: false }
  }
  if (value.messages !== undefined) {
    if (!Array.isArray(value.messages)) return 'answered messages that are no list'
    asked.messages = value.messages
  }
  if (value.tools !== undefined) {
    if (!Array.isArray(value.tools)) return 'answered tools that are no list'
    const names = new Set(value.tools)
    asked.tools = asked.tools.filter((tool) => names.has(tool.name))
  }
  return undefined
}

function makeRequest(
  state: RunState,
  asked: Asked,
  options: StepOptions,
  signal: () => AbortSignal,
): ModelRequest {
  const { limits, options: agent } = state.config
  const request: Omit<ModelRequest, 'signal'> = {
    messages: asked.messages,
    tools: asked.tools,
    runId: state.runId,
    step: state.step,
    attempt: options.attempt,
  }
  if (asked.tools.length === 0) request.toolChoice = 'none'
  if (limits.maxOutputTokens !== undefined) request.maxOutputTokens = limits.maxOutputTokens
  if (agent.modelOptions !== undefined) request.options = agent.modelOptions
  return withSignal(request, signal)
}

/** Secrets leave the answer here; where that changes a call's arguments, the real ones stay in this process. */
function redactParts(
  parts: DraftPart[],
  redact: (text: string) => string,
  rawTexts: Map<number, string>,
): void {
  let position = -1
  for (const part of parts) {
    if (part.type === 'tool-call') position++
    const text = redact(part.text)
    if (text === part.text) continue
    if (part.type === 'tool-call') {
      rawTexts.set(position, part.text)
      part.withheld = true
    }
    part.text = text
  }
}

function afterModelEvent(
  state: RunState,
  model: Model,
  outcome: ModelOutcome,
  attempt: number,
  duration: number,
): AfterModelCallHook {
  // Not with spreads: fields that follow one make a slow object.
  const event: AfterModelCallHook = {
    runId: state.runId,
    step: state.step,
    attempt,
    model: model.id,
    usage: outcome.usage,
    duration,
    host: state.config.host,
    signal: state.cancellation.signal,
  }
  if (outcome.kind === 'answer') event.response = draftMessage(outcome.parts)
  if (outcome.kind === 'failure') event.error = runErrorOf(outcome.failure)
  return event
}

/** The answer as hooks see it: calls have no id of ours yet. */
function draftMessage(parts: readonly DraftPart[]): AssistantMessage {
  const toPart = (part: DraftPart): AssistantPart =>
    part.type === 'tool-call'
      ? { type: 'tool-call', callId: '', toolName: part.toolName, input: lenient(part) }
      : (part as AssistantPart)
  return { role: 'assistant', content: parts.map(toPart) }
}

function lenient(call: RawCall): Record<string, never> {
  try {
    const value: unknown = JSON.parse(call.text)
    return typeof value === 'object' && value !== null ? (value as Record<string, never>) : {}
  } catch {
    return {}
  }
}
