import type { ToolResult } from '@toolprism/core'
import { cleanLine } from './clean-text'
import { formatJson, toJsonView } from './format-json'
import { base64Bytes, formatBytes } from './format-size'
import { asText, isRecord } from './is-record'
import { safeLink, toMediaSource } from './safe-url'
import { textLimit, toTextView } from './text-view'
import type { ViewTexts } from './texts'
import type { ResultView } from './tool-call-view.types'

const blockLimit = 50
/** Characters of base64 that a card will draw: about 6 MB of image or sound. */
const mediaLimit = 8_000_000

/**
 * Everything a result holds, in order, ready to draw. Unknown blocks become a note; nothing throws. `name` is what
 * a person who does not see an image is told, for MCP has no words for one.
 */
export function describeResult(result: ToolResult, texts: ViewTexts, name: string): ResultView[] {
  const blocks = blocksOf(result)
  const structured = result.structuredContent
  const json = structured === undefined ? [] : [toJsonView(structured)]
  const views = blocks
    .slice(0, blockLimit)
    // A text that repeats the structured value is shown once, as JSON.
    .filter((block) => !(json.length && repeats(block, structured)))
    .map((block) => describeBlock(block, texts, name))
  if (blocks.length > blockLimit)
    views.push(note(`+${blocks.length - blockLimit} ${texts.notShown}`))
  return [...views, ...json]
}

/** All text of a result, for an error. */
export function resultText(result: ToolResult): string {
  const texts = blocksOf(result)
    .map((block) => block['text'])
    .filter((text) => typeof text === 'string')
  if (texts.length || result.structuredContent === undefined) return texts.join('\n')
  return formatJson(result.structuredContent)
}

type Block = Record<string, unknown>

/** What is no block is an empty one: it is counted, and a note stands in its place. */
function blocksOf({ content }: { content: unknown }): Block[] {
  return Array.isArray(content) ? content.map((block) => (isRecord(block) ? block : {})) : []
}

function note(text: string): ResultView {
  return { kind: 'note', text }
}

/** The parts that are there. */
function list(...parts: string[]): string {
  return parts.filter(Boolean).join(', ')
}

function repeats({ type, text }: Block, structured: unknown): boolean {
  if (type !== 'text' || typeof text !== 'string') return false
  if (text.length > textLimit * 4) return looksLikeJson(text)
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(structured)
  } catch {
    return text === structured
  }
}

function describeBlock(block: Block, texts: ViewTexts, name: string): ResultView {
  const { type, resource } = block
  switch (type) {
    case 'text':
      return textView(asText(block['text']))
    case 'image':
    case 'audio':
      return media(block['data'], block, texts, name)
    case 'resource': {
      if (!isRecord(resource)) return note(texts.notShown)
      const uri = cleanLine(resource['uri'], 200)
      return typeof resource['text'] === 'string'
        ? textView(resource['text'], uri)
        : media(resource['blob'], resource, texts, uri || name)
    }
    case 'resource_link':
      return describeLink(block)
    default:
      return note(`${cleanLine(type, 40)} ${texts.notShown}`.trim())
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
  return /^\s*(?:\{.*\}|\[.*\])\s*$/s.test(text)
}

/** A picture or a sound; what is too large or of a type that is not drawn is a note. */
function media(
  data: unknown,
  { type, mimeType }: Block,
  texts: ViewTexts,
  name: string,
): ResultView {
  const base64 = asText(data)
  const facts = list(cleanLine(mimeType ?? type, 60), formatBytes(base64Bytes(base64)))
  const label = `${name} (${facts})`
  const source = base64.length <= mediaLimit && toMediaSource(base64, mimeType)
  if (!source) return note(list(label, texts.notShown))
  return source.startsWith('data:image')
    ? { kind: 'image', source, alt: label }
    : { kind: 'audio', source, label }
}

function describeLink(block: Block): ResultView {
  const line = (key: string, limit: number) => cleanLine(block[key], limit)
  const name = line('title', 120) || line('name', 120)
  const uri = line('uri', 200)
  const { size } = block
  const detail = list(
    line('description', 200),
    line('mimeType', 60),
    typeof size === 'number' ? formatBytes(size) : '',
  )
  const href = safeLink(block['uri'])
  if (!href) return note(list(name, uri, detail))
  return { kind: 'link', href, label: name || uri, ...(detail && { detail }) }
}
