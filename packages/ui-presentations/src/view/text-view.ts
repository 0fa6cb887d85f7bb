import { defined } from '../defined'
import { cleanText, cutHead, cutTail } from './clean-text'
import type { TextView } from './tool-call-view.types'

/** Characters of one text that a card may show at all. */
export const textLimit = 20_000
const tailShare = 4_000
const previewLength = 480
const previewLines = /^(?:.*\n){8}/
// A little over is not worth a click.
const manyLines = /^(?:.*\n){12}[\s\S]/

/** Cleans a text and cuts it for showing: head and tail of a huge one, a preview of a long one. */
export function toTextView(text: string): TextView {
  const omitted = Math.max(0, text.length - textLimit)
  const kept = omitted
    ? `${cleanText(cutHead(text, textLimit - tailShare))}\n…\n${cleanText(cutTail(text, tailShare))}`
    : cleanText(text)
  return defined<TextView>({
    text: kept,
    preview: toPreview(kept),
    omitted: omitted || undefined,
  })
}

/** The beginning of a long text; undefined when all of it is short enough. */
function toPreview(text: string): string | undefined {
  if (text.length <= previewLength * 1.5 && !manyLines.test(text)) return undefined
  const lines = previewLines.exec(text)?.[0] ?? text
  return lines.length <= previewLength ? `${lines}…` : `${cutHead(text, previewLength).trimEnd()}…`
}
