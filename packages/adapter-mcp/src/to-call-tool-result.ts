import type { ToolResult } from '@toolprism/core'
import type { McpCallToolResult, McpEra } from './mcp.types'
import { wrappedKey } from './meta-keys'

export interface ToCallToolResultOptions {
  /** Older revisions allow only an object as `structuredContent`: other values are wrapped under `result`. @default 'legacy' */
  era?: McpEra | undefined
}

/** The result as `tools/call` carries it. */
export function toCallToolResult(
  result: ToolResult,
  options: ToCallToolResultOptions = {},
): McpCallToolResult {
  const { content, structuredContent, isError, meta } = result
  const wrap =
    structuredContent !== undefined && options.era !== 'modern' && !isObject(structuredContent)
  return {
    content,
    ...(structuredContent !== undefined && {
      structuredContent: wrap ? { result: structuredContent } : structuredContent,
    }),
    ...(isError && { isError: true }),
    ...((meta || wrap) && { _meta: wrap ? { ...meta, [wrappedKey]: true } : meta }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
