/** A line and how it ends: `''` only for the last one. */
export interface Line {
  body: string
  ending: '' | '\n' | '\r\n'
}

/** Lines of a text; a final line ending does not start another line. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    if (end === -1) {
      lines.push({ body: text.slice(from), ending: '' })
      break
    }
    const crlf = end > from && text[end - 1] === '\r'
    lines.push({
      body: text.slice(from, crlf ? end - 1 : end),
      ending: crlf ? '\r\n' : '\n',
    })
    from = end + 1
  }
  return lines
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map(({ body, ending }) => body + ending).join('')
}

/** The ending most lines have; `\n` for a text of one line. */
export function mainEnding(lines: readonly Line[]): '\n' | '\r\n' {
  const crlf = lines.filter(({ ending }) => ending === '\r\n').length
  const lf = lines.filter(({ ending }) => ending === '\n').length
  return crlf > lf ? '\r\n' : '\n'
}

/** `\r\n` as `\n`, the way a model writes and reads text. */
export function toLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Positions in a text whose `\r\n` were taken as `\n`, and back. */
export interface LineFeedView {
  text: string
  /** Offset in the original of an offset in the view. */
  original(offset: number): number
}

export function viewLineFeeds(text: string): LineFeedView {
  if (!text.includes('\r\n')) return { text, original: (offset) => offset }
  const view = toLineFeeds(text)
  // Where in the view each shortened ending stands, ascending.
  const shortened: number[] = []
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2))
    shortened.push(at - shortened.length)
  return { text: view, original: (offset) => offset + countBelow(shortened, offset) }
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
