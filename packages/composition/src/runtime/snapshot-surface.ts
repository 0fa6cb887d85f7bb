import type { Composition, CompositionNode, CompositionWarning, Theme } from '../composition'
import { CompositionError, CompositionValidationError } from '../errors'
import { serializeHtml } from '../print/html-element'
import { imageCss } from '../print/html-style'
import { type ImageNode, toImageNodes } from '../print/image-nodes'
import { printHtml } from '../print/print-html'
import { layoutSvg, printSvg } from '../svg/print-svg'
import { quoted } from '../text/print-name'
import type { Block } from './blocks'
import { chooseFrame, type FrameSet } from './frames'
import { type Page, toPage } from './page'
import type { RenderOptions, Surface, SurfaceContext } from './surfaces'

export interface SnapshotOptions extends RenderOptions {
  /** `auto` is light: an image cannot follow its reader. */
  theme?: Theme | undefined
  /** CSS pixels. @default the frame's */
  width?: number | undefined
  /** CSS pixels; absent, an image engine makes it as tall as the content. */
  height?: number | undefined
  /** A frame by name. @default the runtime's default frame */
  frame?: string | undefined
}

export interface SnapshotPage {
  /** Plain nodes for an image engine. */
  element: ImageNode
  html: string
}

interface SnapshotSize {
  css: string
  /** CSS pixels. */
  width: number
  /** CSS pixels: what was asked for, else an estimate. */
  height: number
  /** Whether the height was asked for; an engine may measure when it was not. */
  fixedHeight: boolean
  warnings: CompositionWarning[]
}

/** One picture of a view as plain data: one size, one colour scheme, nothing to fetch but its images. */
export interface Snapshot extends SnapshotPage, SnapshotSize {}

/** Several pictures of one size; the first page's theme decides for all. */
export interface SnapshotPages extends SnapshotSize {
  pages: SnapshotPage[]
}

export interface SnapshotSurface extends Surface<SnapshotOptions, Snapshot> {
  /** Throws EMPTY_PAGES for an empty list. */
  renderPages(compositions: readonly Composition[], options?: SnapshotOptions): SnapshotPages
}

export interface SvgRenderOptions extends RenderOptions {
  theme?: Theme | undefined
  /** CSS pixels. @default 960 */
  width?: number | undefined
}

export interface ImageSurfaces {
  snapshot: SnapshotSurface
  /** A dependency-free SVG document; `auto` is light. */
  svg: Surface<SvgRenderOptions, string>
}

/** The two surfaces with a fixed size. */
export function createImageSurfaces(context: SurfaceContext, frames: FrameSet): ImageSurfaces {
  const renderPages = (
    compositions: readonly Composition[],
    options: SnapshotOptions = {},
  ): SnapshotPages => {
    if (compositions.length === 0)
      throw new CompositionError('EMPTY_PAGES', 'renderPages needs at least one composition.')
    const frame = chooseFrame(frames, options.frame)
    const width = options.width ?? frame.width ?? 960
    const checked = compositions.map((composition, index) =>
      checkPage(composition, index, compositions.length, context, frame.validateBody),
    )
    const theme = fixedTheme(options.theme ?? checked[0]!.theme)
    const pages = checked.map((composition) =>
      toPage(composition, 'snapshot', context.vocabulary, {
        heading: options.heading,
        theme,
        ariaLabel: context.ariaLabel,
      }),
    )
    const estimates = pages.map((page) => layoutSvg(page, { width }).height)
    const estimate = Math.max(...estimates)
    const height = options.height ?? frame.height
    const printed = pages.map((page) => printHtml(page))
    return {
      pages: printed.map(({ root }) => ({
        element: withMinHeight(toImageNodes(root, theme), height),
        html: serializeHtml(root),
      })),
      css: imageCss(theme) + [...new Set(printed.flatMap((page) => page.rules))].join(''),
      width,
      height: height ?? estimate,
      fixedHeight: height !== undefined,
      warnings: [
        ...(height !== undefined && estimate > height ? [cutWarning(estimate, height)] : []),
        ...pages.flatMap(imageWarnings),
      ],
    }
  }
  const render = (composition: Composition, options?: SnapshotOptions): Snapshot => {
    const { pages, ...size } = renderPages([composition], options)
    return { ...pages[0]!, ...size }
  }
  const renderSvg = (composition: Composition, options: SvgRenderOptions = {}): string => {
    const checked = checkPage(composition, 0, 1, context, undefined)
    const page = toPage(checked, 'snapshot', context.vocabulary, {
      heading: options.heading,
      theme: fixedTheme(options.theme ?? checked.theme),
      ariaLabel: context.ariaLabel,
    })
    return printSvg(page, { width: options.width ?? 960 })
  }
  const asView = (node: CompositionNode): Composition => ({ type: 'view', body: [node] })
  return {
    snapshot: {
      validating: true,
      render,
      renderPages,
      renderNode: (node, options) => render(asView(node), options),
    },
    svg: {
      validating: true,
      render: renderSvg,
      renderNode: (node, options) => renderSvg(asView(node), options),
    },
  }
}

function checkPage(
  value: unknown,
  index: number,
  count: number,
  context: SurfaceContext,
  validateBody: ((body: readonly unknown[]) => string[]) | undefined,
): Composition {
  const { valid, errors, composition } = context.validate(value)
  if (!valid || !composition) throw new CompositionValidationError(errors)
  const findings = validateBody?.(composition.body) ?? []
  if (findings.length > 0) {
    const page = count > 1 ? `Page ${index + 1} does` : 'The body does'
    throw new CompositionError(
      'INVALID_FRAME_BODY',
      `${page} not fit its frame: ${findings.join('; ')}.`,
    )
  }
  return composition
}

function fixedTheme(theme: Theme | undefined): 'light' | 'dark' {
  return theme === 'dark' ? 'dark' : 'light'
}

function withMinHeight(element: ImageNode, height: number | undefined): ImageNode {
  if (height === undefined || element.type !== 'container') return element
  return { ...element, style: { minHeight: height } }
}

function cutWarning(estimate: number, height: number): CompositionWarning {
  return {
    surface: 'snapshot',
    message: `the content is about ${estimate} pixels tall and is cut at ${height}`,
  }
}

function imageWarnings(page: Page): CompositionWarning[] {
  return imageSources(page.blocks)
    .filter((src) => !/^data:/i.test(src))
    .map((src) => ({
      surface: 'snapshot',
      message: `image ${quoted(src)} shows its text alternative unless the renderer is given its bytes`,
    }))
}

function imageSources(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'image') return [block.src]
    if (block.kind === 'box') return imageSources(block.blocks)
    if (block.kind === 'cols') return block.columns.flatMap((column) => imageSources(column.blocks))
    return []
  })
}
