import { joinLines, type Line, mainEnding, splitLines } from '../filesystem/line-endings'
import { nearestRegion, showNumbered } from '../filesystem/nearest-region'
import { workspaceError } from '../workspace/workspace-error'
import type { HunkLine, PatchHunk } from './patch-parts'

export interface PatchedText {
  text: string
  /** Hunks that stood elsewhere than their numbers say, or matched but for white space at line ends. */
  notes: string[]
}

/** Hunks whose numbers are off are looked for this many lines around. */
const searchedLines = 50

/** Applies hunks in memory. Throws `NO_MATCH` or `SEVERAL_MATCHES`: a hunk is never put where it may not belong. */
export function applyHunks(path: string, text: string, hunks: readonly PatchHunk[]): PatchedText {
  let lines = splitLines(text)
  const main = mainEnding(lines)
  const notes: string[] = []
  let shift = 0
  let after = 0
  for (const [index, hunk] of hunks.entries()) {
    const name = `hunk ${index + 1} of "${path}"`
    const old = hunk.lines.filter(({ kind }) => kind !== '+')
    const place = findPlace(name, lines, hunk, { shift, after })
    if (place.note) notes.push(`${name} ${place.note}`)
    const changed = rewrite(lines.slice(place.at, place.at + old.length), hunk.lines, main)
    const before = lines.slice(0, place.at)
    const rest = lines.slice(place.at + old.length)
    lines = endLines([...before, ...changed], rest, main)
    shift += changed.length - old.length + (hunk.oldStart === undefined ? 0 : place.off)
    after = place.at + changed.length
  }
  return { text: joinLines(lines), notes }
}

interface Place {
  /** Index of the first old line. */
  at: number
  /** Lines away from where the numbers said. */
  off: number
  note?: string
}

function findPlace(
  name: string,
  lines: readonly Line[],
  hunk: PatchHunk,
  { shift, after }: { shift: number; after: number },
): Place {
  const old = hunk.lines.filter(({ kind }) => kind !== '+').map(({ text }) => text)
  if (hunk.oldStart === undefined) return findByText(name, lines, hunk.anchors ?? [], old, after)
  const expected = Math.max(0, hunk.oldStart - (old.length === 0 ? 0 : 1) + shift)
  if (old.length === 0) return { at: Math.min(expected, lines.length), off: 0 }
  for (const loose of [false, true]) {
    const found = places(lines, old, loose)
    if (found.includes(expected)) return { at: expected, off: 0, ...looseNote(loose) }
    const near = found.filter((at) => Math.abs(at - expected) <= searchedLines)
    const [at, other] = near.sort((a, b) => Math.abs(a - expected) - Math.abs(b - expected))
    if (at === undefined) {
      if (found.length === 1) return moved(found[0] as number, expected, loose)
      if (found.length > 1) throw several(name, found)
    } else if (other !== undefined && Math.abs(other - expected) === Math.abs(at - expected))
      throw several(name, near)
    else return moved(at, expected, loose)
  }
  throw noMatch(name, lines, old)
}

function findByText(
  name: string,
  lines: readonly Line[],
  anchors: readonly string[],
  old: readonly string[],
  after: number,
): Place {
  let from = after
  for (const anchor of anchors) {
    const at = lines.findIndex(({ body }, index) => index >= from && body.trim() === anchor.trim())
    if (at === -1)
      throw workspaceError('NO_MATCH', `${name}: no line reads ${JSON.stringify(anchor)}.`)
    from = at + 1
  }
  if (old.length === 0) {
    if (anchors.length > 0 || lines.length === 0) return { at: from, off: 0 }
    throw workspaceError(
      'BAD_PATCH',
      `${name} only adds lines and does not say where: give a line of context, or "@@ line" before it.`,
    )
  }
  for (const loose of [false, true]) {
    const found = places(lines, old, loose)
    const below = found.filter((at) => at >= from)
    if (below.length > 1 && anchors.length === 0) throw several(name, below)
    const at = below[0] ?? (found.length === 1 && anchors.length === 0 ? found[0] : undefined)
    if (at !== undefined) return { at, off: 0, ...looseNote(loose) }
  }
  throw noMatch(name, lines, old)
}

/** Where the old lines stand; loosely, white space at the ends of lines does not count. */
function places(lines: readonly Line[], old: readonly string[], loose: boolean): number[] {
  const form = (text: string) => (loose ? text.trimEnd() : text)
  const wanted = old.map(form)
  const bodies = lines.map(({ body }) => form(body))
  const found: number[] = []
  for (let at = 0; at + wanted.length <= bodies.length; at++)
    if (wanted.every((text, index) => bodies[at + index] === text)) found.push(at)
  return found
}

function moved(at: number, expected: number, loose: boolean): Place {
  const off = at - expected
  const distance = `was ${Math.abs(off)} lines ${off > 0 ? 'below' : 'above'} its number.`
  return { at, off, note: loose ? `${distance} ${looseText}` : distance }
}

const looseText = 'matched without regard to white space at line ends.'

function looseNote(loose: boolean): { note?: string } {
  return loose ? { note: looseText } : {}
}

/** The lines a hunk leaves: kept ones as they are in the file, new ones with the ending around them. */
function rewrite(old: readonly Line[], hunk: readonly HunkLine[], main: '\n' | '\r\n'): Line[] {
  const result: Line[] = []
  let at = 0
  for (const { kind, text, noNewline } of hunk) {
    const here = old[at]
    const near = here?.ending || old[at - 1]?.ending || main
    if (kind === '+') result.push({ body: text, ending: noNewline ? '' : near })
    else at++
    if (kind === ' ' && here) result.push(here)
  }
  // A last line that had no ending gives that on to the line that takes its place.
  const last = hunk.at(-1)
  const wasOpen = old.at(-1)?.ending === '' && !hunk.some(({ noNewline }) => noNewline)
  if (wasOpen && last?.kind === '+') result.push({ ...(result.pop() as Line), ending: '' })
  return result
}

/** Only the last line of a file may lack its ending. */
function endLines(before: readonly Line[], rest: readonly Line[], main: '\n' | '\r\n'): Line[] {
  const all = [...before, ...rest]
  return all.map((line, index) =>
    line.ending === '' && index < all.length - 1 ? { ...line, ending: main } : line,
  )
}

function several(name: string, found: readonly number[]): Error {
  return workspaceError(
    'SEVERAL_MATCHES',
    `${name} fits in ${found.length} places (lines ${found
      .slice(0, 10)
      .map((at) => at + 1)
      .join(', ')}). Give more context. Nothing was written.`,
  )
}

function noMatch(name: string, lines: readonly Line[], old: readonly string[]): Error {
  const region = nearestRegion(lines.map(({ body }) => body).join('\n'), old.join('\n'))
  const hint = region ? ` The nearest region:\n${showNumbered(region.lines, region.line, 30)}` : ''
  return workspaceError(
    'NO_MATCH',
    `${name}: its old lines are not in the file. Nothing was written.${hint}`,
  )
}
