import type { Icon, ToolPresentation } from '@toolprism/core'

// Control characters, bidi overrides and isolates, invisible spaces, and the tag characters that hide prompts.
const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\u{e0001}|[\u{e0020}-\u{e007f}]/gu

/** Text of a server without the characters that show something else than a reader sees, cut at a limit. */
export function cleanText(value: unknown, limit: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = value.replace(invisible, '')
  if (clean.length <= limit) return clean
  const cut = /[\ud800-\udbff]$/.test(clean.slice(0, limit)) ? limit - 1 : limit
  return `${clean.slice(0, cut)} [… ${clean.length - cut} more characters]`
}

/** One line for a screen. */
export function cleanLabel(value: unknown): string | undefined {
  return cleanText(value, 200)?.replace(/\s+/g, ' ').trim() || undefined
}

/** Icons whose source cannot run or leave https. */
export function cleanIcons(value: unknown): Icon[] | undefined {
  if (!Array.isArray(value)) return undefined
  const icons = value.filter(
    (icon): icon is Icon =>
      typeof icon?.src === 'string' && /^(https:|data:image\/)/i.test(stripped(icon.src)),
  )
  return icons.length > 0 ? icons.slice(0, 8) : undefined
}

/** The presentation a Toolprism server sent, as plain cleaned text; undefined when there is none. */
export function cleanPresentation(value: unknown): ToolPresentation | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const presentation: Record<string, string> = {}
  for (const key of ['label', 'icon', 'tone', 'group', 'family', 'pending', 'done'] as const) {
    const text = cleanLabel((value as Record<string, unknown>)[key]) // any JSON
    if (text !== undefined) presentation[key] = text
  }
  return Object.keys(presentation).length > 0 ? presentation : undefined
}

/** A URL parser drops these; a check on the raw text must not be fooled by a tab inside the scheme. */
function stripped(src: string): string {
  return src.replace(/[\u0000-\u0020]/g, '')
}
