import type { Span } from '../runtime/blocks'
import { graphemes } from '../text/display-width'
import { type TextLook, textWidth } from './text-width'

/** A piece of one line in one look. */
export interface Run extends Span {
  width: number
}

/** Breaks spans into lines of a width; a word wider than a line breaks between graphemes. */
export function flowSpans(spans: readonly Span[], width: number, look: TextLook): Run[][] {
  const lines: Run[][] = [[]]
  let used = 0
  const place = (text: string, span: Span, size: number) => {
    const line = lines.at(-1)!
    const last = line.at(-1)
    if (last && sameLook(last, span)) {
      last.text += text
      last.width += size
    } else line.push({ ...span, text, width: size })
    used += size
  }
  for (const span of spans) {
    const own = { size: look.size, bold: look.bold || span.bold, code: look.code || span.code }
    for (const word of span.text.split(/(?<= )/)) {
      const size = textWidth(word, own)
      if (used + textWidth(word.trimEnd(), own) <= width) {
        place(word, span, size)
        continue
      }
      if (used > 0) {
        lines.push([])
        used = 0
      }
      if (size <= width) {
        place(word, span, size)
        continue
      }
      for (const part of graphemes(word)) {
        const step = textWidth(part, own)
        if (used > 0 && used + step > width) {
          lines.push([])
          used = 0
        }
        place(part, span, step)
      }
    }
  }
  return lines
}

function sameLook(a: Span, b: Span): boolean {
  return (
    !a.bold === !b.bold &&
    !a.italic === !b.italic &&
    !a.code === !b.code &&
    a.href === b.href &&
    a.tone === b.tone
  )
}
