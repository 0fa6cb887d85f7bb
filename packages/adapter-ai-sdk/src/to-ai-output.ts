import { isToolResult, type ToolResult } from '@toolprism/core'

/**
 * What the app and the UI get of a result: the plain value or text when that says everything,
 * else the whole ToolResult, so that images and links survive a round trip through UI messages.
 */
export function toAiOutput(result: ToolResult): unknown {
  const { content, structuredContent } = result
  if (result.isError) return result
  const only = content.length === 1 ? content[0] : undefined
  const text = only?.type === 'text' && !only.annotations && !only._meta ? only.text : undefined
  if (structuredContent === undefined) return content.length === 0 ? null : (text ?? result)
  const plain = content.length === 0 || text === JSON.stringify(structuredContent)
  // A value that looks like a ToolResult stays wrapped, so that reading it back is never ambiguous.
  return plain && !isToolResult(structuredContent) ? structuredContent : result
}
