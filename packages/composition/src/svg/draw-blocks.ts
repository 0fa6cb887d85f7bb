import { toneIcon } from '../print/html-charts'
import { calloutWord, toneWord } from '../print/tone-word'
import type { Block, Span } from '../runtime/blocks'
import { type Canvas, drawBehind, drawFigure, drawRect, drawText, type Place } from './canvas'
import { drawGrid, drawMeter, drawPairs } from './draw-data'
import { drawImage, drawLine, drawPre, drawTags } from './draw-figures'
import { drawList, drawTimeline } from './draw-lists'

export interface Flow {
  /** Level of the heading a section gets. */
  depth: number
  /** Space between blocks. */
  gap: number
}

const headSizes = [28, 20, 17, 16, 16]

/** Draws blocks under one another and answers their height. */
export function drawBlocks(
  canvas: Canvas,
  blocks: readonly Block[],
  place: Place,
  flow: Flow,
): number {
  let height = 0
  for (const block of blocks) {
    if (height > 0) height += flow.gap
    height += drawBlock(canvas, block, { ...place, y: place.y + height }, flow)
  }
  return height
}

function drawBlock(canvas: Canvas, block: Block, place: Place, flow: Flow): number {
  switch (block.kind) {
    case 'para':
      return block.tags ? drawTags(canvas, block.spans, place) : drawPara(canvas, block, place)
    case 'head':
      return drawHead(canvas, block.text, place, flow.depth + block.level - 1)
    case 'list':
      return block.timeline ? drawTimeline(canvas, block, place) : drawList(canvas, block, place)
    case 'pre':
      return drawPre(canvas, block, place)
    case 'grid':
      return drawGrid(canvas, block, place)
    case 'pairs':
      return drawPairs(canvas, block, place)
    case 'meter':
      return drawMeter(canvas, block, place)
    case 'line':
      return drawLine(canvas, block, place)
    case 'image':
      return drawImage(canvas, block, place)
    case 'rule':
      drawRect(canvas, { ...place, height: 1 }, { fill: 'edge' })
      return 1
    case 'box':
      return drawBox(canvas, block, place, flow)
    case 'cols':
      return drawColumns(canvas, block, place, flow)
  }
}

function drawPara(canvas: Canvas, block: Block & { kind: 'para' }, place: Place): number {
  const word = toneWord(block.tone)
  const spans: Span[] = word
    ? [{ text: `${word}: `, bold: true, tone: block.tone }, ...block.spans]
    : block.spans
  return drawText(canvas, spans, place, block.small ? { size: 14, color: 'muted' } : { size: 16 })
}

function drawHead(canvas: Canvas, text: string, place: Place, level: number): number {
  const size = headSizes[Math.min(level, 6) - 2] ?? 16
  return drawText(canvas, [{ text }], place, { size, bold: true, leading: 1.25 })
}

function drawBox(canvas: Canvas, block: Block & { kind: 'box' }, place: Place, flow: Flow): number {
  switch (block.role) {
    case 'callout':
      return drawCallout(canvas, block, place, flow)
    case 'quote': {
      const inner = { ...place, x: place.x + 20, width: place.width - 20 }
      let height = drawBlocks(canvas, block.blocks, inner, { ...flow, gap: 6 })
      if (block.source) {
        const source: Span[] = [{ text: '— ' }, { text: block.source, href: block.href }]
        height +=
          6 +
          drawText(
            canvas,
            source,
            { ...inner, y: place.y + height + 6 },
            { size: 14, color: 'muted' },
          )
      }
      drawRect(canvas, { ...place, width: 4, height }, { fill: 'edge' })
      return height
    }
    case 'details': {
      const mark = canvas.shapes.length
      const inner = { x: place.x + 16, y: place.y + 10, width: place.width - 32 }
      let height = drawText(canvas, [{ text: block.title ?? '' }], inner, { size: 16, bold: true })
      height +=
        12 +
        drawBlocks(
          canvas,
          block.blocks,
          { ...inner, y: inner.y + height + 12 },
          { ...flow, gap: 16 },
        )
      drawBehind(canvas, mark, () => {
        drawRect(canvas, { ...place, height: height + 20 }, { stroke: 'edge', radius: 8 })
      })
      return height + 20
    }
    case 'section': {
      let y = place.y + 8
      y += drawHead(canvas, block.title ?? '', { ...place, y }, flow.depth + 1)
      if (block.note)
        y +=
          6 +
          drawText(
            canvas,
            [{ text: block.note }],
            { ...place, y: y + 6 },
            { size: 14, color: 'muted' },
          )
      y += 16
      return (
        y -
        place.y +
        drawBlocks(
          canvas,
          block.blocks,
          { ...place, y },
          { depth: Math.min(6, flow.depth + 1), gap: 16 },
        )
      )
    }
  }
}

function drawCallout(
  canvas: Canvas,
  block: Block & { kind: 'box' },
  place: Place,
  flow: Flow,
): number {
  const tone = block.tone ?? 'neutral'
  const mark = canvas.shapes.length
  const inner = { x: place.x + 48, y: place.y + 12, width: place.width - 64 }
  const word = calloutWord(tone)
  const [first, ...rest] = block.blocks
  const joined = block.title === undefined && first?.kind === 'para'
  const lead: Span[] = joined
    ? [{ text: `${word}: `, bold: true }, ...first.spans]
    : [{ text: block.title ?? word, bold: true }]
  let height = drawText(canvas, lead, inner, { size: 16 })
  const others = joined ? rest : block.blocks
  if (others.length > 0)
    height +=
      6 + drawBlocks(canvas, others, { ...inner, y: inner.y + height + 6 }, { ...flow, gap: 6 })
  drawFigure(canvas, toneIcon(tone), { x: place.x + 20, y: place.y + 16, width: 16 }, 16)
  drawBehind(canvas, mark, () => {
    drawRect(
      canvas,
      { ...place, height: height + 24 },
      { fill: `${tone}-bg`, stroke: tone, radius: 8 },
    )
    drawRect(canvas, { x: place.x, y: place.y + 6, width: 4, height: height + 12 }, { fill: tone })
  })
  return height + 24
}

function drawColumns(
  canvas: Canvas,
  { columns }: Block & { kind: 'cols' },
  place: Place,
  flow: Flow,
): number {
  const space = 28
  const total = columns.reduce((sum, column) => sum + column.weight, 0)
  const free = place.width - space * (columns.length - 1)
  let x = place.x
  let height = 0
  for (const { weight, blocks } of columns) {
    const width = (free * weight) / total
    height = Math.max(
      height,
      drawBlocks(canvas, blocks, { x, y: place.y, width }, { ...flow, gap: 16 }),
    )
    x += width + space
  }
  return height
}
