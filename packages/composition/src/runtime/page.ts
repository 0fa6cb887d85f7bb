import type { Composition, CompositionNode, SurfaceName, Theme } from '../composition'
import type { LowerContext } from '../define-primitive'
import { inlineText } from '../text/clean-text'
import type { Block } from './blocks'
import { cleanBlocks } from './clean-blocks'
import type { Vocabulary } from './vocabulary'

/** A composition lowered for one surface: all a printer needs. */
export interface Page {
  title?: string | undefined
  subtitle?: string | undefined
  theme: Theme
  /** What assistive technology calls the view. */
  label: string
  blocks: Block[]
}

export interface PageOptions {
  /** False leaves title and subtitle out. @default true */
  heading?: boolean | undefined
  theme?: Theme | undefined
  ariaLabel?: string | undefined
}

/** Lowers a validated composition for one surface. */
export function toPage(
  composition: Composition,
  surface: SurfaceName,
  vocabulary: Vocabulary,
  options: PageOptions = {},
): Page {
  const context: LowerContext = {
    surface,
    lower: (nodes) => nodes.flatMap((node) => lowerNode(node, context, vocabulary)),
  }
  const title = inlineText(composition.title ?? '') || undefined
  const heading = options.heading ?? true
  return {
    title: heading ? title : undefined,
    subtitle: heading ? inlineText(composition.subtitle ?? '') || undefined : undefined,
    theme: options.theme ?? composition.theme ?? 'auto',
    label: inlineText(composition.meta?.ariaLabel ?? '') || title || (options.ariaLabel ?? 'View'),
    blocks: cleanBlocks(context.lower(composition.body)),
  }
}

function lowerNode(node: CompositionNode, context: LowerContext, vocabulary: Vocabulary): Block[] {
  if (node.surfaces && !node.surfaces.includes(context.surface)) return []
  return vocabulary.definitions.get(node.type)?.lower(node, context) ?? []
}
