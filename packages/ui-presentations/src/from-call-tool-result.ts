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
  const { _meta, meta, ...answer } = result as ToolResult & { _meta?: object } // read defensively later
  const { toolName, callId = toolName, input, duration, presentation } = call
  const ended = { result: { ...answer, meta: { ..._meta, ...meta } }, timestamp: 0, duration }
  const started = { input, timestamp: 0 }
  return toToolCallView(
    { key: callId, callId, toolName, permissions: [], started, ended, presentation },
    options,
  )
}
