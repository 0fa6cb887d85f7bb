import type { ToolError } from '@toolprism/core'
import { workspaceError } from '../workspace/workspace-error'
import type { TextChanged } from './change-file'
import { toLineFeeds, viewLineFeeds } from './line-endings'
import { nearestRegion, showNumbered } from './nearest-region'
import { findPlaces, type Place, replacePlaces } from './replace-text'

export interface TextEdit {
  oldString: string
  newString: string
  replaceAll?: boolean
  ignoreWhitespace?: boolean
}

/**
 * Replaces the one place where `oldString` stands. Throws `NO_MATCH` with the nearest region, or
 * `SEVERAL_MATCHES` with their lines; the text is never guessed.
 */
export function editText(text: string, edit: TextEdit): TextChanged {
  const wanted = toLineFeeds(edit.oldString)
  const replacement = toLineFeeds(edit.newString)
  if (wanted === replacement)
    throw workspaceError('BAD_INPUT', 'oldString and newString are equal: there is nothing to do.')
  if (wanted === '') return fillEmpty(text, replacement)
  const view = viewLineFeeds(text).text
  const places = findPlaces(view, wanted)
  if (places.length === 0 && edit.ignoreWhitespace)
    return editLoosely(text, view, wanted, replacement)
  if (places.length === 0) throw noMatch(view, wanted, replacement)
  checkPlaces(view, places, edit.replaceAll ?? false)
  const note = places.length > 1 ? { note: `${places.length} places.` } : {}
  return { text: replacePlaces(text, places, replacement), ...note }
}

function fillEmpty(text: string, replacement: string): TextChanged {
  if (text === '') return { text: replacement }
  throw workspaceError(
    'BAD_INPUT',
    'oldString is empty, which names no place. Give the text to replace, or use write_file for the whole file.',
  )
}

function checkPlaces(view: string, places: readonly Place[], all: boolean): void {
  const overlap = places.some(({ from }, index) => index > 0 && from < (places[index - 1]?.to ?? 0))
  if (places.length === 1 || (all && !overlap)) return
  const lines = places.slice(0, 10).map(({ from }) => lineAt(view, from))
  const where = `lines ${lines.join(', ')}${places.length > lines.length ? ', …' : ''}`
  throw workspaceError(
    'SEVERAL_MATCHES',
    overlap && all
      ? `oldString stands in ${places.length} places that overlap (${where}), so replaceAll has no one meaning. Give more text around each place.`
      : `oldString stands in ${places.length} places (${where}). Give more lines around the one you mean${overlap ? '' : ', or set replaceAll'}. Nothing was written.`,
  )
}

function noMatch(view: string, wanted: string, replacement: string): ToolError {
  const hints = [
    ...(looksNumbered(wanted)
      ? ['It seems to hold the line numbers of read_file: leave them out.']
      : []),
    ...(replacement !== '' && findPlaces(view, replacement).length === 1
      ? [
          `newString stands in the file already, at line ${lineAt(view, view.indexOf(replacement))}: the change may be done.`,
        ]
      : []),
    ...nearestHint(view, wanted),
  ]
  return workspaceError(
    'NO_MATCH',
    ['oldString is not in the file. Nothing was written.', ...hints].join(' '),
  )
}

function nearestHint(view: string, wanted: string): string[] {
  const region = nearestRegion(view, wanted)
  if (!region) return []
  const why = region.onlySpace ? ', which differs only in white space' : ''
  return [
    `The nearest region${why} (the numbers are not part of it):\n${showNumbered(region.lines, region.line, 30)}`,
  ]
}

/** Opt-in: whole lines that are equal but for white space at their ends, in exactly one place. */
function editLoosely(text: string, view: string, wanted: string, replacement: string): TextChanged {
  const target = wanted
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.trim())
  const lines = view.split('\n')
  const starts = lines.flatMap((_, start) =>
    target.every((line, index) => lines[start + index]?.trim() === line) ? [start] : [],
  )
  const [start] = starts
  if (start === undefined || target.every((line) => line === ''))
    throw noMatch(view, wanted, replacement)
  if (starts.length > 1)
    throw workspaceError(
      'SEVERAL_MATCHES',
      `White space aside, oldString stands in ${starts.length} places (lines ${starts.slice(0, 10).map((at) => at + 1)}). Nothing was written.`,
    )
  const from = lines.slice(0, start).reduce((sum, line) => sum + line.length + 1, 0)
  const to = from + lines.slice(start, start + target.length).join('\n').length
  const body = replacement.replace(/\n$/, '')
  const note = `Matched lines ${start + 1}-${start + target.length} without regard to white space.`
  return { text: replacePlaces(text, [{ from, to }], body), note }
}

/** `12: ` or `12<TAB>` before every line, as read_file and grep show them. */
function looksNumbered(text: string): boolean {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.length > 0 && lines.every((line) => /^\s*\d+(?:\t|: |:|\||→)/.test(line))
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1))
    line++
  return line
}
