import type { ToolPresentation, ToolResult } from '@toolprism/core'
import { toToolCallView, type ViewOptions } from './store/to-tool-call-view'
import type { ToolCallView } from './view/tool-call-view.types'

/** The call a result belongs to. */
export interface CallFacts {
  toolName: string
  input?: unknown
  callId?: string
  /** Milliseconds. */
  duration?: number
  presentation?: ToolPresentation
}

/** The card of an MCP `CallToolResult` (or any ToolResult). Total: a result of another shape shows what it has. */
export function fromCallToolResult(
  result: object,
  call: CallFacts,
  options: ViewOptions = {},
): ToolCallView {
  const { content, structuredContent, isError, _meta, meta } = result as ToolResult & {
    _meta?: object
  } // read defensively below
  const normalised = {
    content: Array.isArray(content) ? content : [],
    ...(structuredContent === undefined ? {} : { structuredContent }),
    meta: { ..._meta, ...meta },
  }
  const callId = call.callId ?? call.toolName
  return toToolCallView(
    {
      key: callId,
      callId,
      toolName: call.toolName,
      permissions: [],
      started: { input: call.input, timestamp: 0 },
      ended: {
        result: normalised,
        timestamp: 0,
        failure: (isError as unknown) === true ? 'error' : undefined,
        duration: call.duration,
      },
      presentation: call.presentation,
    },
    options,
  )
}
