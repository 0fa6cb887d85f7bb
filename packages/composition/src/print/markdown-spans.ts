import type { Span } from '../runtime/blocks'
import {
  characterReference,
  escapeDestination,
  escapeMarkdown,
  markdownCode,
} from './escape-markdown'

export interface InlinePlace {
  /** The text begins a line, so block marks are escaped. @default true */
  lineStart?: boolean
  /** Inside a table cell: pipes in code are escaped. @default false */
  table?: boolean
}

type Mark = 'href' | 'bold' | 'italic'
const nesting: Mark[] = ['href', 'bold', 'italic']

interface Piece {
  text: string
  /** What the piece is made of at its ends, for its neighbours' marks. */
  opens: boolean
  closes: boolean
}

/** Spans as GFM inline text that parses back to exactly these spans. */
export function markdownSpans(spans: readonly Span[], place: InlinePlace = {}): string {
  const [only] = spans
  if (!only) return ''
  if (spans.length === 1 && !only.bold && !only.italic && !only.code && only.href === undefined)
    return escapeMarkdown(only.text, place.lineStart ?? true)
  const lineStart = place.lineStart ?? true
  const safe = lineStart ? withoutDefinition(spans) : spans
  return group(spaceOutside(safe), 0, lineStart, place.table ?? false).text
}

// A line that begins with a link whose code holds `]:` would read as a link definition and vanish;
// code cannot be escaped, so there the link gives way to its label.
function withoutDefinition(spans: readonly Span[]): readonly Span[] {
  const { href } = spans[0]!
  if (href === undefined) return spans
  const other = spans.findIndex((span) => span.href !== href)
  const end = other < 0 ? spans.length : other
  if (!spans.slice(0, end).some((span) => span.code && span.text.includes(']:'))) return spans
  return spans.map((span, index) => (index < end ? { ...span, href: undefined } : span))
}

// Emphasis cannot begin or end with a space: the space moves out of the marks.
function spaceOutside(spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    if (span.code || !(span.bold || span.italic || span.href)) return [span]
    const inner = span.text.trim()
    if (inner === '') return [{ text: span.text }]
    const start = span.text.indexOf(inner)
    const parts: Span[] = [
      { text: span.text.slice(0, start) },
      { ...span, text: inner },
      { text: span.text.slice(start + inner.length) },
    ]
    return parts.filter((part) => part.text !== '')
  })
}

// Neighbours that share a mark share one pair of delimiters; `***` runs never arise.
function group(spans: readonly Span[], level: number, lineStart: boolean, table: boolean): Piece {
  const mark = nesting[level]
  if (mark === undefined)
    return joinPieces(spans.map((span, i) => leaf(span, lineStart && i === 0, table)))
  const pieces: Piece[] = []
  for (let start = 0; start < spans.length; ) {
    let end = start + 1
    while (
      end < spans.length &&
      (spans[end]![mark] || undefined) === (spans[start]![mark] || undefined)
    )
      end++
    const first = lineStart && start === 0
    const value = spans[start]![mark]
    const inner = group(spans.slice(start, end), level + 1, first && !value, table)
    pieces.push(value ? wrap(mark, inner.text, String(value)) : inner)
    start = end
  }
  return joinPieces(pieces)
}

function leaf(span: Span, lineStart: boolean, table: boolean): Piece {
  const text = span.code ? markdownCode(span.text, table) : escapeMarkdown(span.text, lineStart)
  return { text, opens: false, closes: false }
}

function wrap(mark: Mark, text: string, href: string): Piece {
  if (mark === 'href') {
    const linked = `[${text}](${escapeDestination(href)})`
    return { text: linked, opens: false, closes: false }
  }
  const sign = mark === 'bold' ? '**' : '_'
  return { text: sign + text + sign, opens: true, closes: true }
}

// A delimiter opens or closes only next to white space or punctuation; a letter there becomes a reference.
function joinPieces(pieces: Piece[]): Piece {
  const texts = pieces.map((piece) => piece.text)
  for (let index = 0; index + 1 < pieces.length; index++) {
    if (pieces[index + 1]!.opens && !pieces[index]!.closes)
      texts[index] = texts[index]!.replace(/[^\s!-/:-@[-`{-~]$/u, characterReference)
    if (pieces[index]!.closes && !pieces[index + 1]!.opens)
      texts[index + 1] = texts[index + 1]!.replace(/^[^\s!-/:-@[-`{-~]/u, characterReference)
  }
  return {
    text: texts.join(''),
    opens: pieces[0]?.opens ?? false,
    closes: pieces.at(-1)?.closes ?? false,
  }
}
