import { cleanText, cutHead, cutTail } from './clean-text'
import type { TextView } from './tool-call-view.types'

/** Characters of one text that a card may show at all. */
export const textLimit = 20_000
const tailShare = 4_000
const previewLines = 8
const previewLength = 480

/** Cleans a text and cuts it for showing: head and tail of a huge one, a preview of a long one. */
export function toTextView(text: string, limit = textLimit): TextView {
  const omitted = Math.max(0, text.length - limit)
  const tail = Math.min(tailShare, Math.floor(limit / 4))
  const kept = omitted
    ? `${cleanText(cutHead(text, limit - tail))}\n…\n${cleanText(cutTail(text, tail))}`
    : cleanText(text)
  const preview = toPreview(kept)
  return {
    text: kept,
    ...(preview === undefined ? {} : { preview }),
    ...(omitted ? { omitted } : {}),
  }
}

/** The beginning of a long text; undefined when all of it is short enough, or a little over: that is not worth a click. */
function toPreview(text: string): string | undefined {
  const long = text.length > previewLength * 1.5 || lineEnd(text, previewLines * 1.5) !== undefined
  if (!long) return undefined
  const byLines = lineEnd(text, previewLines) ?? text.length
  if (byLines <= previewLength) return `${text.slice(0, byLines)}\n…`
  return `${cutHead(text, previewLength).trimEnd()}…`
}

/** Where line `count` ends, when more than a last newline follows it. */
function lineEnd(text: string, count: number): number | undefined {
  let end = -1
  for (let line = 0; line < count; line++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1 || end === text.length - 1) return undefined
  }
  return end
}
