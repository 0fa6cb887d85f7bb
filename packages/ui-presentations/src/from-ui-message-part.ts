import type { ToolPresentation, ToolResult } from '@toolprism/core'
import { toToolCallView, type ViewOptions } from './store/to-tool-call-view'
import type { ToolCall } from './store/tool-call.types'
import { formatJson } from './view/format-json'
import type { ToolCallView } from './view/tool-call-view.types'

/** What this function reads of an AI SDK tool part, 6 and 7 alike; `ai` itself is not needed. */
export interface UIToolPart {
  /** `tool-<name>` or `dynamic-tool`. */
  type: string
  toolName?: string
  toolCallId?: string
  state?: string
  title?: string
  input?: unknown
  rawInput?: unknown
  output?: unknown
  errorText?: string
  preliminary?: boolean
  approval?: { id?: string; approved?: boolean; reason?: string }
  toolMetadata?: unknown
}

/**
 * The card of a part of an AI SDK UI message, in each of its seven states. Undefined for parts that are no tool call.
 * A name is all that follows the first hyphen: names may hold hyphens.
 */
export function fromUIMessagePart(
  part: object,
  options: ViewOptions = {},
): ToolCallView | undefined {
  const { type, ...tool } = part as UIToolPart // every field is checked where it is read
  const toolName =
    type === 'dynamic-tool'
      ? tool.toolName
      : typeof type === 'string' && type.startsWith('tool-')
        ? type.slice(5)
        : undefined
  if (typeof toolName !== 'string') return undefined
  const callId = String(tool.toolCallId ?? '')
  const call: ToolCall = {
    key: callId,
    callId,
    toolName,
    permissions: [],
    presentation: presentationOf(tool),
    ...facts(tool),
  }
  return toToolCallView(call, options)
}

function facts(tool: Omit<UIToolPart, 'type'>): Partial<ToolCall> {
  const input = tool.input === undefined ? tool.rawInput : tool.input
  const started = { input, timestamp: 0 }
  const permissionId = String(tool.approval?.id ?? '')
  const required = {
    input,
    destructive: false,
    timestamp: 0,
    reason: tool.approval?.reason,
  }
  const end = (result: ToolResult, failure?: 'error' | 'denied') => ({
    started,
    ended: {
      result,
      timestamp: 0,
      failure: failure ?? (result.isError ? 'error' : undefined),
    },
  })
  switch (tool.state) {
    case 'input-streaming':
      return input === undefined ? {} : { partialInput: input }
    case 'approval-requested':
      return { permissions: [{ permissionId, required }] }
    case 'approval-responded': {
      const decision = tool.approval?.approved ? ('allow' as const) : ('deny' as const)
      return { permissions: [{ permissionId, required, resolved: { decision } }] }
    }
    case 'output-available':
      return tool.preliminary
        ? { started, ...preliminary(tool.output) }
        : end(toResult(tool.output))
    case 'output-error':
      return end(errorResult(tool.errorText), 'error')
    case 'output-denied':
      return end(errorResult(tool.approval?.reason), 'denied')
    default:
      return { started }
  }
}

function preliminary(output: unknown): Partial<ToolCall> {
  const text = typeof output === 'string' ? output : formatJson(output)
  return { output: { sequence: undefined, text, previous: undefined, length: text.length } }
}

function toResult(output: unknown): ToolResult {
  if (isToolResult(output)) return output
  if (typeof output === 'string' && output !== '')
    return { content: [{ type: 'text', text: output }] }
  return { content: [], structuredContent: output }
}

function isToolResult(output: unknown): output is ToolResult {
  if (typeof output !== 'object' || output === null) return false
  const { content } = output as { content?: unknown }
  return Array.isArray(content) && content.every((block) => typeof block?.type === 'string')
}

function errorResult(text: unknown): ToolResult {
  return { content: text ? [{ type: 'text', text: String(text) }] : [], isError: true }
}

function presentationOf(tool: Omit<UIToolPart, 'type'>): ToolPresentation | undefined {
  const metadata = tool.toolMetadata as { presentation?: ToolPresentation } | undefined // read field by field later
  const presentation = metadata?.presentation
  if (typeof presentation === 'object' && presentation !== null) return presentation
  return typeof tool.title === 'string' ? { label: tool.title } : undefined
}
