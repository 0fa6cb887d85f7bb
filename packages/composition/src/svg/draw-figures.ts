import { lineChart, toneIcon } from '../print/html-charts'
import type { Block, Span } from '../runtime/blocks'
import { graphemes } from '../text/display-width'
import {
  type Canvas,
  drawBehind,
  drawFigure,
  drawLines,
  drawRect,
  drawText,
  type Place,
} from './canvas'
import { textWidth } from './text-width'

export function drawTags(canvas: Canvas, tags: readonly Span[], place: Place): number {
  let x = place.x
  let y = place.y
  for (const { text, tone } of tags) {
    const icon = tone ? 20 : 0
    const width = textWidth(text, { size: 14 }) + 24 + icon
    if (x > place.x && x + width > place.x + place.width) {
      x = place.x
      y += 34
    }
    const fill = tone ? `${tone}-bg` : 'panel'
    drawRect(canvas, { x, y, width, height: 26 }, { fill, stroke: tone ?? 'edge', radius: 13 })
    if (tone) drawFigure(canvas, toneIcon(tone), { x: x + 10, y: y + 6, width: 14 }, 14)
    drawText(canvas, [{ text }], { x: x + 12 + icon, y: y + 2, width }, { size: 14 })
    x += width + 8
  }
  return y - place.y + 26
}

export function drawPre(canvas: Canvas, block: Block & { kind: 'pre' }, place: Place): number {
  const caption = block.caption
    ? drawText(canvas, [{ text: block.caption }], place, { size: 14, color: 'muted' }) + 6
    : 0
  const y = place.y + caption
  const limit = Math.max(1, Math.floor((place.width - 32) / (14 * 0.61 * 1.04)))
  const lines = block.code
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap((line) => chop(line, limit))
  const height = lines.length * 21 + 28
  drawRect(
    canvas,
    { x: place.x, y, width: place.width, height },
    { fill: 'panel', stroke: 'edge', radius: 8 },
  )
  drawLines(
    canvas,
    lines.map((text) => (text ? [{ text, width: 0 }] : [])),
    { x: place.x + 16, y: y + 14, width: place.width - 32 },
    { size: 14, code: true },
  )
  return caption + height
}

// A picture cannot scroll: a long line goes on in the next.
function chop(line: string, limit: number): string[] {
  if (line.length <= limit) return [line]
  const units = graphemes(line)
  const parts: string[] = []
  for (let start = 0; start < units.length; start += limit)
    parts.push(units.slice(start, start + limit).join(''))
  return parts
}

export function drawLine(canvas: Canvas, block: Block & { kind: 'line' }, place: Place): number {
  const inner = { x: place.x + 16, y: place.y + 14, width: place.width - 32 }
  const chart = (inner.width * 96) / 640
  const height = 14 + 24 + 8 + chart + 8 + 21 + 14
  drawRect(canvas, { ...place, height }, { stroke: 'edge', radius: 10 })
  drawText(
    canvas,
    [{ text: block.label }],
    { ...inner, width: inner.width * 0.7 },
    { size: 16, bold: true },
  )
  drawText(canvas, [{ text: `last ${block.last}` }], inner, { size: 16, align: 'end' })
  drawFigure(canvas, lineChart(block), { ...inner, y: inner.y + 32 }, chart)
  const foot = { ...inner, y: inner.y + 32 + chart + 8 }
  const look = { size: 14, color: 'muted' } as const
  if (block.from) drawText(canvas, [{ text: block.from }], foot, look)
  drawText(canvas, [{ text: `min ${block.min}, max ${block.max}` }], foot, {
    ...look,
    align: 'center',
  })
  if (block.to) drawText(canvas, [{ text: block.to }], foot, { ...look, align: 'end' })
  return height
}

// Only bytes inside the document show everywhere; an address is named by its text alternative.
export function drawImage(canvas: Canvas, block: Block & { kind: 'image' }, place: Place): number {
  const { src, alt, caption, href, width: wanted, height: tall } = block
  const width = Math.min(place.width, wanted ?? place.width)
  const height = wanted && tall ? (width * tall) / wanted : (tall ?? Math.round((width * 9) / 16))
  let used = height
  if (/^data:image\//i.test(src))
    canvas.shapes.push({
      tag: 'image',
      attributes: { x: place.x, y: place.y, width, height, href: src, 'aria-label': alt },
      children: [],
    })
  else {
    const mark = canvas.shapes.length
    const text = drawText(
      canvas,
      [{ text: `Image: ${alt}`, href }],
      { x: place.x + 16, y: place.y + 14, width: place.width - 32 },
      { size: 14, color: 'muted' },
    )
    used = text + 28
    drawBehind(canvas, mark, () => {
      drawRect(canvas, { ...place, height: used }, { fill: 'panel', stroke: 'edge', radius: 8 })
    })
  }
  if (!caption) return used
  return (
    used +
    6 +
    drawText(
      canvas,
      [{ text: caption }],
      { ...place, y: place.y + used + 6 },
      { size: 14, color: 'muted' },
    )
  )
}
