import type { Composition, Theme } from '../composition'
import { standardPack } from '../pack/standard-pack'
import { createRuntime } from '../runtime/create-runtime'
import type { SnapshotSurface } from '../runtime/snapshot-surface'
import type { CompositionFormat } from '../tools/formats'
import { createTakumiBackend, type TakumiOptions } from './create-takumi-backend'

export interface TakumiFormatsOptions extends TakumiOptions {
  /** The runtime whose compositions are drawn. @default a runtime with the standard pack */
  runtime?: { surfaces: { snapshot: SnapshotSurface } } | undefined
  /** CSS pixels. @default the frame's */
  width?: number | undefined
  /** CSS pixels. @default as tall as the content */
  height?: number | undefined
  /** The frame to draw in, by name. @default the runtime's default frame */
  frame?: string | undefined
  /** False leaves title and subtitle out. @default true */
  heading?: boolean | undefined
}

export type TakumiFormats = Record<'png' | 'svg' | 'webp' | 'pdf', CompositionFormat>

/** The image formats for `createCompositionTools({ formats })`. Takumi is loaded at the first picture. */
export function takumiFormats(options: TakumiFormatsOptions = {}): TakumiFormats {
  const backend = createTakumiBackend(options)
  const { width, height, frame, heading } = options
  let surface = options.runtime?.surfaces.snapshot
  const snapshots = () => {
    surface ??= createRuntime({ packs: [standardPack] }).surfaces.snapshot
    return surface
  }
  const settings = (theme: Theme | undefined) => ({ theme, width, height, frame, heading })
  const picture = (composition: Composition, theme: Theme | undefined) =>
    snapshots().render(composition, settings(theme))
  return {
    png: {
      mimeType: 'image/png',
      render: async (composition, { theme }) => backend.png(picture(composition, theme)),
    },
    svg: {
      mimeType: 'image/svg+xml',
      render: async (composition, { theme }) => backend.svg(picture(composition, theme)),
    },
    webp: {
      mimeType: 'image/webp',
      render: async (composition, { theme }) => backend.webp(picture(composition, theme)),
    },
    pdf: {
      mimeType: 'application/pdf',
      render: async (composition, { theme }) =>
        backend.pdf(snapshots().renderPages([composition], settings(theme))),
    },
  }
}
