import type { ContentBlock, ToolResult } from '@toolprism/core'

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
      return { content: [text(String(value))] }
    case 'json':
      return { content: [text(json(value))], structuredContent: value ?? null }
    case 'error-text':
      return { content: [text(String(value))], isError: true }
    case 'error-json':
      return { content: [text(json(value))], isError: true }
    case 'execution-denied':
      return {
        content: [text(typeof reason === 'string' ? reason : 'The user denied the call.')],
        isError: true,
      }
    case 'content':
      return { content: Array.isArray(value) ? value.map((part) => toBlock(part as Part)) : [] }
    default:
      return { content: [text(json(output))] }
  }
}

function toBlock(part: Part): ContentBlock {
  const mediaType = typeof part['mediaType'] === 'string' ? part['mediaType'] : undefined
  switch (part.type) {
    case 'text':
      return text(String(part['text']))
    case 'file':
      return fromFileData(part['data'], mediaType)
    // AI SDK 6, and its older name for both.
    case 'image-data':
    case 'file-data':
    case 'media':
      return fromBytes(part['data'], mediaType)
    case 'image-url':
    case 'file-url':
      return link(String(part['url']), mediaType)
    default:
      return text(`[${String(part.type)} part omitted: only its provider can read it]`)
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
      return link(String(tagged.url), mediaType)
    case 'text':
      return text(String(tagged.text))
    default:
      return text('[file reference omitted: only its provider can read it]')
  }
}

function fromBytes(data: unknown, mediaType = 'application/octet-stream'): ContentBlock {
  const base64 =
    typeof data === 'string' ? data : data instanceof Uint8Array ? encode(data) : undefined
  if (base64 === undefined)
    return text(`[${mediaType} omitted: its data is neither base64 nor bytes]`)
  if (mediaType.startsWith('image/')) return { type: 'image', data: base64, mimeType: mediaType }
  if (mediaType.startsWith('audio/')) return { type: 'audio', data: base64, mimeType: mediaType }
  const resource = { uri: 'file:///tool-output', mimeType: mediaType, blob: base64 }
  return { type: 'resource', resource }
}

function link(uri: string, mimeType: string | undefined): ContentBlock {
  const name = uri.split(/[?#]/)[0]?.split('/').pop() || uri
  return { type: 'resource_link', uri, name, ...(mimeType ? { mimeType } : {}) }
}

function text(value: string): ContentBlock {
  return { type: 'text', text: value }
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

function encode(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += 8192)
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return btoa(binary)
}
