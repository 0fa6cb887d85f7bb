import type { Block, Tone } from '../runtime/blocks'
import { lineSummary } from './chart-text'
import { element, type HtmlElement } from './html-element'
import { toneWord } from './tone-word'

const strokes: Record<Tone, string[]> = {
  neutral: ['M8 7.2v4', 'M8 4.8v.1'],
  info: ['M8 7.2v4', 'M8 4.8v.1'],
  success: ['M5.2 8.2l2 2 3.6-4'],
  warning: ['M8 6.4v3', 'M8 11.6v.1'],
  danger: ['M6 6l4 4', 'M10 6l-4 4'],
}

const circle = () => element('circle', { cx: 8, cy: 8, r: 6.5 })
const shape = (d: string) => element('path', { d })

const outlines: Record<Tone, () => HtmlElement> = {
  neutral: circle,
  info: circle,
  success: circle,
  warning: () => shape('M8 2L14.7 13.6H1.3z'),
  danger: () => shape('M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z'),
}

/** The sign of a tone: its shape says it without colour. The word stands beside it for screen readers. */
export function toneIcon(tone: Tone): HtmlElement {
  const icon = element(
    'svg',
    {
      class: 'av-icon',
      viewBox: '0 0 16 16',
      width: 16,
      height: 16,
      'aria-hidden': 'true',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.5,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
    outlines[tone](),
    ...strokes[tone].map(shape),
  )
  return { ...icon, color: tone }
}

/** A tone as sign and word, the word for screen readers only. */
export function toneSign(tone: Tone | undefined): HtmlElement | undefined {
  const word = toneWord(tone)
  if (word === undefined || tone === undefined) return undefined
  return element(
    'span',
    { class: `av-sign av-${tone}` },
    toneIcon(tone),
    element('span', { class: 'av-hidden' }, word),
  )
}

const width = 640
const height = 96
const edge = 6

/** A line with its area, 640 × 96; the numbers stand beside it as text. */
export function lineChart(block: Block & { kind: 'line' }): HtmlElement {
  const min = Math.min(...block.points)
  const range = Math.max(...block.points) - min
  const step = (width - 2 * edge) / (block.points.length - 1)
  const points = block.points.map((value, index) => {
    const share = range > 0 ? (value - min) / range : 0.5
    return `${round(edge + index * step)},${round(height - edge - share * (height - 2 * edge))}`
  })
  const [lastX, lastY] = points.at(-1)!.split(',')
  const area = `M${points.join('L')}L${width - edge},${height}L${edge},${height}z`
  const chart = element(
    'svg',
    {
      class: 'av-chart',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': `${block.label}: ${lineSummary(block)}`,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
    element('path', { d: area, fill: 'currentColor', 'fill-opacity': 0.1, stroke: 'none' }),
    element('polyline', { points: points.join(' ') }),
    element('circle', { cx: lastX, cy: lastY, r: 3.5, fill: 'currentColor' }),
  )
  return { ...chart, color: 'accent' }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
