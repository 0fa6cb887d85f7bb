import type { ImageNode } from '../print/image-nodes'
import type { MeasuredNode } from './engine'

/** A part of a tall page that stands on one sheet. */
export interface Slice {
  top: number
  bottom: number
}

interface Span {
  top: number
  bottom: number
}

/**
 * Where a tall page breaks into sheets: between blocks if a good place is near, else between lines.
 * The first sheet takes `first` pixels, the others `rest`.
 */
export function pageSlices(
  layout: MeasuredNode,
  node: ImageNode,
  room: { first: number; rest: number },
): Slice[] {
  const height = layout.height
  const lines = lineSpans(layout)
  const free = (y: number) => lines.every((line) => y <= line.top || y >= line.bottom)
  const gaps = findGaps(layout, node)
  const blocks = gaps.blocks.filter(free)
  const rows = gaps.rows.filter(free)
  const slices: Slice[] = []
  let top = 0
  while (height - top > (slices.length === 0 ? room.first : room.rest)) {
    const size = slices.length === 0 ? room.first : room.rest
    const limit = top + size
    const last = (places: readonly number[], share: number) =>
      places.filter((y) => y > top + size * share && y <= limit).at(-1)
    const bottom =
      last(blocks, 0.8) ??
      last(rows, 0.8) ??
      last(blocks, 0.5) ??
      lastFreeLine(lines, top + size * 0.3, limit) ??
      limit
    slices.push({ top, bottom })
    top = bottom
  }
  slices.push({ top, bottom: height })
  return slices
}

// Between the blocks of the page and of its sections, but never right below a heading; and between rows.
function findGaps(layout: MeasuredNode, node: ImageNode): { blocks: number[]; rows: number[] } {
  const blocks: number[] = []
  const rows: number[] = []
  const visit = (box: MeasuredNode, own: ImageNode, found: number[] | undefined) => {
    if (own.type !== 'container' || own.children.length !== box.children.length) return
    own.children.forEach((child, index) => {
      const measured = box.children[index]!
      const next = box.children[index + 1]
      visit(measured, child, isSection(child) ? blocks : hasRows(child) ? rows : undefined)
      if (next && !isHeading(child)) found?.push((bottomOf(measured) + topOf(next)) / 2)
    })
  }
  visit(layout, node, blocks)
  return { blocks: blocks.sort((a, b) => a - b), rows: rows.sort((a, b) => a - b) }
}

function isSection(node: ImageNode): boolean {
  return node.className?.includes('av-section') ?? false
}

function hasRows(node: ImageNode): boolean {
  return (
    node.tagName === 'tbody' ||
    /\bav-(timeline|list|checks|bars|fields)\b/.test(node.className ?? '')
  )
}

function isHeading(node: ImageNode): boolean {
  return /^h\d$/.test(node.tagName ?? '') || node.className === 'av-head'
}

function topOf(node: MeasuredNode): number {
  return node.transform[5]
}

function bottomOf(node: MeasuredNode): number {
  return node.transform[5] + node.height
}

// Everything a break must not cut: lines of text, and leaves without text (pictures, bars).
function lineSpans(layout: MeasuredNode): Span[] {
  const spans: Span[] = []
  const visit = (node: MeasuredNode) => {
    for (const run of node.runs) {
      const top = topOf(node) + run.y
      spans.push({ top, bottom: top + run.height })
    }
    if (node.children.length === 0 && node.runs.length === 0 && node.height < 400)
      spans.push({ top: topOf(node), bottom: bottomOf(node) })
    node.children.forEach(visit)
  }
  visit(layout)
  return spans.sort((a, b) => a.top - b.top)
}

function lastFreeLine(spans: readonly Span[], from: number, limit: number): number | undefined {
  let best: number | undefined
  let covered = Number.NEGATIVE_INFINITY
  for (const { top, bottom } of spans) {
    if (top > covered && top <= limit && covered > from) best = (Math.max(covered, from) + top) / 2
    covered = Math.max(covered, bottom)
  }
  if (covered > from && covered <= limit) best = covered
  return best
}
