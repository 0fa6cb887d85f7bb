// Control sequences of terminals: CSI, OSC (ended by BEL or ST), and two-byte escapes. Then marks without a glyph
// that hide or reorder: LRM, RLM, ALM, zero-width space, joiners of words, tags.
const dropped =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]|[\u200b\u200e\u200f\u061c\u2060-\u2065\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
// C0 but tab and newline, DEL, C1, and every bidirectional embedding, override and isolate.
const replaced = /(?![\t\n])[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu
const stackedMarks = /(\p{M}{6})\p{M}+/gu
// Not ASCII, Latin, Greek, Cyrillic, punctuation, a symbol or CJK: those stay as they are, and most texts are of them.
const suspicious =
  /[^\n\t -~\xa0-\u02ff\u0370-\u0482\u2010-\u2027\u2100-\u2bff\u3001-\u3029\u3041-\u3096\u309d-\ua48f\uac00-\ud7a3]/

/**
 * Text of a tool, safe to show: terminal escapes are dropped, control and bidirectional characters
 * become U+FFFD, invisible ones go, towers of combining marks are cut to six.
 */
export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  return (
    text
      .replace(/\r\n?/g, '\n')
      // Before anything is dropped from between two halves: they would become one character.
      .replace(/\p{Cs}/gu, '\ufffd')
      .replace(dropped, '')
      .replace(replaced, '\ufffd')
      .replace(stackedMarks, '$1')
  )
}

/** Cleaned text on one line of at most `limit` characters. */
export function cleanLine(value: unknown, limit: number): string {
  if (typeof value !== 'string') return ''
  const line = cleanText(value.slice(0, limit * 4))
    .replace(/\s+/g, ' ')
    .trim()
  return shorten(line, limit)
}

/** At most `limit` characters, cut at a code point, with an ellipsis when something was cut. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${cutHead(text, limit - 1).trimEnd()}…`
}

/** The first `length` UTF-16 units, without half a surrogate pair or a mark torn from its letter. */
export function cutHead(text: string, length: number): string {
  let end = Math.min(length, text.length)
  while (end > 0 && end < text.length && joins(text, end)) end--
  return text.slice(0, end)
}

/** The last `length` UTF-16 units, under the same rule. */
export function cutTail(text: string, length: number): string {
  let start = Math.max(0, text.length - length)
  while (start > 0 && start < text.length && joins(text, start)) start++
  return text.slice(start)
}

/** Whether a cut here would tear a surrogate pair, a mark from its letter or a joined emoji. */
function joins(text: string, index: number): boolean {
  return (
    text[index - 1] === '\u200d' ||
    /^(?:\p{M}|\u200c|\u200d|[\udc00-\udfff])/u.test(text.slice(index, index + 2))
  )
}
