import type { Json } from './json'
import type { ToolCallPart } from './message'
import type { FinishReason } from './model'
import type { DraftPart, RawCall } from './read-model-stream'

/** A call with an id of our own and arguments that are a plain object, or the reason why not. */
export interface ParsedCall {
  part: ToolCallPart
  /** Present when the arguments can't be used: the whole text for the model. */
  problem?: string
}

export interface ParseOptions {
  finishReason: FinishReason
  /** Makes the id of the call at a position. */
  callId(index: number): string
  /** Takes an object written as a JSON string. */
  repair: boolean
}

/**
 * Reads the calls of one answer, in order. The exact repetition of a call, provider id and all, is dropped: streams
 * are sometimes sent twice. A call the token limit cut is never run.
 */
export function parseCalls(parts: readonly DraftPart[], options: ParseOptions): ParsedCall[] {
  const calls: ParsedCall[] = []
  const last = parts.at(-1)
  let seen: Set<string> | undefined
  for (const part of parts) {
    if (part.type !== 'tool-call') continue
    if (part.providerCallId !== undefined && parts.length > 1) {
      seen ??= new Set()
      const key = JSON.stringify([part.providerCallId, part.toolName, part.text])
      if (seen.has(key)) continue
      seen.add(key)
    }
    const cut = options.finishReason === 'length' && part === last
    const read = cut ? { problem: truncated(part) } : readArguments(part, options.repair)
    const call: ToolCallPart = {
      type: 'tool-call',
      callId: options.callId(calls.length),
      toolName: part.toolName,
      input: 'input' in read ? read.input : {},
    }
    if (part.providerCallId !== undefined) call.providerCallId = part.providerCallId
    if (part.providerMetadata !== undefined) call.providerMetadata = part.providerMetadata
    calls.push('problem' in read ? { part: call, problem: read.problem } : { part: call })
  }
  return calls
}

type Read = { input: { [key: string]: Json } } | { problem: string }

function readArguments(call: RawCall, repair: boolean): Read {
  const text = call.text.trim()
  if (text === '') return { input: {} }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: isUnfinished(text) ? truncated(call) : unreadable(call, error) }
  }
  if (value === null) return { input: {} }
  if (typeof value === 'string' && repair) {
    const inner = parsed(value)
    if (isObject(inner)) return { input: inner }
  }
  if (isObject(value)) return { input: value }
  const kind = Array.isArray(value) ? 'a list' : `a ${typeof value}`
  return {
    problem: `The arguments of ${call.toolName} must be one JSON object, not ${kind}. Nothing was run. Call it again with an object.`,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function truncated(call: RawCall): string {
  return `The arguments of ${call.toolName} were cut off after ${call.text.length} characters (the output token limit). Nothing was run. Call it again with a smaller payload, or split the work into several calls.`
}

function unreadable(call: RawCall, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `The arguments of ${call.toolName} are not valid JSON: ${reason.slice(0, 200)}. Nothing was run. Call it again with valid JSON.`
}

/** Whether a text ends inside a string, list or object: then it was cut, not misspelt. */
function isUnfinished(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const char = text[index]
    if (quoted) {
      if (char === '\\') index++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
  }
  return quoted || depth > 0
}
