import { imageResult, resourceResult, type ToolResult } from '@toolprism/core'
import type { Composition, Theme } from '../composition'
import { CompositionError } from '../errors'
import { jsonResult, textResult } from './results'
import type { CompositionToolsRuntime } from './tools-runtime'

/** The formats a runtime draws itself. */
export const runtimeFormats = ['text', 'markdown', 'html', 'slack'] as const

export type RuntimeFormat = (typeof runtimeFormats)[number]

/** A format the host draws, such as PNG or PDF; it receives the checked copy. */
export interface CompositionFormat {
  /** Decides the answer: `image/*` is an image block, else text stays text and bytes are a resource. */
  mimeType: string
  // A method, so that a renderer of a narrower composition type fits.
  render(
    composition: Composition,
    options: { theme?: Theme },
  ): string | Uint8Array | Promise<string | Uint8Array>
}

/** Throws DUPLICATE_FORMAT naming every host format that has the name of a runtime format. */
export function checkFormats(formats: Readonly<Record<string, CompositionFormat>>): void {
  const shadowing = Object.keys(formats).filter((name) =>
    (runtimeFormats as readonly string[]).includes(name),
  )
  if (shadowing.length > 0)
    throw new CompositionError(
      'DUPLICATE_FORMAT',
      `Host formats ${shadowing.map((name) => `"${name}"`).join(', ')} shadow formats the runtime draws itself. Choose other names.`,
    )
}

export interface DrawOptions {
  theme?: Theme | undefined
  heading: boolean
}

/** Draws a checked composition in one of the runtime's formats. */
export function drawRuntimeFormat(
  surfaces: CompositionToolsRuntime['surfaces'],
  format: RuntimeFormat,
  composition: Composition,
  { theme, heading }: DrawOptions,
): ToolResult {
  // The runtime's own composition type is unknown here; it validated this very object.
  const checked = composition as never
  switch (format) {
    case 'text':
      return textResult(surfaces.text.render(checked, { heading }))
    case 'markdown':
      return textResult(surfaces.markdown.render(checked, { heading }))
    case 'slack':
      return jsonResult(surfaces.slack.render(checked, { heading }))
    case 'html':
      return textResult(
        surfaces.html.render(checked, { ...(theme && { theme }), css: 'inline', heading }).html,
      )
  }
}

/** Draws a checked composition in a host format and answers by its MIME type. */
export async function drawHostFormat(
  format: CompositionFormat,
  composition: Composition,
  theme: Theme | undefined,
  uri: string,
): Promise<ToolResult> {
  const drawn = await format.render(composition, theme ? { theme } : {})
  const kind = format.mimeType.split(';')[0]!.trim().toLowerCase()
  if (kind.startsWith('image/')) {
    const bytes = typeof drawn === 'string' ? new TextEncoder().encode(drawn) : drawn
    return imageResult(bytes, format.mimeType)
  }
  if (typeof drawn === 'string') return textResult(drawn)
  return resourceResult({ uri, mimeType: format.mimeType, blob: drawn })
}
