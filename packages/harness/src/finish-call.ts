import {
  type ContentBlock,
  errorResult,
  limitResult,
  resultCode,
  resultText,
  type ToolResult,
} from '@toolprism/core'
import { quickHash } from './canonical-json'
import type { ToolStepOutput } from './execute-call'
import type { AfterToolCallHook } from './hook-types'
import type { CallState } from './message'
import { redactResult } from './redact-shapes'
import { type LazySignal, messageOf, runHook } from './run-hook'
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
export async function finishCall(
  state: RunState,
  call: CallRecord,
  ended: EndedCall,
): Promise<ToolStepOutput> {
  const { config } = state
  const duration = ended.started === undefined ? 0 : config.clock.now() - ended.started
  let result =
    config.hooks.length > 0 ? await runAfterHooks(state, call, ended, duration) : ended.result
  if (config.redaction) result = redactResult(result, config.redaction)
  result = wellFormed(result)
  if (ended.state === 'ok' && result.isError) ended = { ...ended, state: 'error' }
  const hash = quickHash(ended.state + resultKey(result))
  result = await limit(state, call, result)
  tellEnd(state, call, ended, result, duration)
  return { state: ended.state, content: result.content, hash }
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
    const sees = result
    const pending = runHook(
      hooks,
      hooks.afterToolCall,
      (signal) => afterEvent(state, call, { ...ended, result: sees }, duration, signal),
      { clock: config.clock, cancellation: state.cancellation },
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
  ended: EndedCall,
  duration: number,
  signal: LazySignal,
): AfterToolCallHook {
  const { callId } = call.part
  const { result } = ended
  return {
    runId: state.runId,
    step: state.step,
    callId,
    toolCallId: callId,
    toolName: call.tool?.definition.name ?? call.part.toolName,
    annotations: call.tool?.definition.annotations ?? {},
    input: call.input,
    state: ended.state,
    result,
    blocked: ended.state === 'blocked' || ended.state === 'denied',
    duration,
    host: state.config.host,
    ...(ended.state === 'ok'
      ? {}
      : { error: { code: resultCode(result) ?? 'TOOL_FAILED', message: firstText(result) } }),
    get signal() {
      return signal()
    },
  }
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

async function limit(state: RunState, call: CallRecord, result: ToolResult): Promise<ToolResult> {
  const { limits } = state.config
  const characters = call.tool?.definition.hints?.maxResultCharacters ?? limits.maxResultCharacters
  const limited = limitResult(result, { characters, blobCharacters: 10_000_000 })
  if (limited === result || !limits.spill) return limited
  const text = resultText(result)
  if (text.length <= characters) return limited
  const { callId, toolName } = call.part
  try {
    const pointer = await limits.spill({ runId: state.runId, callId, toolName, text })
    const note: ContentBlock = { type: 'text', text: `[The whole result: ${pointer}]` }
    return { ...limited, content: [...limited.content, note] }
  } catch (error) {
    state.warn('SPILL_FAILED', `the whole result could not be kept: ${messageOf(error)}`, {
      callId,
      toolName,
    })
    return limited
  }
}

function tellEnd(
  state: RunState,
  call: CallRecord,
  ended: EndedCall,
  result: ToolResult,
  duration: number,
): void {
  const presentation = call.presentation ?? call.tool?.presentation
  const base = {
    callId: call.part.callId,
    toolName: call.tool?.definition.name ?? call.part.toolName,
    result,
    duration,
    ...(presentation ? { presentation } : {}),
  }
  if (ended.state === 'ok') {
    state.emit({ type: 'tool.completed', ...base })
    return
  }
  const retryable = result.meta?.['toolprism/retryable'] === true
  state.emit({
    type: 'tool.failed',
    failure: ended.state,
    ...base,
    result: result.isError ? result : { ...result, isError: true },
    ...(retryable ? { retryable } : {}),
  })
}
