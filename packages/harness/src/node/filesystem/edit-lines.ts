import { workspaceError } from '../workspace/workspace-error'
import { joinLines, type Line, mainEnding, splitLines, toLineFeeds } from './line-endings'

/**
 * Replaces lines `startLine` to `endLine` (from 1, included) by a text; an empty text deletes them. The line
 * after the last one may be given too: it appends. Each new line ends as the lines it replaces do.
 */
export function replaceLines(
  text: string,
  range: { startLine: number; endLine: number },
  replacement: string,
): string {
  const lines = splitLines(text)
  const { startLine, endLine } = range
  if (endLine < startLine)
    throw workspaceError('BAD_INPUT', `endLine ${endLine} is before startLine ${startLine}.`)
  if (startLine === lines.length + 1 && endLine === startLine) return append(lines, replacement)
  if (endLine > lines.length)
    throw workspaceError(
      'BAD_INPUT',
      `The file has ${lines.length} lines; there is no line ${endLine}. Line ${lines.length + 1} appends. Nothing was written.`,
    )
  const old = lines.slice(startLine - 1, endLine)
  return joinLines([
    ...lines.slice(0, startLine - 1),
    ...newLines(replacement, old, mainEnding(lines)),
    ...lines.slice(endLine),
  ])
}

/** Several single lines at once, each by its number before the change. */
export function editLines(text: string, edits: Readonly<Record<string, string>>): string {
  const numbered = Object.entries(edits).map(([line, replacement]) => {
    const number = Number(line)
    if (!/^[1-9]\d{0,8}$/.test(line))
      throw workspaceError('BAD_INPUT', `${JSON.stringify(line)} is not a line number.`)
    return { number, replacement }
  })
  // From the bottom up, so that the numbers above stay right.
  return numbered
    .sort((a, b) => b.number - a.number)
    .reduce(
      (done, { number, replacement }) =>
        replaceLines(done, { startLine: number, endLine: number }, replacement),
      text,
    )
}

/** Lines of a replacement: the last one ends as the last replaced one did, maybe not at all. */
function newLines(replacement: string, old: readonly Line[], main: '\n' | '\r\n'): Line[] {
  if (replacement === '') return []
  const added = splitLines(toLineFeeds(replacement))
  const own = old.find(({ ending }) => ending !== '')?.ending
  const lastOld = old.at(-1)?.ending ?? main
  return added.map(({ body }, index) => ({
    body,
    ending: index === added.length - 1 ? lastOld : (own ?? main),
  }))
}

function append(lines: readonly Line[], text: string): string {
  const main = mainEnding(lines)
  const last = lines.at(-1)
  const ended = last?.ending === '' ? [...lines.slice(0, -1), { ...last, ending: main }] : lines
  const added = splitLines(toLineFeeds(text))
  return joinLines([
    ...ended,
    ...added.map(({ body, ending }) => ({ body, ending: ending === '' ? ending : main })),
  ])
}
