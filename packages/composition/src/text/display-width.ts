const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u
const zero = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

/** The user-perceived characters of a text. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment)
}

/** Columns a terminal needs for a text. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const part of graphemes(text)) width += graphemeWidth(part)
  return width
}

function graphemeWidth(part: string): number {
  if (wide.test(part)) return 2
  return zero.test(part) ? 0 : 1
}

/** Pads with spaces to a display width. */
export function padTo(text: string, width: number, align: 'start' | 'end' | 'center'): string {
  const missing = Math.max(0, width - displayWidth(text))
  const before = align === 'end' ? missing : align === 'center' ? missing >> 1 : 0
  return ' '.repeat(before) + text + ' '.repeat(missing - before)
}

/** Cuts to at most `max` UTF-16 units, between graphemes, with an ellipsis inside the limit. */
export function clampText(text: string, max: number): string {
  if (text.length <= max) return text
  let kept = ''
  for (const { segment } of segmenter.segment(text)) {
    if (kept.length + segment.length > max - 1) break
    kept += segment
  }
  return `${kept}…`
}

/** Wraps words at a display width; a longer word stands alone on its line. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ')) {
    const size = displayWidth(word)
    if (used > 0 && used + 1 + size > width) {
      lines.push(line)
      line = word
      used = size
    } else {
      line = used > 0 ? `${line} ${word}` : word
      used += size + (used > 0 ? 1 : 0)
    }
  }
  if (line || lines.length === 0) lines.push(line)
  return lines
}
