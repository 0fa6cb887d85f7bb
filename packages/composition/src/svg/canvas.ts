import { element, type HtmlElement } from '../print/html-element'
import type { Span } from '../runtime/blocks'
import { flowSpans, type Run } from './flow-text'
import type { TextLook } from './text-width'

/** Shapes in drawing order, and the colours of the scheme by name. */
export interface Canvas {
  shapes: HtmlElement[]
  colors: Readonly<Record<string, string>>
}

/** A rectangle's place; heights are results, never inputs. */
export interface Place {
  x: number
  y: number
  width: number
}

export interface TextOptions extends TextLook {
  color?: string
  /** @default 1.5 */
  leading?: number
  align?: 'start' | 'center' | 'end'
}

/** Draws wrapped text and answers its height. */
export function drawText(
  canvas: Canvas,
  spans: readonly Span[],
  place: Place,
  options: TextOptions,
): number {
  const lines = flowSpans(spans, place.width, options)
  return drawLines(canvas, lines, place, options)
}

/** Draws lines that are broken already. */
export function drawLines(
  canvas: Canvas,
  lines: readonly Run[][],
  place: Place,
  options: TextOptions,
): number {
  const height = options.size * (options.leading ?? 1.5)
  lines.forEach((line, index) => {
    if (line.length === 0) return
    const anchor = { start: undefined, center: 'middle', end: 'end' }[options.align ?? 'start']
    const shift = { start: 0, center: place.width / 2, end: place.width }[options.align ?? 'start']
    canvas.shapes.push(
      element(
        'text',
        {
          x: round(place.x + shift),
          y: round(place.y + index * height + height / 2 + options.size * 0.36),
          'font-size': options.size,
          'font-weight': options.bold ? 600 : undefined,
          'font-family': options.code ? monoFamily : undefined,
          fill: color(canvas, options.color ?? 'ink'),
          'text-anchor': anchor,
          'xml:space': 'preserve',
        },
        ...line.map((run) => drawRun(canvas, run, options)),
      ),
    )
  })
  return Math.max(1, lines.length) * height
}

const monoFamily = 'ui-monospace, JetBrains Mono, Menlo, Consolas, monospace'

function drawRun(canvas: Canvas, run: Run, base: TextOptions) {
  const look = {
    'font-weight': run.bold && !base.bold ? 600 : undefined,
    'font-style': run.italic ? 'italic' : undefined,
    'font-family': run.code && !base.code ? monoFamily : undefined,
    'font-size': run.code && !base.code ? round(base.size * 0.88) : undefined,
    fill: run.tone ? color(canvas, run.tone) : run.href ? color(canvas, 'accent') : undefined,
    'text-decoration': run.href ? 'underline' : undefined,
  }
  const plain = Object.values(look).every((value) => value === undefined)
  const piece = plain ? run.text : element('tspan', look, run.text)
  return run.href === undefined ? piece : element('a', { href: run.href }, piece)
}

export interface RectOptions {
  fill?: string
  stroke?: string
  radius?: number
}

export function drawRect(
  canvas: Canvas,
  { x, y, width, height }: Place & { height: number },
  { fill, stroke, radius }: RectOptions,
): void {
  canvas.shapes.push(
    element('rect', {
      x: round(x),
      y: round(y),
      width: round(Math.max(0, width)),
      height: round(Math.max(0, height)),
      rx: radius,
      fill: fill ? color(canvas, fill) : 'none',
      stroke: stroke && color(canvas, stroke),
    }),
  )
}

/** Puts an icon or chart of the HTML surface at a place. */
export function drawFigure(
  canvas: Canvas,
  figure: HtmlElement,
  place: Place,
  height: number,
): void {
  const { class: _, role: _role, 'aria-label': _label, ...attributes } = figure.attributes
  canvas.shapes.push(
    element(
      'svg',
      {
        ...attributes,
        x: round(place.x),
        y: round(place.y),
        width: round(place.width),
        height: round(height),
        color: color(canvas, figure.color ?? 'ink'),
      },
      ...figure.children,
    ),
  )
}

/** Everything drawn since a mark moves behind by standing first: boxes are measured by what they hold. */
export function drawBehind(canvas: Canvas, mark: number, draw: () => void): void {
  const above = canvas.shapes.splice(mark)
  draw()
  canvas.shapes.push(...above)
}

function color(canvas: Canvas, name: string): string {
  return canvas.colors[name] ?? name
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
