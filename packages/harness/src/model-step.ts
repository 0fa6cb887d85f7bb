import { runErrorOf } from './call-model'
import type { AfterModelCallHook, BeforeModelCallReturn } from './hook-types'
import type { AssistantMessage, AssistantPart, Message } from './message'
import type { Model, ModelRequest, ToolSpec } from './model'
import { phaseSpecs } from './phase'
import type { DraftPart, ModelOutcome, RawCall, StreamListener } from './read-model-stream'
import { readModelStream } from './read-model-stream'
import { runHook } from './run-hook'
import type { RunState } from './run-state'
import type { RunError } from './run-types'

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
  const model = await config.getModel()
  const asked: Asked = {
    messages: state.view,
    tools: options.wordsOnly ? [] : phaseSpecs(state),
  }
  for (const hooks of config.hooks) {
    if (!hooks.beforeModelCall) continue
    const error = await beforeModelCall(state, model, asked, hooks)
    if (error) return { kind: 'blocked', error }
  }
  const messageId = `${state.tag}-${state.step}-${options.attempt}`
  const started = config.clock.now()
  const live = createLiveText(state, messageId, options.attempt)
  const outcome = await readModelStream(
    model,
    (signal) => makeRequest(state, asked, options, signal),
    {
      clock: config.clock,
      cancellation: state.cancellation,
      idleTimeoutMs: config.limits.modelIdleTimeoutMs,
      listener: live.listener,
    },
  )
  if (config.redaction) redactParts(outcome.parts, config.redaction.text, options.rawTexts)
  live.end(outcome)
  await afterModelCall(state, model, outcome, options.attempt, config.clock.now() - started)
  return { ...outcome, messageId }
}

interface Asked {
  messages: readonly Message[]
  tools: readonly ToolSpec[]
}

async function beforeModelCall(
  state: RunState,
  model: Model,
  asked: Asked,
  hooks: RunState['config']['hooks'][number],
): Promise<RunError | undefined> {
  const outcome = await runHook(
    hooks,
    hooks.beforeModelCall!,
    (signal) => ({
      runId: state.runId,
      step: state.step,
      model: model.id,
      messages: asked.messages,
      tools: asked.tools,
      host: state.config.host,
      get signal() {
        return signal()
      },
    }),
    { clock: state.config.clock, cancellation: state.cancellation },
  )
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
  signal: AbortSignal,
): ModelRequest {
  const { limits, options: agent } = state.config
  const request: ModelRequest = {
    messages: asked.messages,
    tools: asked.tools,
    signal,
    runId: state.runId,
    step: state.step,
    attempt: options.attempt,
  }
  if (asked.tools.length === 0) request.toolChoice = 'none'
  if (limits.maxOutputTokens !== undefined) request.maxOutputTokens = limits.maxOutputTokens
  if (agent.modelOptions !== undefined) request.options = agent.modelOptions
  return request
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

async function afterModelCall(
  state: RunState,
  model: Model,
  outcome: ModelOutcome,
  attempt: number,
  duration: number,
): Promise<void> {
  const { config } = state
  for (const hooks of config.hooks) {
    if (!hooks.afterModelCall) continue
    const done = await runHook(
      hooks,
      hooks.afterModelCall,
      (signal): AfterModelCallHook => ({
        runId: state.runId,
        step: state.step,
        attempt,
        model: model.id,
        usage: outcome.usage,
        duration,
        host: config.host,
        ...(outcome.kind === 'answer' ? { response: draftMessage(outcome.parts) } : {}),
        ...(outcome.kind === 'failure' ? { error: runErrorOf(outcome.failure) } : {}),
        get signal() {
          return signal()
        },
      }),
      { clock: config.clock, cancellation: state.cancellation },
    )
    if ('failed' in done)
      state.warn('HOOK_FAILED', `hook ${hooks.name ?? 'afterModelCall'} failed: ${done.failed}`)
  }
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

/** Shows an answer while it arrives, through the redactor, and says when an announced call never came. */
function createLiveText(state: RunState, messageId: string, attempt: number) {
  const { redaction } = state.config
  const streams = new Map<string, ReturnType<NonNullable<typeof redaction>['stream']>>()
  const through = (key: string, delta: string): string => {
    if (!redaction) return delta
    let stream = streams.get(key)
    if (!stream) {
      stream = redaction.stream()
      streams.set(key, stream)
    }
    return stream.push(delta)
  }
  const show = (kind: 'text' | 'reasoning', delta: string) => {
    if (delta !== '') state.emit({ type: `${kind}.delta`, messageId, delta })
  }
  const announced = new Map<string, { callId: string; toolName: string }>()
  const showInput = (id: string, delta: string) => {
    const call = announced.get(id)
    if (call && delta !== '') state.emit({ type: 'tool.input', ...call, delta })
  }
  const listener: StreamListener = {
    text: (kind, delta) => show(kind, through(kind, delta)),
    inputStart(id, toolName) {
      const callId = callIdOf(state, attempt, announced.size)
      if (!announced.has(id)) announced.set(id, { callId, toolName })
    },
    inputDelta: (id, delta) => showInput(id, through(`input ${id}`, delta)),
  }
  const end = (outcome: ModelOutcome) => {
    for (const [key, stream] of streams) {
      const rest = stream.flush()
      if (key.startsWith('input ')) showInput(key.slice(6), rest)
      else show(key as 'text', rest)
    }
    const calls =
      outcome.kind === 'answer' ? outcome.parts.filter((part) => part.type === 'tool-call') : []
    for (const call of [...announced.values()].slice(calls.length)) failAnnounced(state, call)
    if (outcome.kind === 'failure') return
    for (const kind of ['reasoning', 'text'] as const) {
      const text = outcome.parts
        .filter((part) => part.type === kind)
        .map((part) => part.text)
        .join('')
      if (text !== '') state.emit({ type: `${kind}.completed`, messageId, text })
    }
  }
  return { listener, end }
}

function failAnnounced(state: RunState, call: { callId: string; toolName: string }): void {
  const text = 'The model did not finish this call. Nothing was run.'
  state.emit({
    type: 'tool.failed',
    ...call,
    failure: 'cancelled',
    result: { content: [{ type: 'text', text }], isError: true },
  })
}

/** Our own id of a call: unique over runs, the same in every replay. */
export function callIdOf(state: RunState, attempt: number, index: number): string {
  const id = `call_${state.tag}_${state.step}_${index}`
  return attempt === 1 ? id : `${id}_${attempt}`
}
