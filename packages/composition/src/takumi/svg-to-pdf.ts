import { circlePath, pdfNumber as n, toPdfPath } from './pdf-path'
import { parseSvg, type SvgElement } from './svg-tree'

/** A drawing step and the height it covers, so that each sheet takes only its own. */
interface PdfStep {
  operators: string
  top: number
  bottom: number
}

export interface PdfDrawing {
  steps: PdfStep[]
  /** Glyph outlines by name, each drawn as a form. */
  glyphs: Map<string, string>
  /** Pictures by name. */
  pictures: Map<string, PdfPicture>
  /** Opacities by name. */
  opacities: Map<string, number>
}

export interface PdfPicture {
  src: string
  /** CSS pixels. */
  width: number
  height: number
}

/** Turns the engine's SVG into PDF operators. Unknown elements are left out; unknown pictures become pictures. */
export function toPdfDrawing(source: string): PdfDrawing {
  const root = parseSvg(source)
  const drawing: PdfDrawing = {
    steps: [],
    glyphs: new Map(),
    pictures: new Map(),
    opacities: new Map(),
  }
  const defined = definitions(root)
  for (const [id, path] of defined.paths) drawing.glyphs.set(id, path)
  for (const child of root.children)
    drawing.steps.push(...drawElement(child, drawing, defined.clips))
  return drawing
}

interface Definitions {
  paths: Map<string, string>
  clips: Map<string, string>
}

function definitions(root: SvgElement): Definitions {
  const paths = new Map<string, string>()
  const clips = new Map<string, string>()
  const visit = (element: SvgElement) => {
    const { id } = element.attributes
    const data = element.tag === 'clipPath' ? element.children[0]?.attributes['d'] : undefined
    if (id && data) clips.set(id, data)
    if (element.tag === 'path' && id) {
      const path = toPdfPath(element.attributes['d'] ?? '')
      if (path) paths.set(id, `${path.operators} f`)
    }
    element.children.forEach(visit)
  }
  visit(root)
  return { paths, clips }
}

function drawElement(
  element: SvgElement,
  drawing: PdfDrawing,
  clips: Map<string, string>,
): PdfStep[] {
  const { attributes: a } = element
  switch (element.tag) {
    case 'rect': {
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(a[key] ?? 0))
      const operators = `${fill(a, drawing)} ${n(x!)} ${n(y!)} ${n(width!)} ${n(height!)} re f`
      return [{ operators: `q ${operators} Q`, top: y!, bottom: y! + height! }]
    }
    case 'path': {
      const path = toPdfPath(a['d'] ?? '')
      if (!path || !a['fill'] || a['fill'] === 'none') return []
      const paint = a['fill-rule'] === 'evenodd' ? 'f*' : 'f'
      return [{ ...path, operators: `q ${fill(a, drawing)} ${path.operators} ${paint} Q` }]
    }
    case 'g':
      return [drawGroup(element, drawing, clips)]
    case 'use':
      return [drawGlyph(element)]
    case 'image':
      return [drawImage(element, drawing)]
    default:
      return []
  }
}

function drawGroup(group: SvgElement, drawing: PdfDrawing, clips: Map<string, string>): PdfStep {
  const inner = group.children.flatMap((child) => drawElement(child, drawing, clips))
  const clip = /#([\w-]+)/.exec(group.attributes['clip-path'] ?? '')?.[1]
  const shape = clip === undefined ? undefined : toPdfPath(clips.get(clip) ?? '')
  const before = [
    shape && `${shape.operators} W n`,
    group.attributes['fill'] && fill(group.attributes, drawing),
  ]
  return {
    operators: ['q', ...before.filter(Boolean), ...inner.map((step) => step.operators), 'Q'].join(
      ' ',
    ),
    top: shape?.top ?? Math.min(...inner.map((step) => step.top)),
    bottom: shape?.bottom ?? Math.max(...inner.map((step) => step.bottom)),
  }
}

// The base line decides the sheet: breaks never run through a line of text.
function drawGlyph({ attributes: a }: SvgElement): PdfStep {
  const y = Number(a['y'] ?? 0)
  const color = a['fill'] ? `${rgb(a['fill'])} rg ` : ''
  const operators = `q ${color}1 0 0 1 ${n(Number(a['x'] ?? 0))} ${n(y)} cm /${(a['href'] ?? '').slice(1)} Do Q`
  return { operators, top: y, bottom: y }
}

function drawImage({ attributes: a }: SvgElement, drawing: PdfDrawing): PdfStep {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(a[key] ?? 0))
  const size = { width: width!, height: height! }
  const span = { top: y!, bottom: y! + height! }
  const src = a['href'] ?? ''
  const own = /^data:image\/svg\+xml;base64,/.test(src) && drawOwnSvg(decode(src), size, drawing)
  if (own) return { operators: `q 1 0 0 1 ${n(x!)} ${n(y!)} cm ${own} Q`, ...span }
  const name = `P${drawing.pictures.size}`
  drawing.pictures.set(name, { src, ...size })
  // A picture's own space has its origin at the bottom.
  return {
    operators: `q ${n(size.width)} 0 0 ${n(-size.height)} ${n(x!)} ${n(y! + size.height)} cm /${name} Do Q`,
    ...span,
  }
}

function decode(src: string): string {
  return Buffer.from(src.slice(src.indexOf(',') + 1), 'base64').toString('utf8')
}

// Our icons and charts stay vectors; anything they never hold makes the picture a raster one.
function drawOwnSvg(
  source: string,
  size: { width: number; height: number },
  drawing: PdfDrawing,
): string | undefined {
  if (!/^<svg [^>]*stroke-linecap="round"/.test(source)) return undefined
  const root = parseSvg(source)
  const [, , width, height] = (root.attributes['viewBox'] ?? '').split(' ').map(Number)
  if (!width || !height) return undefined
  const parts: string[] = []
  for (const child of root.children) {
    const data = shapeData(child)
    const path = data === undefined ? undefined : toPdfPath(data)
    if (!path) return undefined
    const a = { ...root.attributes, ...child.attributes }
    const fills = a['fill'] !== undefined && a['fill'] !== 'none'
    const strokes = a['stroke'] !== undefined && a['stroke'] !== 'none'
    const paint = fills ? (strokes ? 'B' : 'f') : strokes ? 'S' : 'n'
    const pen = strokes ? `${rgb(a['stroke']!)} RG ${a['stroke-width'] ?? 1} w 1 J 1 j` : ''
    parts.push(`q ${fills ? fill(a, drawing) : ''} ${pen} ${path.operators} ${paint} Q`)
  }
  return `${n(size.width / width)} 0 0 ${n(size.height / height)} 0 0 cm ${parts.join(' ')}`
}

function shapeData({ tag, attributes: a, children }: SvgElement): string | undefined {
  if (children.length > 0) return undefined
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((key) =>
    Number(a[key] ?? 0),
  )
  if (tag === 'path') return a['d']
  if (tag === 'polyline') return `M${(a['points'] ?? '').split(' ').join('L')}`
  if (tag === 'circle') return circlePath(Number(a['cx']), Number(a['cy']), Number(a['r']))
  if (tag === 'rect') return `M${x} ${y}h${width}v${height}h${-width}Z`
  return undefined
}

function fill(attributes: Record<string, string>, drawing: PdfDrawing): string {
  const color = attributes['fill'] ?? '#000'
  const alpha = color.length === 9 ? Number.parseInt(color.slice(7), 16) / 255 : 1
  const opacity = Number(attributes['fill-opacity'] ?? 1) * alpha
  if (opacity >= 1) return `${rgb(color)} rg`
  const name = `O${Math.round(opacity * 1_000)}`
  drawing.opacities.set(name, opacity)
  return `/${name} gs ${rgb(color)} rg`
}

/** `#rgb` or `#rrggbb` as three numbers of a PDF colour. */
function rgb(color: string): string {
  const hex = /^#([0-9a-f]{3})$/i.test(color) ? color.replace(/[0-9a-f]/gi, '$&$&') : color
  const value = Number.parseInt(hex.slice(1, 7), 16) || 0
  return [value >> 16, (value >> 8) & 255, value & 255].map((part) => n(part / 255)).join(' ')
}
