import { CompositionError } from '../errors'
import { quoted } from '../text/print-name'

/** A document shape for images: its size, and a rule about the body it holds. */
export interface Frame {
  /** CSS pixels. @default 960 */
  width?: number
  /** CSS pixels; absent means as tall as the content. */
  height?: number
  /** Each string says what was expected and what was got. */
  validateBody?(body: readonly unknown[]): string[]
}

/** Any body, 960 pixels wide. */
export const pageFrame: Frame = { width: 960 }

/** A small document of at most 12 nodes at the top. */
export const cardFrame: Frame = {
  width: 640,
  validateBody: (body) =>
    body.length > 12
      ? [`a card holds at most 12 nodes at the top, this body has ${body.length}`]
      : [],
}

/** A document of exactly one section. */
export const singleFrame: Frame = {
  width: 960,
  validateBody: (body) => {
    const types = body.map((node) => (node as { type?: unknown } | null)?.type)
    return types.length === 1 && types[0] === 'section'
      ? []
      : [`the body must be exactly one section, got ${types.map(String).join(', ') || 'nothing'}`]
  },
}

export interface FrameSet {
  frames: ReadonlyMap<string, Frame>
  defaultFrame?: string | undefined
}

/** Checks frames at construction; throws EMPTY_FRAMES or UNKNOWN_FRAME. */
export function createFrameSet(
  frames: Readonly<Record<string, Frame>> | undefined,
  defaultFrame: string | undefined,
): FrameSet {
  const entries = new Map(Object.entries(frames ?? { page: pageFrame }))
  if (entries.size === 0)
    throw new CompositionError('EMPTY_FRAMES', 'frames is empty: leave it out, or give it a frame.')
  if (defaultFrame !== undefined && !entries.has(defaultFrame))
    throw new CompositionError('UNKNOWN_FRAME', `defaultFrame ${quoted(defaultFrame)} is no frame.`)
  return { frames: entries, defaultFrame }
}

/** The frame a render names, or the default; throws UNKNOWN_FRAME or AMBIGUOUS_FRAME. */
export function chooseFrame(set: FrameSet, name: string | undefined): Frame {
  const wanted = name ?? set.defaultFrame
  const names = [...set.frames.keys()].map((known) => quoted(known)).join(', ')
  if (wanted !== undefined) {
    const frame = set.frames.get(wanted)
    if (frame) return frame
    throw new CompositionError(
      'UNKNOWN_FRAME',
      `There is no frame ${quoted(wanted)}; known: ${names}.`,
    )
  }
  const [only, ...others] = set.frames.values()
  if (only && others.length === 0) return only
  throw new CompositionError('AMBIGUOUS_FRAME', `Name a frame (${names}) or set defaultFrame.`)
}
