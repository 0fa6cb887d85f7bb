import { clipText } from '../workspace/text'
import { toLineFeeds } from './line-endings'

export interface TextChange {
  /** Lines removed and added. */
  removed: number
  added: number
  /** First changed line in the new text, from 1. */
  line: number
  /** A unified diff of the changed stretch, shortened when it is long. */
  diff: string
}

const context = 3
const maxShown = 60

/** What changed between two texts, as one hunk from the first to the last line that differs. */
export function describeChange(before: string, after: string): TextChange {
  const old = toLineFeeds(before).split('\n')
  const now = toLineFeeds(after).split('\n')
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const removed = old.slice(start, old.length - end)
  const added = now.slice(start, now.length - end)
  const lead = now.slice(Math.max(0, start - context), start)
  const tail = now.slice(now.length - end, now.length - end + context)
  const count = (lines: readonly string[]) => lead.length + lines.length + tail.length
  const from = start - lead.length + 1
  const diff = [
    `@@ -${from},${count(removed)} +${from},${count(added)} @@`,
    ...lead.map((line) => ` ${clipText(line, 300)}`),
    ...shorten(removed).map((line) => `-${line}`),
    ...shorten(added).map((line) => `+${line}`),
    ...tail.map((line) => ` ${clipText(line, 300)}`),
  ].join('\n')
  return { removed: removed.length, added: added.length, line: start + 1, diff }
}

function shorten(lines: readonly string[]): string[] {
  const shown = lines.slice(0, maxShown).map((line) => clipText(line, 300))
  const hidden = lines.length - shown.length
  return hidden > 0 ? [...shown, `… ${hidden} more lines`] : shown
}
