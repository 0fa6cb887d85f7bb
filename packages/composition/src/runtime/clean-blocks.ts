import { cleanText, inlineText } from '../text/clean-text'
import { sanitizeHref, sanitizeSource } from '../url'
import type { Block, ListItem, Pair, Span } from './blocks'

/**
 * The one place where authored text and URLs are made safe for every printer: controls and bidi overrides
 * go, white space folds, blocked URLs lose their link, and a block with nothing to show is dropped.
 */
export function cleanBlocks(blocks: readonly Block[]): Block[] {
  const clean: Block[] = []
  for (const block of blocks) {
    const next = cleanBlock(block)
    if (!next) continue
    const last = clean.at(-1)
    if (last?.kind === 'meter' && next.kind === 'meter' && last.joins && next.joins)
      clean[clean.length - 1] = { ...last, items: [...last.items, ...next.items] }
    else clean.push(next)
  }
  return clean
}

function cleanBlock(block: Block): Block | undefined {
  switch (block.kind) {
    case 'para': {
      const spans = block.tags ? cleanTags(block.spans) : cleanSpans(block.spans)
      return spans.length > 0 ? { ...block, spans } : undefined
    }
    case 'head': {
      const text = inlineText(block.text)
      return text ? { ...block, text } : undefined
    }
    case 'list': {
      const items = block.items.map(cleanItem).filter((item) => item !== undefined)
      return items.length > 0 ? { ...block, items } : undefined
    }
    case 'pre': {
      const code = cleanText(block.code).replace(/\s+$/, '')
      const caption = optional(block.caption)
      return code.trim() ? { ...block, code, caption } : undefined
    }
    case 'grid':
      return {
        ...block,
        columns: block.columns.map(({ label, align }) => ({ label: inlineText(label), align })),
        rows: block.rows.map((row) => row.map(cleanSpans)),
        caption: optional(block.caption),
      }
    case 'pairs':
      return { ...block, items: block.items.map(cleanPair) }
    case 'meter':
      return {
        ...block,
        items: block.items.map((item) => ({
          ...item,
          label: inlineText(item.label),
          display: inlineText(item.display),
        })),
      }
    case 'line':
      return {
        ...block,
        label: inlineText(block.label),
        min: inlineText(block.min),
        max: inlineText(block.max),
        last: inlineText(block.last),
        from: optional(block.from),
        to: optional(block.to),
      }
    case 'image':
      return cleanImage(block)
    case 'rule':
      return block
    case 'box': {
      const blocks = cleanBlocks(block.blocks)
      const title = optional(block.title)
      if (blocks.length === 0 && (block.role !== 'callout' || !title)) return undefined
      return {
        ...block,
        blocks,
        title,
        source: optional(block.source),
        note: optional(block.note),
        href: block.href === undefined ? undefined : sanitizeHref(block.href),
      }
    }
    case 'cols': {
      const columns = block.columns
        .map(({ weight, blocks }) => ({ weight, blocks: cleanBlocks(blocks) }))
        .filter((column) => column.blocks.length > 0)
      return columns.length > 0 ? { ...block, columns } : undefined
    }
  }
}

function cleanImage(block: Block & { kind: 'image' }): Block {
  const src = sanitizeSource(block.src)
  const alt = inlineText(block.alt) || 'Image'
  // A blocked image is its text alternative.
  if (src === undefined) return { kind: 'para', spans: [{ text: alt }] }
  return {
    ...block,
    src,
    alt,
    caption: optional(block.caption),
    href: block.href === undefined ? undefined : sanitizeHref(block.href),
  }
}

function cleanItem(item: ListItem): ListItem | undefined {
  const spans = cleanSpans(item.spans)
  const sub = item.sub?.map(cleanSpans).filter((line) => line.length > 0)
  const note = item.note && cleanSpans(item.note)
  if (spans.length === 0 && !sub?.length && item.lead === undefined) return undefined
  return {
    ...item,
    spans,
    sub: sub?.length ? sub : undefined,
    lead: optional(item.lead),
    note: note?.length ? note : undefined,
  }
}

function cleanPair(pair: Pair): Pair {
  return {
    ...pair,
    label: inlineText(pair.label),
    spans: cleanSpans(pair.spans),
    note: optional(pair.note),
  }
}

function cleanTags(spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const text = inlineText(span.text)
    return text ? [{ text, tone: span.tone }] : []
  })
}

// One run of ASCII words, as most cells are: nothing to clean.
const tidy = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/** Spans as one line: white space folded across them, ends trimmed, equal neighbours joined. */
function cleanSpans(spans: readonly Span[]): Span[] {
  const [only] = spans
  if (spans.length === 1 && only!.href === undefined && tidy.test(only!.text)) return [only!]
  const clean: Span[] = []
  for (const span of spans) {
    let text = cleanText(span.text).replace(/\s+/g, ' ')
    const last = clean.at(-1)
    if (!last || last.text.endsWith(' ')) text = text.replace(/^ /, '')
    if (text === '') continue
    const next = {
      ...span,
      text,
      href: span.href === undefined ? undefined : sanitizeHref(span.href),
    }
    if (last && sameLook(last, next)) last.text += text
    else clean.push(next)
  }
  for (let last = clean.at(-1); last; last = clean.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text !== '') break
    clean.pop()
  }
  return clean
}

function sameLook(a: Span, b: Span): boolean {
  return (
    !a.bold === !b.bold &&
    !a.italic === !b.italic &&
    !a.code === !b.code &&
    a.href === b.href &&
    a.tone === b.tone
  )
}

function optional(text: string | undefined): string | undefined {
  return text === undefined ? undefined : inlineText(text) || undefined
}
