import type { ToolResult } from '@toolprism/core'
import { cleanLine } from './clean-text'
import { formatJson, toJsonView } from './format-json'
import { base64Bytes, formatBytes } from './format-size'
import { safeAudio, safeImage, safeLink } from './safe-url'
import { textLimit, toTextView } from './text-view'
import type { CardTexts } from './texts'
import type { ResultView } from './tool-call-view.types'

const blockLimit = 50
/** Characters of base64 that a card will draw: about 6 MB of image or sound. */
const mediaLimit = 8_000_000

/**
 * Everything a result holds, in order, ready to draw. Unknown blocks become a note; nothing throws. `name` is what
 * a person who does not see an image is told, for MCP has no words for one.
 */
export function describeResult(result: ToolResult, texts: CardTexts, name: string): ResultView[] {
  const blocks: unknown[] = Array.isArray(result.content) ? result.content : []
  const structured = result.structuredContent
  const json = structured === undefined ? undefined : toJsonView(structured)
  const views = blocks
    .slice(0, blockLimit)
    // A text that repeats the structured value is shown once, as JSON.
    .filter((block) => !(json && repeats(block, structured)))
    .map((block) => describeBlock(block, texts, name))
  if (blocks.length > blockLimit)
    views.push({ kind: 'note', text: `+${blocks.length - blockLimit} ${texts.notShown}` })
  return json ? [...views, json] : views
}

function repeats(block: unknown, structured: unknown): boolean {
  if (!isRecord(block) || block['type'] !== 'text' || typeof block['text'] !== 'string')
    return false
  if (block['text'].length > textLimit * 4) return looksLikeJson(block['text'])
  try {
    return JSON.stringify(JSON.parse(block['text'])) === JSON.stringify(structured)
  } catch {
    return block['text'] === structured
  }
}

function describeBlock(block: unknown, texts: CardTexts, name: string): ResultView {
  if (!isRecord(block)) return { kind: 'note', text: texts.notShown }
  switch (block['type']) {
    case 'text':
      return textView(String(block['text'] ?? ''))
    case 'image':
      return media('image', block, texts, name)
    case 'audio':
      return media('audio', block, texts, name)
    case 'resource':
      return isRecord(block['resource'])
        ? describeResource(block['resource'], texts, name)
        : { kind: 'note', text: texts.notShown }
    case 'resource_link':
      return describeLink(block)
    default:
      return { kind: 'note', text: `${cleanLine(block['type'], 40)} ${texts.notShown}`.trim() }
  }
}

function textView(text: string, title?: string): ResultView {
  if (!title && looksLikeJson(text) && text.length <= textLimit * 4) {
    try {
      return toJsonView(JSON.parse(text))
    } catch {
      // Not JSON after all: shown as it is.
    }
  }
  return { kind: 'text', ...(title ? { title } : {}), ...toTextView(text) }
}

function looksLikeJson(text: string): boolean {
  return /^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text)
}

function media(
  kind: 'image' | 'audio',
  block: Record<string, unknown>,
  texts: CardTexts,
  name: string,
): ResultView {
  const data = typeof block['data'] === 'string' ? block['data'] : ''
  const facts = [cleanLine(block['mimeType'], 60) || kind, formatBytes(base64Bytes(data))].join(
    ', ',
  )
  const label = `${name} (${facts})`
  const small = data.length <= mediaLimit
  if (kind === 'image') {
    const source = small ? safeImage(data, block['mimeType']) : undefined
    if (source) return { kind, source, alt: label }
  } else {
    const source = small ? safeAudio(data, block['mimeType']) : undefined
    if (source) return { kind, source, label }
  }
  return { kind: 'note', text: `${label}, ${texts.notShown}` }
}

function describeResource(
  resource: Record<string, unknown>,
  texts: CardTexts,
  name: string,
): ResultView {
  const uri = cleanLine(resource['uri'], 200)
  if (typeof resource['text'] === 'string') return textView(resource['text'], uri)
  const block = { data: resource['blob'], mimeType: resource['mimeType'] }
  const kind = String(resource['mimeType']).startsWith('audio/') ? 'audio' : 'image'
  return media(kind, block, texts, uri || name)
}

function describeLink(block: Record<string, unknown>): ResultView {
  const name = cleanLine(block['title'], 120) || cleanLine(block['name'], 120)
  const uri = cleanLine(block['uri'], 200)
  const size = typeof block['size'] === 'number' ? formatBytes(block['size']) : ''
  const detail = [cleanLine(block['description'], 200), cleanLine(block['mimeType'], 60), size]
    .filter(Boolean)
    .join(', ')
  const href = safeLink(block['uri'])
  if (!href) return { kind: 'note', text: [name, uri, detail].filter(Boolean).join(', ') }
  return { kind: 'link', href, label: name || uri, ...(detail ? { detail } : {}) }
}

/** All text of a result, for an error. */
export function resultText(result: ToolResult): string {
  const blocks: unknown[] = Array.isArray(result.content) ? result.content : []
  const texts = blocks.flatMap((block) =>
    isRecord(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  )
  if (texts.length) return texts.join('\n')
  return result.structuredContent === undefined ? '' : formatJson(result.structuredContent)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
