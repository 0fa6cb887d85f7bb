import type { PDFContext, PDFDocument, PDFRef } from 'pdf-lib'
import type { ImageNode } from '../print/image-nodes'
import { type MeasuredNode, missingPeer } from './engine'
import { pageSlices, type Slice } from './page-breaks'
import { pdfNumber as n } from './pdf-path'
import { type PdfDrawing, type PdfPicture, toPdfDrawing } from './svg-to-pdf'
import {
  createTextLayer,
  type PlacedRun,
  placedRuns,
  type TextLayer,
  toUnicodeMap,
} from './text-layer'

export type PageSize = 'a4' | 'letter' | 'fit'

export interface DrawnPage {
  svg: string
  layout: MeasuredNode
  node: ImageNode
}

export interface PdfOptions {
  /** CSS pixels: the width of a page is the width of a sheet. */
  width: number
  pageSize: PageSize
  toPng(src: string, size: { width: number; height: number }): Promise<Uint8Array>
}

// Points.
const sheetSizes = { a4: [595.28, 841.89], letter: [612, 792] } as const
/** CSS pixels kept free at a break; the first sheet has the page's own padding. */
const margin = 44

/** Writes drawn pages as one PDF. The same pages give the same bytes: nothing in it tells the time. */
export async function writePdf(
  pages: readonly DrawnPage[],
  options: PdfOptions,
): Promise<Uint8Array> {
  const pdf = await import('pdf-lib').catch(missingPeer('pdf-lib'))
  const document = await pdf.PDFDocument.create({ updateMetadata: false })
  const { context } = document
  const text = createTextLayer()
  const number = context.register(
    context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }),
  )
  const fonts = new Map<number, PDFRef>()
  const fontRef = (index: number): PDFRef => {
    const ref = fonts.get(index) ?? context.nextRef()
    fonts.set(index, ref)
    return ref
  }
  for (const page of pages) {
    const drawing = toPdfDrawing(page.svg)
    const objects = await registerObjects(document, drawing, options)
    const runs = placedRuns(page.layout, page.node)
    const sheets = toSheets(page, options)
    for (const [index, sheet] of sheets.entries()) {
      const own = document.addPage([sheet.width, sheet.height])
      const foot = sheets.length > 1 ? pageNumber(index + 1, sheets.length, sheet) : ''
      const content = sheetContent(drawing, runs, sheet, text) + foot
      const used = Object.fromEntries(text.fonts.map((_, index) => [`T${index}`, fontRef(index)]))
      own.node.set(pdf.PDFName.of('Contents'), context.register(context.flateStream(content)))
      own.node.set(
        pdf.PDFName.of('Resources'),
        context.obj({ ...objects, Font: { ...used, F: number } }),
      )
      own.node.set(
        pdf.PDFName.of('Annots'),
        context.obj(linkAnnotations(runs, sheet, context, pdf.PDFString)),
      )
    }
  }
  text.fonts.forEach((font, index) => {
    const glyph = context.register(context.flateStream('1000 0 d0'))
    const count = font.characters.length
    context.assign(
      fontRef(index),
      context.obj({
        Type: 'Font',
        Subtype: 'Type3',
        FontBBox: [0, 0, 1_000, 1_000],
        FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
        CharProcs: { g: glyph },
        Encoding: { Type: 'Encoding', Differences: [0, ...Array<string>(count).fill('g')] },
        FirstChar: 0,
        LastChar: count - 1,
        Widths: Array<number>(count).fill(1_000),
        Resources: {},
        ToUnicode: context.register(context.flateStream(toUnicodeMap(font))),
      }),
    )
  })
  return document.save({ useObjectStreams: true })
}

interface Sheet extends Slice {
  /** Points. */
  width: number
  height: number
  /** Points for one CSS pixel. */
  scale: number
  /** CSS pixels above the slice. */
  above: number
  background: string
}

function toSheets({ layout, node, svg }: DrawnPage, { width, pageSize }: PdfOptions): Sheet[] {
  const background = /<rect [^>]*fill="(#[0-9a-f]{3,6})"/i.exec(svg)?.[1] ?? '#ffffff'
  if (pageSize === 'fit') {
    const scale = 0.75
    const size = { width: width * scale, height: layout.height * scale }
    return [{ top: 0, bottom: layout.height, ...size, scale, above: 0, background }]
  }
  const [sheetWidth, sheetHeight] = sheetSizes[pageSize]
  const scale = sheetWidth / width
  const tall = sheetHeight / scale
  const slices = pageSlices(layout, node, { first: tall - margin, rest: tall - 2 * margin })
  return slices.map((slice, index) => ({
    ...slice,
    width: sheetWidth,
    height: sheetHeight,
    scale,
    above: index === 0 ? 0 : margin,
    background,
  }))
}

function sheetContent(
  drawing: PdfDrawing,
  runs: readonly PlacedRun[],
  sheet: Sheet,
  text: TextLayer,
): string {
  const { scale, top, bottom, above } = sheet
  const steps = drawing.steps.filter((step) => step.bottom >= top && step.top < bottom)
  const shown = runs.filter((run) => isOn(run, sheet))
  return [
    `q ${rgbOf(sheet.background)} rg 0 0 ${n(sheet.width)} ${n(sheet.height)} re f Q`,
    `q ${n(scale)} 0 0 ${n(-scale)} 0 ${n(sheet.height - (above - top) * scale)} cm`,
    `0 ${n(top)} ${n(sheet.width / scale)} ${n(bottom - top)} re W n`,
    ...steps.map((step) => step.operators),
    ...shown.map((run) => text.place(run)),
    'Q',
  ].join('\n')
}

function pageNumber(number: number, count: number, { width, background }: Sheet): string {
  const color = background.toLowerCase() === '#ffffff' || background === '#fff' ? '0.4 g' : '0.6 g'
  const label = `${number} / ${count}`
  // Helvetica digits are 0.556 em wide; exact enough to stand at the right margin.
  const x = width - margin * 0.62 - label.length * 4
  return `\nBT ${color} /F 8 Tf ${n(x)} 16 Td (${label}) Tj ET`
}

function isOn(run: PlacedRun, { top, bottom }: Slice): boolean {
  const middle = run.y + run.height / 2
  return middle >= top && middle < bottom
}

function rgbOf(color: string): string {
  const hex = color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color
  return [1, 3, 5].map((at) => n(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ')
}

async function registerObjects(document: PDFDocument, drawing: PdfDrawing, options: PdfOptions) {
  const { context } = document
  const forms: Record<string, PDFRef> = {}
  for (const [name, operators] of drawing.glyphs)
    forms[name] = context.register(
      context.flateStream(operators, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [-2_000, -2_000, 2_000, 2_000],
      }),
    )
  for (const [name, picture] of drawing.pictures)
    forms[name] = await embedPicture(document, picture, options)
  const states = Object.fromEntries(
    Array.from(drawing.opacities, ([name, ca]) => [name, { Type: 'ExtGState', ca, CA: ca }]),
  )
  return { XObject: forms, ExtGState: states }
}

async function embedPicture(
  document: PDFDocument,
  { src, width, height }: PdfPicture,
  { toPng }: PdfOptions,
): Promise<PDFRef> {
  const bytes = Buffer.from(src.slice(src.indexOf(',') + 1), 'base64')
  try {
    if (/^data:image\/jpe?g;base64,/i.test(src)) return (await document.embedJpg(bytes)).ref
    if (/^data:image\/png;base64,/i.test(src)) return (await document.embedPng(bytes)).ref
  } catch {
    // Not what its type says: the engine, which drew it, can still make a PNG of it.
  }
  const size = { width: Math.ceil(width * 2), height: Math.ceil(height * 2) }
  return (await document.embedPng(await toPng(src, size))).ref
}

function linkAnnotations(
  runs: readonly PlacedRun[],
  sheet: Sheet,
  context: PDFContext,
  strings: { of(value: string): unknown },
): PDFRef[] {
  return runs
    .filter((run) => run.href && /^(https?|mailto):/i.test(run.href) && isOn(run, sheet))
    .map((run) => {
      const { scale, height, above, top } = sheet
      const y = (value: number) => height - (value - top + above) * scale
      return context.register(
        context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [run.x * scale, y(run.y + run.height), (run.x + run.width) * scale, y(run.y)],
          Border: [0, 0, 0],
          // A URI is an ASCII string; what is not is percent-encoded.
          A: { Type: 'Action', S: 'URI', URI: strings.of(asciiUri(run.href!)) as never },
        }),
      )
    })
}

function asciiUri(href: string): string {
  return encodeURI(href)
    .replace(/%25/g, '%')
    .replace(/[()\\]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
}
