import { bm25 } from './bm25'
import type { FinishedCall } from './conversation'
import type { Findings } from './slots'
import { keywords, terms } from './words'

// A name being given a meaning; `export { x } from` only passes one on.
const definition = /\b(?:function|class|interface|type|const|let|def|fn|func|struct|enum)\s+[\w$]/
const located = /^\s*([\w@.][\w@./ -]*?\.[\w]+)(?::(\d+))?(?:[:\t ]|$)/

/** Files that earlier results name, best for the request first: what "it" and "its" mean in the next step. */
export function findPaths(request: string, calls: FinishedCall[]): Findings {
  const candidates = calls.flatMap(({ text }) => locate(text.split('\n')))
  const query = keywords(request)
  const scores = bm25(
    query,
    candidates.map(({ line }) => ({ fields: [{ terms: terms(line), weight: 1 }] })),
  )
  const wantsDefinition = /\b(defin|declar|implement)/i.test(request)
  const ranked = candidates
    .map((candidate, index) => ({
      ...candidate,
      score: (scores[index] ?? 0) + preference(candidate, query, wantsDefinition),
    }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
  return { paths: [...new Set(ranked.map(({ path }) => path))] }
}

interface Candidate {
  path: string
  line: string
  index: number
}

/** Reads `path:12: text`, and a path on a line of its own with numbered lines below it. */
function locate(lines: string[]): Candidate[] {
  let current: string | undefined
  return lines.flatMap((line, index) => {
    if (current && /^\s*\d+[:\t-]/.test(line))
      return [{ path: current, line: `${current} ${line}`, index }]
    const path = located.exec(line)?.[1]?.trim()
    if (path && line.trim() === path) current = path
    return path ? [{ path, line, index }] : []
  })
}

/** Files named like the request come first; for a definition, source that gives the name a meaning. */
function preference({ path, line }: Candidate, query: string[], wantsDefinition: boolean): number {
  const name = terms(path.split('/').pop() ?? '')
  const named = query.filter((term) => name.includes(term)).length
  if (!wantsDefinition) return named
  const defined = definition.test(line) && !/\bfrom\s+['"]|\bimport\b/.test(line) ? 4 : 0
  const aside = /(^|\/)(tests?|docs|examples|gallery|bench)\/|\.(md|json)$/.test(path) ? -3 : 0
  return named * 3 + defined + aside + (/(^|\/)src\//.test(path) ? 2 : 0)
}
