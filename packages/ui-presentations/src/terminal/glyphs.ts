import { isEmoji } from '../icons'
import type { ToolStatus } from '../view/tool-call-view.types'

const statusGlyphs: Readonly<Record<ToolStatus, readonly [unicode: string, ascii: string]>> = {
  preparing: ['◌', '.'],
  queued: ['○', 'o'],
  running: ['●', '*'],
  approval: ['?', '?'],
  done: ['✓', '+'],
  failed: ['✗', 'x'],
  denied: ['⊘', '-'],
  blocked: ['⊘', '!'],
  cancelled: ['–', '-'],
}

// By the beginning of the lucide name; one column each in common fonts.
const iconGlyphs: readonly (readonly [start: string, glyph: string])[] = [
  ['search', '⌕'],
  ['file', '▤'],
  ['folder', '▸'],
  ['terminal', '$'],
  ['git', '⎇'],
  ['database', '≡'],
  ['table', '▦'],
  ['globe', '◍'],
  ['pencil', '✎'],
  ['trash', '⌫'],
  ['clock', '◷'],
  ['calendar', '▣'],
  ['image', '▨'],
  ['mail', '✉'],
  ['message', '✉'],
  ['list', '☰'],
  ['chart', '▁'],
  ['link', '→'],
]

/** The sign of a status: never colour alone. */
export function statusGlyph(status: ToolStatus, unicode: boolean): string {
  return statusGlyphs[status]?.[unicode ? 0 : 1] ?? '-'
}

/** A sign for an icon: the emoji itself, a symbol like it, or nothing where only ASCII may be printed. */
export function iconGlyph(icon: string, unicode: boolean): string {
  if (!unicode) return ''
  return isEmoji(icon) ? icon : (iconGlyphs.find(([start]) => icon.startsWith(start))?.[1] ?? '⚙')
}
