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

/** The beginning of a long text; undefined when all of it is short enough. */
function toPreview(text: string): string | undefined {
  let end = -1
  for (let line = 0; line < previewLines; line++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) break
  }
  const byLines = end === -1 || end >= text.length - 1 ? text.length : end
  // A text barely over the limit is not worth a click.
  const byLength = text.length > previewLength * 1.25 ? previewLength : text.length
  const cut = Math.min(byLines, byLength)
  return cut < text.length ? `${cutHead(text, cut).trimEnd()}…` : undefined
}
