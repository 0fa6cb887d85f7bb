import type { ToolFailure, ToolPresentation, ToolResult } from '@toolprism/core'
import { appendChunk } from './store/append-chunk'
import { toToolCallView, type ViewOptions } from './store/to-tool-call-view'
import type { PermissionFact } from './store/tool-call.types'
import { formatJson } from './view/format-json'
import { asText, isRecord } from './view/is-record'
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
  const tool = part as UIToolPart // every field is checked where it is read
  const { type, output } = tool
  const state = asText(tool.state)
  const toolName = type === 'dynamic-tool' ? tool.toolName : /^tool-(.*)/s.exec(asText(type))?.[1]
  if (typeof toolName !== 'string') return undefined
  const callId = asText(tool.toolCallId)
  const input = tool.input === undefined ? tool.rawInput : tool.input
  const waiting = /^(?:input-streaming|approval-)/.test(state)
  const growing = state === 'output-available' && tool.preliminary
  return toToolCallView(
    {
      key: callId,
      callId,
      toolName,
      presentation: presentationOf(tool),
      partialInput: input,
      permissions: state.startsWith('approval-') ? [toPermission(tool, input)] : [],
      started: waiting ? undefined : { input, timestamp: 0 },
      output: growing
        ? appendChunk(
            undefined,
            typeof output === 'string' ? output : formatJson(output),
            undefined,
          )
        : undefined,
      ended: /^output-/.test(state) && !growing ? { ...toEnd(tool), timestamp: 0 } : undefined,
    },
    options,
  )
}

function toPermission({ approval, state }: UIToolPart, input: unknown): PermissionFact {
  return {
    permissionId: asText(approval?.id),
    required: { input, destructive: false, timestamp: 0, reason: approval?.reason },
    resolved:
      state === 'approval-responded'
        ? { decision: approval?.approved ? 'allow' : 'deny' }
        : undefined,
  }
}

function toEnd({ state, output, errorText, approval }: UIToolPart): {
  result: ToolResult
  failure?: ToolFailure
} {
  if (state === 'output-error') return { result: toResult(errorText), failure: 'error' }
  if (state === 'output-denied') return { result: toResult(approval?.reason), failure: 'denied' }
  return { result: toResult(output) }
}

function toResult(output: unknown): ToolResult {
  if (isToolResult(output)) return output
  if (typeof output === 'string' && output) return { content: [{ type: 'text', text: output }] }
  return { content: [], structuredContent: output }
}

function isToolResult(output: unknown): output is ToolResult {
  const content = isRecord(output) && output['content']
  return Array.isArray(content) && content.every((block) => typeof block?.type === 'string')
}

function presentationOf({ title, toolMetadata }: UIToolPart): ToolPresentation | undefined {
  const presentation = isRecord(toolMetadata) && toolMetadata['presentation']
  if (isRecord(presentation)) return presentation // read field by field later
  return typeof title === 'string' ? { label: title } : undefined
}
