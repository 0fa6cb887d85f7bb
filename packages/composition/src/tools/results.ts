import type { ToolResult } from '@toolprism/core'
import { messageOf } from '../errors'

/** One text block; `isError` is a key only when the call failed. */
export function textResult(text: string, isError = false): ToolResult {
  const content: ToolResult['content'] = [{ type: 'text', text }]
  return isError ? { content, isError: true } : { content }
}

/** A value as JSON text; one JSON cannot hold prints `null`, one it cannot print is a failed result. */
export function jsonResult(value: unknown, isError = false): ToolResult {
  try {
    return textResult(JSON.stringify(value, null, 2) ?? 'null', isError)
  } catch (thrown) {
    return textResult(messageOf(thrown), true)
  }
}
