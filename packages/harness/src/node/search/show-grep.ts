import { showName } from '../workspace/text'
import type { GrepAnswer } from './search-files'

const reasons = {
  limit: 'stopped at limit; more lines may match: narrow the pattern, the path or include',
  time: 'incomplete: the search ran out of time; narrow the path or include',
  size: 'incomplete: the search read its share of bytes; narrow the path or include',
  depth: 'incomplete: very deep folders were not entered',
  pattern: 'incomplete: the pattern takes too long to match; make it simpler',
} as const

/** Matches as text: a path, then its lines as `number:text`, context as `number-text`, gaps as `--`. */
export function showGrep({ files, truncated }: GrepAnswer, pattern: string): string {
  const notes = truncated ? [`[${reasons[truncated]}]`] : []
  if (files.length === 0)
    return [`No line matches ${JSON.stringify(pattern)}.`, ...notes].join('\n')
  const blocks = files.map(({ path, lines }) => {
    const shown = lines.flatMap(({ line, text, match }, index) => {
      const previous = lines[index - 1]
      const gap = previous && !lines.every((item) => item.match) && previous.line + 1 < line
      return [...(gap ? ['--'] : []), `${line}${match ? ':' : '-'}${text}`]
    })
    return [showName(path), ...shown].join('\n')
  })
  return [blocks.join('\n\n'), ...notes].join('\n')
}
