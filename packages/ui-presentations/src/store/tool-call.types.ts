import type { ToolFailure, ToolPresentation, ToolResult } from '@toolprism/core'

/** A piece of streamed text; newest first, so that appending to 100,000 pieces copies none. */
export interface Chunk {
  sequence: number | undefined
  text: string
  previous: Chunk | undefined
  /** Characters in this piece and all before. */
  length: number
}

interface Asked {
  input: unknown
  reason?: string | undefined
  destructive: boolean
  sequence?: number | undefined
  timestamp: number
}

export interface PermissionFact {
  permissionId: string
  /** Absent when only the answer was seen. */
  required?: Asked | undefined
  resolved?: { decision: 'allow' | 'deny' } | undefined
}

/** What is known of one call. Facts only: what to show is derived from them, so their order of arrival does not matter. */
export interface ToolCall {
  key: string
  callId: string
  toolName: string
  runId?: string | undefined
  parentCallId?: string | undefined
  /** The lowest position seen, for ordering cards. */
  sequence?: number | undefined
  presentation?: ToolPresentation | undefined
  streamedInput?: Chunk | undefined
  /** Input that a host has already parsed while it is being written. */
  partialInput?: unknown
  queued?: { input: unknown } | undefined
  started?: { input: unknown; sequence?: number | undefined; timestamp: number } | undefined
  progress?:
    | {
        progress: number | undefined
        total: number | undefined
        message: string | undefined
        sequence: number | undefined
      }
    | undefined
  output?: Chunk | undefined
  /** Characters of output dropped from the front. */
  droppedOutput?: number | undefined
  permissions: readonly PermissionFact[]
  ended?:
    | {
        failure?: ToolFailure | undefined
        result: ToolResult
        sequence?: number | undefined
        timestamp: number
        duration?: number | undefined
        retryable?: boolean | undefined
      }
    | undefined
}
