import type { ToolResult } from './content'
import type { ToolPresentation } from './presentation'
import type { ToolProgress } from './tool'

interface ToolEventBase {
  callId: string
  toolName: string
  /** Milliseconds since the epoch. */
  timestamp: number
  runId?: string
  /** Position in the run's event stream, from 1, without gaps. */
  sequence?: number
  /** The call this one runs inside (a composed tool's step). */
  parentCallId?: string
  /** Wins over the presentation registered for the tool, field by field. */
  presentation?: ToolPresentation
}

/** How a call ended when it did not succeed. */
export type ToolFailure =
  | 'error'
  | 'invalid'
  | 'unknown'
  | 'blocked'
  | 'denied'
  | 'timeout'
  | 'cancelled'
  | 'abandoned'
  | 'skipped'

/**
 * The events of a tool call, written by the harness and read by ui-presentations.
 * A call has one `tool.started`, any number of progress and output events, and exactly one of
 * `tool.completed` and `tool.failed`. A call refused before it ran has only `tool.failed`.
 */
export type ToolEvent =
  | (ToolEventBase & {
      type: 'tool.input' /** Raw JSON text, as the model streams it. */
      delta: string
    })
  | (ToolEventBase & { type: 'tool.queued'; input: unknown })
  | (ToolEventBase & { type: 'tool.started'; input: unknown })
  | (ToolEventBase & { type: 'tool.progress' } & ToolProgress)
  | (ToolEventBase & { type: 'tool.output' /** Live text, to append. */; delta: string })
  | (ToolEventBase & {
      type: 'tool.completed'
      result: ToolResult /** Milliseconds. */
      duration: number
    })
  | (ToolEventBase & {
      type: 'tool.failed'
      failure: ToolFailure
      result: ToolResult
      /** Milliseconds. */
      duration?: number
      retryable?: boolean
    })
  | (ToolEventBase & {
      type: 'permission.required'
      permissionId: string
      input: unknown
      reason?: string
      /** True when the call may destroy something: the approve button must not be the default. */
      destructive?: boolean
    })
  | (ToolEventBase & {
      type: 'permission.resolved'
      permissionId: string
      decision: 'allow' | 'deny'
      reason?: string
    })
