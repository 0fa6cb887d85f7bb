import { toneIcon } from '../print/html-charts'
import { checkBox } from '../print/image-nodes'
import { toneWord } from '../print/tone-word'
import type { Block, ListItem } from '../runtime/blocks'
import { type Canvas, drawFigure, drawRect, drawText, type Place } from './canvas'
import { textWidth } from './text-width'

type List = Block & { kind: 'list' }

export function drawList(canvas: Canvas, list: List, place: Place): number {
  let height = 0
  list.items.forEach((item, index) => {
    if (index > 0) height += 5
    height += drawItem(canvas, item, list.ordered ? `${index + 1}.` : '•', {
      ...place,
      y: place.y + height,
    })
  })
  return height
}

function drawItem(canvas: Canvas, item: ListItem, marker: string, place: Place): number {
  const inner = { ...place, x: place.x + 26, width: place.width - 26 }
  if (item.done === undefined)
    drawText(canvas, [{ text: marker }], { ...place, width: 18 }, { size: 16, align: 'end' })
  else drawFigure(canvas, checkBox(item.done), { ...place, y: place.y + 4, width: 16 }, 16)
  let height = drawText(canvas, item.spans, inner, { size: 16 })
  for (const line of item.sub ?? []) {
    const y = place.y + height + 5
    drawText(canvas, [{ text: '◦' }], { ...inner, y, width: 18 }, { size: 16, align: 'end' })
    height +=
      5 + drawText(canvas, line, { x: inner.x + 26, y, width: inner.width - 26 }, { size: 16 })
  }
  return height
}

export function drawTimeline(canvas: Canvas, { items }: List, place: Place): number {
  const widest = Math.max(...items.map((item) => textWidth(item.lead ?? '', { size: 16 })))
  const side = Math.min(place.width * 0.4, widest + 4)
  const x = place.x + side + 16
  let height = 0
  for (const item of items) {
    const y = place.y + height
    const left = drawText(
      canvas,
      [{ text: item.lead ?? '' }],
      { x: place.x, y, width: side },
      { size: 16, color: 'muted' },
    )
    const toned = item.tone && toneWord(item.tone)
    const shift = 19 + (toned ? 24 : 0)
    if (item.tone && toned)
      drawFigure(canvas, toneIcon(item.tone), { x: x + 19, y: y + 4, width: 16 }, 16)
    let own = drawText(
      canvas,
      item.spans,
      { x: x + shift, y, width: place.width - side - 16 - shift },
      { size: 16, bold: true },
    )
    if (item.note)
      own +=
        2 +
        drawText(
          canvas,
          item.note,
          { x: x + 19, y: y + own + 2, width: place.width - side - 35 },
          { size: 16 },
        )
    const used = Math.max(left, own) + 14
    drawRect(canvas, { x, y, width: 3, height: used }, { fill: toned ? item.tone! : 'edge' })
    height += used
  }
  return height
}
