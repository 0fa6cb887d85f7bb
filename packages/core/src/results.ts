import type { ContentBlock, ResourceContents, ToolResult } from './content'
import type { ToolFailure } from './events'
import type { ToolErrorCode } from './tool-error'

/** A result of one text block. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] }
}

/** A result of any JSON value: kept as `structuredContent`, with its JSON as text beside it. */
export function jsonResult(value: unknown): ToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) ?? 'null' }],
    structuredContent: value === undefined ? null : value,
  }
}

/** A result of one image, from bytes or ready base64. */
export function imageResult(data: Uint8Array | string, mimeType: string): ToolResult {
  return { content: [{ type: 'image', data: toBase64(data), mimeType }] }
}

/** A result of one sound, from bytes or ready base64. */
export function audioResult(data: Uint8Array | string, mimeType: string): ToolResult {
  return { content: [{ type: 'audio', data: toBase64(data), mimeType }] }
}

/** A result of one embedded resource: `text`, or bytes or ready base64 as `blob`. */
export function resourceResult(resource: {
  uri: string
  mimeType?: string
  text?: string
  blob?: Uint8Array | string
}): ToolResult {
  const { uri, mimeType, text, blob } = resource
  const head = { uri, ...(mimeType === undefined ? {} : { mimeType }) }
  const contents: ResourceContents =
    blob === undefined ? { ...head, text: text ?? '' } : { ...head, blob: toBase64(blob) }
  return { content: [{ type: 'resource', resource: contents }] }
}

export interface ErrorResultOptions {
  /** @default 'TOOL_FAILED' */
  code?: ToolErrorCode
  /** True when the same call may succeed later. @default false */
  retryable?: boolean
  /** More facts for the host. Keys of core begin with `toolprism/`. */
  meta?: Record<string, unknown>
}

/** A failed result whose text a model can repair from. */
export function errorResult(message: string, options: ErrorResultOptions = {}): ToolResult {
  const meta: Record<string, unknown> = {
    ...options.meta,
    'toolprism/code': options.code ?? 'TOOL_FAILED',
  }
  if (options.retryable) meta['toolprism/retryable'] = true
  return { content: [{ type: 'text', text: message }], isError: true, meta }
}

/**
 * The value a program wants of a result: `structuredContent` when there is one, else the text of its text
 * blocks, else (an image, say) the blocks themselves. Undefined for an empty result.
 */
export function resultValue(result: ToolResult): unknown {
  if (result.structuredContent !== undefined) return result.structuredContent
  const { content } = result
  if (content.length === 0) return undefined
  if (content.every((block) => block.type === 'text')) return resultText(result)
  return content
}

/** The text of a result's text blocks, one a line. */
export function resultText(result: ToolResult): string {
  const texts: string[] = []
  for (const block of result.content) if (block.type === 'text') texts.push(block.text)
  return texts.join('\n')
}

/** The stable code of a failed result; undefined when it succeeded. */
export function resultCode(result: ToolResult): ToolErrorCode | undefined {
  if (!result.isError) return undefined
  const code = result.meta?.['toolprism/code']
  return typeof code === 'string' ? code : 'TOOL_FAILED'
}

const failures: Record<string, ToolFailure> = {
  ABANDONED: 'abandoned',
  BLOCKED: 'blocked',
  CANCELLED: 'cancelled',
  DENIED: 'denied',
  INPUT_INVALID: 'invalid',
  INPUT_NOT_PLAIN_DATA: 'invalid',
  INPUT_OVER_BUDGET: 'invalid',
  SKIPPED: 'skipped',
  TIMEOUT: 'timeout',
  UNKNOWN_TOOL: 'unknown',
}

/** How a failed result failed, in the words of the event table; undefined when it succeeded. */
export function resultFailure(result: ToolResult): ToolFailure | undefined {
  const code = resultCode(result)
  if (code === undefined) return undefined
  return Object.hasOwn(failures, code) ? failures[code] : 'error'
}

/** True for a value in the shape of a ToolResult: a `content` array of objects and no foreign key. */
export function isToolResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null) return false
  const { content } = value as { content?: unknown }
  if (!Array.isArray(content)) return false
  for (const block of content as ContentBlock[])
    if (typeof block !== 'object' || block === null) return false
  for (const key in value)
    if (
      key !== 'content' &&
      key !== 'structuredContent' &&
      key !== 'meta' &&
      key !== 'isError' &&
      key !== '_meta'
    )
      return false
  return true
}

/** Base64 of bytes, in every runtime; a string is taken as base64 already. */
export function toBase64(data: Uint8Array | string): string {
  if (typeof data === 'string') return data
  let binary = ''
  // String.fromCharCode takes its bytes as arguments: keep each call well under the argument limit.
  for (let start = 0; start < data.length; start += 8192)
    binary += String.fromCharCode(...data.subarray(start, start + 8192))
  return btoa(binary)
}
