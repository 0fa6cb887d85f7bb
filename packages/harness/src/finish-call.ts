import {
  type ContentBlock,
  errorResult,
  limitResult,
  resultCode,
  resultText,
  type ToolEvent,
  type ToolResult,
} from '@toolprism/core'
import { shortKey } from './canonical-json'
import type { ToolStepOutput } from './execute-call'
import type { AfterToolCallHook } from './hook-types'
import { withKept } from './kept'
import type { CallState } from './message'
import { redactResult } from './redact-shapes'
import { messageOf, runHook } from './run-hook'
import type { CallRecord, RunState } from './run-state'

export interface EndedCall {
  state: CallState
  result: ToolResult
  /** When it began; undefined for a call that never ran. */
  started: number | undefined
}

/**
 * What happens to every result, of whatever kind, before anybody sees it: after-hooks, secrets out, text made well
 * formed, cut to size with the whole kept elsewhere, event.
 */
export function finishCall(
  state: RunState,
  call: CallRecord,
  ended: EndedCall,
): ToolStepOutput | Promise<ToolStepOutput> {
  const { hooks, clock } = state.config
  const duration = ended.started === undefined ? 0 : clock.now() - ended.started
  if (!hooks.some((one) => one.afterToolCall))
    return showResult(state, call, ended, ended.result, duration)
  return runAfterHooks(state, call, ended, duration).then((result) =>
    showResult(state, call, ended, result, duration),
  )
}

function showResult(
  state: RunState,
  call: CallRecord,
  ended: EndedCall,
  given: ToolResult,
  duration: number,
): ToolStepOutput | Promise<ToolStepOutput> {
  const { redaction, limits } = state.config
  const result = wellFormed(redaction ? redactResult(given, redaction) : given)
  const callState = ended.state === 'ok' && result.isError ? 'error' : ended.state
  const hash = shortKey(callState + resultKey(result))
  const characters = call.tool?.definition.hints?.maxResultCharacters ?? limits.maxResultCharacters
  const limited = limitResult(result, { characters, blobCharacters: 10_000_000 })
  const tell = (shown: ToolResult): ToolStepOutput => {
    tellEnd(state, call, callState, shown, duration)
    return withKept(call, { state: callState, content: shown.content, hash })
  }
  if (limited === result) return tell(result)
  return spill(state, call, result, limited, characters).then(tell)
}

async function runAfterHooks(
  state: RunState,
  call: CallRecord,
  ended: EndedCall,
  duration: number,
): Promise<ToolResult> {
  const { config } = state
  let { result } = ended
  for (const hooks of config.hooks) {
    if (!hooks.afterToolCall) continue
    const pending = runHook(
      hooks,
      hooks.afterToolCall,
      afterEvent(state, call, ended.state, result, duration),
      state,
    )
    const outcome = pending instanceof Promise ? await pending : pending
    const failure = 'failed' in outcome ? outcome.failed : undefined
    const value = 'value' in outcome ? outcome.value : undefined
    if (failure === undefined && (value === undefined || isRewrite(value))) {
      if (value?.result) result = value.result
      // An abort leaves no time for a hook that must see every result.
      if (!('aborted' in outcome) || !hooks.required) continue
    }
    const name = hooks.name ?? 'afterToolCall'
    const why = failure ?? ('aborted' in outcome ? 'the run was stopped' : 'it answered junk')
    const { callId, toolName } = call.part
    state.warn('HOOK_FAILED', `hook ${name} failed after ${toolName}: ${why}`, { callId, toolName })
    if (hooks.required)
      result = errorResult(
        `The result of ${toolName} is withheld: a required check of it failed.`,
        {
          code: 'RESULT_WITHHELD',
        },
      )
  }
  return result
}

function isRewrite(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { result } = value as { result?: { content?: unknown } }
  return result === undefined || Array.isArray(result?.content)
}

function afterEvent(
  state: RunState,
  call: CallRecord,
  callState: CallState,
  result: ToolResult,
  duration: number,
): AfterToolCallHook {
  const { callId } = call.part
  const event: AfterToolCallHook = {
    runId: state.runId,
    step: state.step,
    callId,
    toolCallId: callId,
    toolName: call.tool?.definition.name ?? call.part.toolName,
    annotations: call.tool?.definition.annotations ?? {},
    input: call.input,
    state: callState,
    result,
    blocked: callState === 'blocked' || callState === 'denied',
    duration,
    host: state.config.host,
    signal: state.cancellation.signal,
  }
  if (callState !== 'ok')
    event.error = { code: resultCode(result) ?? 'TOOL_FAILED', message: firstText(result) }
  return event
}

function firstText(result: ToolResult): string {
  for (const block of result.content) if (block.type === 'text') return block.text
  return ''
}

/** What tells two results apart, cheaply: bytes by their beginning and length. */
function resultKey(result: ToolResult): string {
  let key = ''
  for (const block of result.content) {
    if (block.type === 'text') key += block.text
    else if ('data' in block)
      key += `${block.type} ${block.data.length} ${block.data.slice(0, 256)}`
    else key += JSON.stringify(block).slice(0, 1000)
  }
  return key
}

/** No lone surrogates and no NUL: providers refuse whole requests for one. And something to read. */
function wellFormed(result: ToolResult): ToolResult {
  if (result.content.length === 0 || result.content.every(isBlank)) {
    const { structuredContent } = result
    const text = structuredContent === undefined ? '(no output)' : JSON.stringify(structuredContent)
    return { ...result, content: [{ type: 'text', text: cleanText(text) }] }
  }
  let content: ContentBlock[] | undefined
  result.content.forEach((block, index) => {
    const clean = cleanBlock(block)
    if (clean === block) return
    content ??= [...result.content]
    content[index] = clean
  })
  return content ? { ...result, content } : result
}

function isBlank(block: ContentBlock): boolean {
  return block.type === 'text' && block.text === ''
}

function cleanBlock(block: ContentBlock): ContentBlock {
  if (block.type === 'text') {
    const text = cleanText(block.text)
    return text === block.text ? block : { ...block, text }
  }
  if (block.type !== 'resource' || block.resource.text === undefined) return block
  const text = cleanText(block.resource.text)
  return text === block.resource.text ? block : { ...block, resource: { ...block.resource, text } }
}

const nul = /\0/g

function cleanText(text: string): string {
  // The cast: ES2024, in Node since 20.
  const whole = (text as string & { toWellFormed(): string }).toWellFormed()
  return whole.includes('\0') ? whole.replace(nul, '\ufffd') : whole
}

/** Keeps the whole of a result that was cut, where the host wants it, and says where it is. */
async function spill(
  state: RunState,
  call: CallRecord,
  result: ToolResult,
  limited: ToolResult,
  characters: number,
): Promise<ToolResult> {
  const { limits } = state.config
  const text = resultText(result)
  if (!limits.spill || text.length <= characters) return limited
  const { callId, toolName } = call.part
  try {
    const pointer = await limits.spill({ runId: state.runId, callId, toolName, text })
    const note: ContentBlock = { type: 'text', text: `[The whole result: ${pointer}]` }
    return { ...limited, content: [...limited.content, note] }
  } catch (error) {
    const message = `the whole result could not be kept: ${messageOf(error)}`
    state.warn('SPILL_FAILED', message, { callId, toolName })
    return limited
  }
}

function tellEnd(
  state: RunState,
  call: CallRecord,
  callState: CallState,
  result: ToolResult,
  duration: number,
): void {
  const { callId } = call.part
  const toolName = call.tool?.definition.name ?? call.part.toolName
  const presentation = call.presentation ?? call.tool?.presentation
  if (callState === 'ok') {
    const event: EventOf<'tool.completed'> = {
      type: 'tool.completed',
      callId,
      toolName,
      result,
      duration,
    }
    if (presentation) event.presentation = presentation
    state.emit(event)
    return
  }
  const event: EventOf<'tool.failed'> = {
    type: 'tool.failed',
    failure: callState,
    callId,
    toolName,
    result: result.isError ? result : { ...result, isError: true },
    duration,
  }
  if (presentation) event.presentation = presentation
  if (result.meta?.['toolprism/retryable'] === true) event.retryable = true
  state.emit(event)
}

type EventOf<Type extends ToolEvent['type']> = Omit<Extract<ToolEvent, { type: Type }>, 'timestamp'>
