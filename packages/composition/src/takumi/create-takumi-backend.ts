import type { ImageNode } from '../print/image-nodes'
import type { Snapshot, SnapshotPages } from '../runtime/snapshot-surface'
import { defaultFonts, type ImageFont } from './default-fonts'
import { type Engine, type EngineOptions, loadEngine, type MeasuredNode } from './engine'
import { type PageSize, writePdf } from './write-pdf'

export interface TakumiOptions {
  /** @default Inter and JetBrains Mono, which come with the package */
  fonts?: readonly ImageFont[] | undefined
  /** Device pixels of PNG and WebP for one CSS pixel. @default 2 */
  scale?: number | undefined
  /** Lossy WebP, 0 to 100. @default lossless */
  webpQuality?: number | undefined
  /** `fit` makes one sheet as tall as the content. @default 'a4' */
  pageSize?: PageSize | undefined
  /**
   * The bytes of a picture that is no data URL; undefined draws its text alternative.
   * @default nothing is ever fetched
   */
  loadImage?:
    | ((src: string) => Promise<Uint8Array | undefined> | Uint8Array | undefined)
    | undefined
}

/** Draws snapshots. Nothing here reads a composition: a snapshot is plain data. */
export interface TakumiBackend {
  png(snapshot: Snapshot): Promise<Uint8Array>
  webp(snapshot: Snapshot): Promise<Uint8Array>
  /** Glyphs are outlines: it looks the same without the fonts. */
  svg(snapshot: Snapshot): Promise<string>
  /** Vector pages with text that can be selected and links that work. */
  pdf(pages: SnapshotPages): Promise<Uint8Array>
  measure(snapshot: Snapshot): Promise<{ width: number; height: number }>
}

/** Makes the image backend; Takumi is loaded at the first picture. */
export function createTakumiBackend(options: TakumiOptions = {}): TakumiBackend {
  const { scale = 2, webpQuality, loadImage } = options
  let engine: Promise<Engine> | undefined
  const prepare = async (page: { element: ImageNode }, size: Snapshot | SnapshotPages) => {
    engine ??= loadEngine()
    const fonts = [...(options.fonts ?? (await defaultFonts()))]
    const { node, images } = await resolveImages(page.element, loadImage)
    const base: EngineOptions = {
      width: size.width,
      css: [size.css],
      fonts,
      images,
      ...(size.fixedHeight && { height: size.height }),
    }
    return { engine: await engine, node, base }
  }
  const raster = async (snapshot: Snapshot, extra: EngineOptions) => {
    const { engine, node, base } = await prepare(snapshot, snapshot)
    return engine.render(node, {
      ...base,
      ...extra,
      width: Math.round(snapshot.width * scale),
      ...(base.height !== undefined && { height: Math.round(base.height * scale) }),
      devicePixelRatio: scale,
    })
  }
  const measure = async (snapshot: Snapshot): Promise<MeasuredNode> => {
    const { engine, node, base } = await prepare(snapshot, snapshot)
    return engine.measure(node, base)
  }
  return {
    png: (snapshot) => raster(snapshot, { format: 'png' }),
    webp: (snapshot) =>
      raster(snapshot, {
        format: 'webp',
        ...(webpQuality === undefined ? { lossless: true } : { quality: webpQuality }),
      }),
    svg: async (snapshot) => {
      const { engine, node, base } = await prepare(snapshot, snapshot)
      return engine.renderSvg(node, base)
    },
    pdf: async (pages) => {
      const drawn = await Promise.all(
        pages.pages.map(async (page) => {
          const { engine, node, base } = await prepare(page, pages)
          const [svg, layout] = await Promise.all([
            engine.renderSvg(node, base),
            engine.measure(node, base),
          ])
          return { svg, layout, node }
        }),
      )
      const engineReady = await engine!
      return writePdf(drawn, {
        width: pages.width,
        pageSize: options.pageSize ?? 'a4',
        toPng: (src, size) =>
          engineReady.render(
            { type: 'image', tagName: 'img', src, ...size },
            { ...size, format: 'png' },
          ),
      })
    },
    measure: async (snapshot) => {
      const { width, height } = await measure(snapshot)
      return { width, height }
    },
  }
}

interface Resolved {
  node: ImageNode
  images: { src: string; data: Uint8Array }[]
}

// Pictures without bytes would leave a hole: their text alternative takes the place.
async function resolveImages(
  root: ImageNode,
  loadImage: TakumiOptions['loadImage'],
): Promise<Resolved> {
  const images = new Map<string, Uint8Array>()
  const visit = async (node: ImageNode): Promise<ImageNode> => {
    if (node.type === 'container')
      return { ...node, children: await Promise.all(node.children.map(visit)) }
    if (node.type !== 'image' || /^\s*(<svg|data:image\/)/i.test(node.src)) return node
    const data = images.get(node.src) ?? (await loadImage?.(node.src))
    if (data) {
      images.set(node.src, data)
      return node
    }
    const text = `Image: ${node.attributes?.alt ?? ''}`
    return { type: 'text', tagName: 'p', className: 'av-missing', text }
  }
  const node = await visit(root)
  return { node, images: Array.from(images, ([src, data]) => ({ src, data })) }
}
