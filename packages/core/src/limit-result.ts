import type { ContentBlock, ResourceContents, TextContent, ToolResult } from './content'
import { ToolError } from './tool-error'

/** Limits of one result, before it goes to a model. */
export interface OutputBudget {
  /** UTF-16 units of all text together; `structuredContent` has the same limit of its own, as JSON. */
  characters: number
  /** Base64 characters of one image, sound or blob. @default `characters` */
  blobCharacters?: number
}

/**
 * A result within a budget: text is cut in the middle at code points, with a marker that says how much was cut;
 * an oversize `structuredContent` is dropped, never cut; an oversize image, sound or blob becomes a note with its
 * type and size. The same object when nothing had to be done. `meta['toolprism/limited']` says what was done.
 * @throws ToolError INVALID_DEFINITION for a limit that is not a whole number of at least 1.
 */
export function limitResult(result: ToolResult, budget: OutputBudget): ToolResult {
  const { characters, blobCharacters = characters } = budget
  checkLimit(characters)
  checkLimit(blobCharacters)
  let total = 0
  let isWithin = true
  for (const block of result.content) {
    total += textOf(block).length
    if (blobOf(block).length > blobCharacters) isWithin = false
  }
  const { structuredContent } = result
  const dropsStructured =
    structuredContent !== undefined && isOversize(structuredContent, characters)
  if (isWithin && total <= characters && !dropsStructured) return result
  const limited: Record<string, number> = {}
  let content = result.content.map((block) => limitBlob(block, blobCharacters, limited))
  total = content.reduce((sum, block) => sum + textOf(block).length, 0)
  if (total > characters) {
    limited['textCharacters'] = total
    content = cutText(content, total, characters)
  }
  if (dropsStructured) limited['structuredContent'] = characters
  const { structuredContent: _, ...rest } = result
  return {
    ...rest,
    content,
    ...(structuredContent === undefined || dropsStructured ? {} : { structuredContent }),
    meta: { ...result.meta, 'toolprism/limited': limited },
  }
}

function checkLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return
  throw new ToolError(
    'INVALID_DEFINITION',
    `An output limit must be a whole number of at least 1, not ${String(limit)}.`,
  )
}

function blobOf(block: ContentBlock): string {
  if (block.type === 'image' || block.type === 'audio') return block.data
  return block.type === 'resource' ? (block.resource.blob ?? '') : ''
}

function textOf(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  return block.type === 'resource' ? (block.resource.text ?? '') : ''
}

function withText(block: ContentBlock, text: string): ContentBlock {
  if (block.type === 'text') return { ...block, text }
  if (block.type !== 'resource') return block
  return { ...block, resource: { ...block.resource, text } as ResourceContents }
}

function limitBlob(
  block: ContentBlock,
  limit: number,
  limited: Record<string, number>,
): ContentBlock {
  const data = blobOf(block)
  if (data.length <= limit) return block
  limited['blobs'] = (limited['blobs'] ?? 0) + 1
  const bytes = Math.floor((data.length * 3) / 4)
  const [what, type] =
    block.type === 'resource'
      ? [`resource ${block.resource.uri.slice(0, 200)}`, block.resource.mimeType]
      : [block.type, (block as { mimeType?: string }).mimeType]
  const note: TextContent = {
    type: 'text',
    text: `[${what}${type ? ` (${type.slice(0, 80)})` : ''} left out: ${bytes} bytes is over the limit]`,
  }
  return note
}

/** Keeps the head and the tail of all text taken together; two thirds go to the head. */
function cutText(content: ContentBlock[], total: number, characters: number): ContentBlock[] {
  const marker = (cut: number) => `\n[… ${cut} of ${total} characters left out …]\n`
  const room = Math.max(0, characters - marker(total).length)
  const headEnd = Math.ceil((room * 2) / 3)
  const tailStart = total - (room - headEnd)
  let start = 0
  let marked = false
  const kept: ContentBlock[] = []
  for (const block of content) {
    const text = textOf(block)
    const end = start + text.length
    if (text === '' || end <= headEnd || start >= tailStart) kept.push(block)
    else {
      const head = text.slice(0, before(text, Math.max(0, headEnd - start)))
      const tail = text.slice(after(text, Math.max(0, tailStart - start)))
      const cut = marked ? '' : marker(tailStart - headEnd)
      marked = true
      if (head + cut + tail !== '') kept.push(withText(block, head + cut + tail))
    }
    start = end
  }
  return kept
}

/** The last place at or before an index that does not split a surrogate pair. */
function before(text: string, index: number): number {
  return splitsPair(text, index) ? index - 1 : index
}

function after(text: string, index: number): number {
  return splitsPair(text, index) ? index + 1 : index
}

function splitsPair(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false
  const high = text.charCodeAt(index - 1)
  const low = text.charCodeAt(index)
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff
}

/** Whether the JSON of a plain value is longer than a limit, without writing it. */
function isOversize(root: unknown, limit: number): boolean {
  let size = 0
  const stack: unknown[] = [root]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value === 'string') size += value.length + 2
    else if (typeof value === 'object' && value !== null) {
      size += 2
      for (const [key, child] of Object.entries(value)) {
        size += Array.isArray(value) ? 1 : key.length + 4
        stack.push(child)
        if (size > limit) return true
      }
    } else size += String(value).length
    if (size > limit) return true
  }
  return false
}
