import type { Icon } from '@toolprism/core'
import { findIcon, iconNode } from './icons'

const strokes = { light: '#3f4754', dark: '#c9ced8' } as const

/**
 * MCP `icons[]` of a lucide name or emoji: SVG data URIs, one for each theme, since `currentColor` means
 * nothing inside an image. Emoji give one icon for both themes, unknown names undefined.
 */
export function iconToMcpIcons(icon: string): Icon[] | undefined {
  if (findIcon(icon) === undefined) return undefined
  const node = iconNode(icon)
  const facts = { mimeType: 'image/svg+xml', sizes: ['any'] }
  if (!node) {
    const text = icon.trim().replace(/[&<>]/g, '')
    return [
      {
        src: dataUri(`<text x="12" y="19" font-size="19" text-anchor="middle">${text}</text>`),
        ...facts,
      },
    ]
  }
  const shapes = node
    .map(
      ([tag, values]) =>
        `<${tag} ${Object.entries(values)
          .map(([name, value]) => `${name}="${String(value).replace(/[&<>"]/g, '')}"`)
          .join(' ')}/>`,
    )
    .join('')
  return (['light', 'dark'] as const).map((theme) => ({
    src: dataUri(
      `<g fill="none" stroke="${strokes[theme]}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</g>`,
    ),
    ...facts,
    theme,
  }))
}

function dataUri(body: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 24 24">${body}</svg>`
  const bytes = new TextEncoder().encode(svg)
  return `data:image/svg+xml;base64,${btoa(String.fromCharCode(...bytes))}`
}
