import {
  audioResult,
  type ContentBlock,
  imageResult,
  resourceResult,
  type ToolResult,
} from '@toolprism/core'

type Part = Record<string, unknown> & { type?: unknown }

/**
 * Maps what an AI SDK tool tells the model (`ToolResultOutput` of 6 or 7) to a ToolResult.
 * Parts only a provider can resolve (file ids, references) become a note; it never throws.
 */
export function fromModelOutput(output: unknown): ToolResult {
  const { type, value, reason } = (output ?? {}) as {
    type?: unknown
    value?: unknown
    reason?: unknown
  }
  switch (type) {
    case 'text':
      return { content: [text(asText(value))] }
    case 'json':
      return { content: [text(json(value))], structuredContent: value ?? null }
    case 'error-text':
      return { content: [text(asText(value))], isError: true }
    case 'error-json':
      return { content: [text(json(value))], isError: true }
    case 'execution-denied':
      return {
        content: [text(typeof reason === 'string' ? reason : 'The user denied the call.')],
        isError: true,
      }
    case 'content':
      return {
        content: Array.isArray(value) ? value.map((part) => toBlock((part ?? {}) as Part)) : [],
      }
    default:
      return { content: [text(json(output))] }
  }
}

function toBlock(part: Part): ContentBlock {
  const mediaType = typeof part['mediaType'] === 'string' ? part['mediaType'] : undefined
  switch (part.type) {
    case 'text':
      return text(asText(part['text']))
    case 'file':
      return fromFileData(part['data'], mediaType)
    // AI SDK 6, and its older name for both.
    case 'image-data':
    case 'file-data':
    case 'media':
      return fromBytes(part['data'], mediaType)
    case 'image-url':
    case 'file-url':
      return link(asText(part['url']), mediaType)
    default:
      return text(`[${asText(part.type)} part omitted: only its provider can read it]`)
  }
}

function fromFileData(data: unknown, mediaType: string | undefined): ContentBlock {
  if (typeof data !== 'object' || data === null || data instanceof Uint8Array)
    return fromBytes(data, mediaType)
  const tagged = data as { type?: unknown; data?: unknown; url?: unknown; text?: unknown }
  switch (tagged.type) {
    case 'data':
      return fromBytes(tagged.data, mediaType)
    case 'url':
      return link(tagged.url instanceof URL ? tagged.url.href : asText(tagged.url), mediaType)
    case 'text':
      return text(asText(tagged.text))
    default:
      return text('[file reference omitted: only its provider can read it]')
  }
}

function fromBytes(data: unknown, mediaType = 'application/octet-stream'): ContentBlock {
  if (typeof data !== 'string' && !(data instanceof Uint8Array))
    return text(`[${mediaType} omitted: its data is neither base64 nor bytes]`)
  const made = mediaType.startsWith('image/')
    ? imageResult(data, mediaType)
    : mediaType.startsWith('audio/')
      ? audioResult(data, mediaType)
      : resourceResult({ uri: 'file:///tool-output', mimeType: mediaType, blob: data })
  return made.content[0] ?? text('')
}

function link(uri: string, mimeType: string | undefined): ContentBlock {
  const name = uri.split(/[?#]/)[0]?.split('/').pop() || uri
  return { type: 'resource_link', uri, name, ...(mimeType ? { mimeType } : {}) }
}

function text(value: string): ContentBlock {
  return { type: 'text', text: value }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : json(value)
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return '[a value that is no JSON]'
  }
}
