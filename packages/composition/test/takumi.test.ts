import { inflateSync } from 'node:zlib'
import { createCompositionTools } from '@toolprism/composition'
import { createTakumiBackend, defaultFonts, takumiFormats } from '@toolprism/composition/takumi'
import { PDFDocument, PDFName } from 'pdf-lib'
import { expect, test } from 'vitest'
import { call, runtime, view } from './support'

const { snapshot } = runtime.surfaces
const backend = createTakumiBackend({ scale: 1 })
const composition = view(
  { type: 'text', text: [{ text: 'Grüße → ' }, { text: 'link', href: 'https://example.com/ü' }] },
  { type: 'callout', tone: 'warning', text: 'Careful' },
  { type: 'trend', label: 'T', points: [1, 5, 2] },
  { type: 'list', items: [{ text: 'done', done: true }] },
)

const size = (png: Uint8Array) => {
  const data = new DataView(png.buffer, png.byteOffset)
  return { width: data.getUint32(16), height: data.getUint32(20) }
}

test('png has the width asked for and the height of its content', async () => {
  const png = await backend.png(snapshot.render(composition, { width: 500 }))
  expect([...png.slice(0, 4)]).toEqual([137, 80, 78, 71])
  const measured = await backend.measure(snapshot.render(composition, { width: 500 }))
  expect(size(png)).toEqual({ width: 500, height: Math.ceil(measured.height) })
  const double = await createTakumiBackend().png(
    snapshot.render(composition, { width: 300, height: 200 }),
  )
  expect(size(double)).toEqual({ width: 600, height: 400 })
})

test('webp, and svg whose glyphs are outlines', async () => {
  const webp = await backend.webp(snapshot.render(composition))
  expect(Buffer.from(webp.slice(0, 4)).toString()).toBe('RIFF')
  const svg = await backend.svg(snapshot.render(composition))
  expect(svg).toMatch(/^<svg /)
  expect(svg).not.toMatch(/<text|<script|https?:\/\/(?!www\.w3\.org)/)
})

test('the estimate of a height is near the measured one', async () => {
  const shot = snapshot.render(view(...runtime.primitives.map((entry) => entry.example)))
  const { height } = await backend.measure(shot)
  expect(shot.height / height).toBeGreaterThan(0.9)
  expect(shot.height / height).toBeLessThan(1.1)
})

async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes)
  const texts: string[] = []
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const stream = object as { contents?: Uint8Array }
    if (!stream.contents) continue
    try {
      texts.push(inflateSync(stream.contents).toString('latin1'))
    } catch {
      // Not a compressed stream.
    }
  }
  return texts.join('\n')
}

test('pdf: A4 pages, links that work, characters that can be searched, the same bytes each time', async () => {
  const pages = snapshot.renderPages([composition, composition])
  const bytes = await backend.pdf(pages)
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  expect(document.getPageCount()).toBe(2)
  expect(document.getPage(0).getSize()).toEqual({ width: 595.28, height: 841.89 })
  const [link] = document.getPage(0).node.Annots()!.asArray()
  expect(String(document.context.lookup(link!))).toContain('https://example.com/%C3%BC')
  const content = await pdfText(bytes)
  for (const character of 'Gü→ß')
    expect(content).toContain(`<${character.charCodeAt(0).toString(16).padStart(4, '0')}>`)
  expect(await backend.pdf(pages)).toEqual(bytes)
  expect(document.catalog.get(PDFName.of('Metadata'))).toBeUndefined()
})

test('pdf: a long view breaks between its blocks, and no line is lost', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({ n: index, name: `row ${index}` }))
  const long = view(
    ...Array.from({ length: 12 }, (_, index) => ({
      type: 'section',
      title: `S${index}`,
      body: [{ type: 'text', text: 'Body. '.repeat(40) }],
    })),
    {
      type: 'table',
      columns: [
        { key: 'n', label: 'N' },
        { key: 'name', label: 'Name' },
      ],
      rows,
    },
  )
  const bytes = await backend.pdf(snapshot.renderPages([long]))
  const document = await PDFDocument.load(bytes)
  expect(document.getPageCount()).toBeGreaterThan(3)
  const content = await pdfText(bytes)
  expect(content.match(/\(\d+ \/ \d+\) Tj/g)).toHaveLength(document.getPageCount())
  const fit = await createTakumiBackend({ pageSize: 'fit' }).pdf(snapshot.renderPages([long]))
  expect((await PDFDocument.load(fit)).getPageCount()).toBe(1)
})

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('pictures: inline ones are drawn, others only with bytes, nothing is fetched', async () => {
  const sources: string[] = []
  const withImages = createTakumiBackend({
    scale: 1,
    loadImage: (src) => {
      sources.push(src)
      return src.endsWith('known.png') ? Buffer.from(pixel, 'base64') : undefined
    },
  })
  const pictures = view(
    { type: 'image', src: `data:image/png;base64,${pixel}`, alt: 'inline', width: 40, height: 40 },
    { type: 'image', src: 'https://example.com/known.png', alt: 'known', width: 40, height: 40 },
    { type: 'image', src: 'https://example.com/unknown.png', alt: 'the alternative' },
    {
      type: 'image',
      src: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="9" height="9"%3E%3Ctext%3Ehi%3C/text%3E%3C/svg%3E',
      alt: 'svg',
      width: 40,
      height: 40,
    },
    { type: 'image', src: 'data:image/png;base64,broken', alt: 'broken', width: 40, height: 40 },
  )
  const shot = snapshot.render(pictures)
  expect((await withImages.png(shot)).length).toBeGreaterThan(1_000)
  expect(sources).toEqual(['https://example.com/known.png', 'https://example.com/unknown.png'])
  const content = await pdfText(await withImages.pdf(snapshot.renderPages([pictures])))
  expect(content).toMatch(/\/P0 Do/)
})

test('the four formats answer as the tools promise', async () => {
  const tools = createCompositionTools({ runtime, formats: takumiFormats({ runtime, scale: 1 }) })
  const draw = (format: string) => call(tools, 'render', { composition, format, theme: 'dark' })
  expect((await draw('png')).content).toMatchObject([{ type: 'image', mimeType: 'image/png' }])
  expect((await draw('webp')).content).toMatchObject([{ type: 'image', mimeType: 'image/webp' }])
  expect((await draw('svg')).content).toMatchObject([{ type: 'image', mimeType: 'image/svg+xml' }])
  expect((await draw('pdf')).content).toMatchObject([
    {
      type: 'resource',
      resource: { uri: 'composition://render/pdf', mimeType: 'application/pdf' },
    },
  ])
})

test('without a runtime the standard pack is drawn; a frame rule refuses', async () => {
  const { png } = takumiFormats({ scale: 1 })
  expect((await png.render(composition, {})).length).toBeGreaterThan(1_000)
  const { pdf } = takumiFormats({ frame: 'card' })
  await expect(pdf.render(composition, {})).rejects.toMatchObject({ code: 'UNKNOWN_FRAME' })
})

test('the fonts that come with the package', async () => {
  const fonts = await defaultFonts()
  expect(fonts.map((font) => `${font.name} ${font.weight ?? ''}`)).toEqual([
    'Inter 400',
    'Inter 600',
    'JetBrains Mono ',
  ])
})
