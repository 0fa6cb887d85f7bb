import { toneIcon } from '../print/html-charts'
import { spansText } from '../print/print-text'
import { toneWord } from '../print/tone-word'
import type { Block, Tone } from '../runtime/blocks'
import { type Canvas, drawFigure, drawRect, drawText, type Place } from './canvas'
import { textWidth } from './text-width'

export function drawPairs(canvas: Canvas, block: Block & { kind: 'pairs' }, place: Place): number {
  return block.big ? drawStats(canvas, block, place) : drawFields(canvas, block, place)
}

function drawStats(canvas: Canvas, { items }: Block & { kind: 'pairs' }, place: Place): number {
  const count = items.length > 4 ? 3 : items.length
  const width = (place.width - 12 * (count - 1)) / count
  let height = 0
  for (let start = 0; start < items.length; start += count) {
    if (start > 0) height += 12
    const row = items.slice(start, start + count)
    const y = place.y + height
    const heights = row.map((item, index) => {
      const inner = { x: place.x + index * (width + 12) + 16, y: y + 14, width: width - 32 }
      let own = drawText(canvas, [{ text: item.label }], inner, { size: 14, color: 'muted' }) + 4
      own += drawText(
        canvas,
        item.spans,
        { ...inner, y: inner.y + own },
        { size: 26, bold: true, leading: 1.25 },
      )
      const note = item.note ?? toneWord(item.tone)
      if (note === undefined) return own + 28
      own += 4
      const icon = drawSign(canvas, item.tone, inner.x, inner.y + own + 2)
      own += drawText(
        canvas,
        [{ text: note }],
        { x: inner.x + icon, y: inner.y + own, width: inner.width - icon },
        { size: 14, bold: true, leading: 1.4, color: item.tone ?? 'neutral' },
      )
      return own + 28
    })
    const tallest = Math.max(...heights)
    row.forEach((_, index) => {
      const x = place.x + index * (width + 12)
      drawRect(canvas, { x, y, width, height: tallest }, { stroke: 'edge', radius: 10 })
    })
    height += tallest
  }
  return height
}

// Answers the room the sign takes.
function drawSign(canvas: Canvas, tone: Tone | undefined, x: number, y: number): number {
  if (tone === undefined || toneWord(tone) === undefined) return 0
  drawFigure(canvas, toneIcon(tone), { x, y, width: 16 }, 16)
  return 22
}

function drawFields(canvas: Canvas, { items }: Block & { kind: 'pairs' }, place: Place): number {
  const widest = Math.max(...items.map((item) => textWidth(item.label, { size: 16 })))
  const side = Math.min(place.width * 0.45, widest + 4)
  const value = { x: place.x + side + 18, width: place.width - side - 18 }
  drawRect(canvas, { ...place, height: 1 }, { fill: 'edge' })
  let height = 1
  for (const item of items) {
    const y = place.y + height + 8
    const left = drawText(
      canvas,
      [{ text: item.label }],
      { x: place.x, y, width: side },
      { size: 16, color: 'muted' },
    )
    const right = drawText(canvas, item.spans, { ...value, y }, { size: 16 })
    height += Math.max(left, right) + 17
    drawRect(canvas, { ...place, y: place.y + height - 1, height: 1 }, { fill: 'edge' })
  }
  return height
}

export function drawMeter(
  canvas: Canvas,
  { items }: Block & { kind: 'meter' },
  place: Place,
): number {
  const look = { size: 16 }
  const widest = Math.max(...items.map((item) => textWidth(item.label, look)))
  const label = Math.min(place.width * 0.45, widest + 4)
  const signs = items.some((item) => toneWord(item.tone) !== undefined) ? 22 : 0
  const value =
    Math.max(...items.map((item) => textWidth(item.display, { size: 16, bold: true }))) + signs + 4
  const track = { x: place.x + label + 14, width: Math.max(20, place.width - label - value - 28) }
  let height = 0
  for (const item of items) {
    if (height > 0) height += 10
    const y = place.y + height
    const own = drawText(canvas, [{ text: item.label }], { x: place.x, y, width: label }, look)
    const middle = y + own / 2
    if (item.share !== undefined) {
      drawRect(canvas, { ...track, y: middle - 6, height: 12 }, { fill: 'edge', radius: 6 })
      const width = item.share > 0 ? Math.max(4, track.width * item.share) : 0
      if (width > 0)
        drawRect(
          canvas,
          { ...track, width, y: middle - 6, height: 12 },
          { fill: item.tone ?? 'accent', radius: Math.min(6, width / 2) },
        )
    }
    const x = track.x + track.width + 14
    drawText(
      canvas,
      [{ text: item.display }],
      { x, y: middle - 12, width: value },
      { size: 16, bold: true },
    )
    drawSign(canvas, item.tone, x + value - signs, middle - 8)
    height += own
  }
  return height
}

const cellPad = 12

export function drawGrid(canvas: Canvas, block: Block & { kind: 'grid' }, place: Place): number {
  let height = block.caption
    ? drawText(canvas, [{ text: block.caption }], place, { size: 14, color: 'muted' }) + 6
    : 0
  const widths = columnWidths(block, place.width)
  const starts = widths.map(
    (_, index) => place.x + widths.slice(0, index).reduce((a, b) => a + b, 0),
  )
  const last = widths.length - 1
  const cell = (index: number, y: number): Place => {
    // The outer cells reach the edges of the table.
    const before = index === 0 ? 0 : cellPad
    const after = index === last ? 0 : cellPad
    return { x: starts[index]! + before, y, width: widths[index]! - before - after }
  }
  const heads = block.columns.map((column, index) =>
    drawText(
      canvas,
      column.label ? [{ text: column.label }] : [],
      cell(index, place.y + height + 8),
      {
        size: 14,
        bold: true,
        color: 'muted',
        align: column.align,
      },
    ),
  )
  height += Math.max(...heads) + 18
  drawRect(canvas, { ...place, y: place.y + height - 2, height: 2 }, { fill: 'edge' })
  for (const row of block.rows) {
    const heights = row.map((spans, index) =>
      drawText(canvas, spans, cell(index, place.y + height + 9), {
        size: 15,
        align: block.columns[index]?.align ?? 'start',
      }),
    )
    height += Math.max(...heights) + 19
    drawRect(canvas, { ...place, y: place.y + height - 1, height: 1 }, { fill: 'edge' })
  }
  return height
}

// Each column gets what its widest cell wants; when that is too much, wide ones give way first.
function columnWidths(block: Block & { kind: 'grid' }, total: number): number[] {
  const wanted = block.columns.map((column, index) => {
    const head = textWidth(column.label, { size: 14, bold: true })
    const cells = block.rows.map((row) => textWidth(spansText(row[index] ?? []), { size: 15 }))
    return Math.max(head, ...cells, 16) + 2 * cellPad + 2
  })
  const sum = wanted.reduce((a, b) => a + b, 0)
  if (sum <= total) return wanted.map((width) => width + ((total - sum) * width) / sum)
  const fair = total / wanted.length
  const narrow = wanted.map((width) => Math.min(width, fair))
  const left = total - narrow.reduce((a, b) => a + b, 0)
  const over = wanted.reduce((a, width) => a + Math.max(0, width - fair), 0)
  return narrow.map((width, index) => width + (left * Math.max(0, wanted[index]! - fair)) / over)
}
