import { element, type HtmlElement, serializeHtml } from '../print/html-element'
import { schemeColors } from '../print/html-style'
import type { Page } from '../runtime/page'
import { type Canvas, drawText, type Place } from './canvas'
import { drawBlocks } from './draw-blocks'

const padding = 44
const gap = 24

export interface SvgOptions {
  /** CSS pixels. */
  width: number
}

/** A page as shapes with its height; also what the snapshot surface estimates heights with. */
export function layoutSvg(
  page: Page,
  { width }: SvgOptions,
): { shapes: HtmlElement[]; height: number } {
  const scheme = page.theme === 'dark' ? 'dark' : 'light'
  const canvas: Canvas = { shapes: [], colors: schemeColors(scheme) }
  const place: Place = { x: padding, y: padding, width: width - 2 * padding }
  const top = place.y
  if (page.title)
    place.y += drawText(canvas, [{ text: page.title }], place, {
      size: 28,
      bold: true,
      leading: 1.25,
    })
  if (page.subtitle)
    place.y +=
      6 +
      drawText(
        canvas,
        [{ text: page.subtitle }],
        { ...place, y: place.y + (page.title ? 6 : 0) },
        { size: 17, color: 'muted' },
      )
  if (place.y > top) place.y += gap
  const height = drawBlocks(canvas, page.blocks, place, { depth: 2, gap })
  return { shapes: canvas.shapes, height: Math.ceil(place.y + height + padding) }
}

/** A page as one SVG document: no script, no style sheet, all text in `text` elements. */
export function printSvg(page: Page, options: SvgOptions): string {
  const { shapes, height } = layoutSvg(page, options)
  const colors = schemeColors(page.theme === 'dark' ? 'dark' : 'light')
  const root = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: options.width,
      height,
      viewBox: `0 0 ${options.width} ${height}`,
      role: 'img',
      'font-family': 'Inter, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif',
    },
    element('title', {}, page.label),
    element('rect', { width: options.width, height, fill: colors['bg'] }),
    ...shapes,
  )
  return serializeHtml(root)
}
