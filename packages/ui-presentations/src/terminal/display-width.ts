const ascii = /^[ -~]*$/
const emoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f/u
// East Asian wide and fullwidth, in the blocks terminals agree about.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const segmenter = new Intl.Segmenter()

/** What a terminal draws as one piece. */
export function graphemes(text: string): string[] {
  return ascii.test(text) ? [...text] : [...segmenter.segment(text)].map((item) => item.segment)
}

/** Columns a text takes. */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length
  return graphemes(text).reduce((sum, item) => sum + graphemeWidth(item), 0)
}

function graphemeWidth(grapheme: string): number {
  if (/^[\p{M}\p{Cf}]*$/u.test(grapheme)) return 0
  return emoji.test(grapheme) || wide.test(grapheme) ? 2 : 1
}

/** The text in at most `width` columns, with an ellipsis when something was cut. */
export function fitWidth(text: string, width: number, ellipsis = '…'): string {
  if (displayWidth(text) <= width) return text
  if (width < displayWidth(ellipsis)) return ''
  return takeWidth(text, width - displayWidth(ellipsis)).trimEnd() + ellipsis
}

function takeWidth(text: string, width: number): string {
  let taken = ''
  let left = width
  for (const grapheme of graphemes(text)) {
    left -= graphemeWidth(grapheme)
    if (left < 0) break
    taken += grapheme
  }
  return taken
}

/** Lines of at most `width` columns, broken at spaces where there are some. Tabs become two spaces. */
export function wrapText(text: string, width: number): string[] {
  return text
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap((line) => wrapLine(line, Math.max(1, width)))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let rest = line
  while (displayWidth(rest) > width) {
    let head = takeWidth(rest, width) || (graphemes(rest)[0] ?? '')
    const space = head.lastIndexOf(' ')
    // A break that leaves most of the line empty reads worse than a cut word.
    if (space > head.length / 2 && rest[head.length] !== ' ') head = head.slice(0, space)
    lines.push(head.trimEnd())
    rest = rest.slice(head.length).replace(/^ /, '')
  }
  return [...lines, rest]
}
