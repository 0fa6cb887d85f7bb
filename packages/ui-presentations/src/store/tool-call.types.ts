import type { ToolFailure, ToolPresentation, ToolResult } from '@toolprism/core'

/** A piece of streamed text; newest first, so that appending to 100,000 pieces copies none. */
export interface Chunk {
  sequence: number | undefined
  text: string
  previous: Chunk | undefined
  /** Characters in this piece and all before. */
  length: number
}

export interface PermissionFact {
  permissionId: string
  /** Absent when only the answer was seen. */
  required?: {
    input: unknown
    reason?: string
    destructive: boolean
    sequence?: number
    timestamp: number
  }
  resolved?: { decision: 'allow' | 'deny'; reason?: string }
}

/** What is known of one call. Facts only: what to show is derived from them, so their order of arrival does not matter. */
export interface ToolCall {
  key: string
  callId: string
  toolName: string
  runId?: string
  parentCallId?: string
  /** The lowest position seen, for ordering cards. */
  sequence?: number
  presentation?: ToolPresentation
  streamedInput?: Chunk
  /** Input that a host has already parsed while it is being written. */
  partialInput?: unknown
  queued?: { input: unknown }
  started?: { input: unknown; sequence?: number; timestamp: number }
  progress?: { progress?: number; total?: number; message?: string; sequence?: number }
  output?: Chunk
  /** Characters of output dropped from the front. */
  droppedOutput?: number
  permissions: readonly PermissionFact[]
  ended?: {
    failure?: ToolFailure
    result: ToolResult
    sequence?: number
    timestamp: number
    duration?: number
    retryable?: boolean
  }
}
