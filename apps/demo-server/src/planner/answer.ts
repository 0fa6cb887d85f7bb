import { bm25 } from './bm25'
import type { FinishedCall } from './conversation'
import { keywords, terms } from './words'

const maximumLines = 16

/**
 * The answer to a request, made of lines that tool results contain and nothing else. What stands around
 * the quotes names the tools that ran.
 */
export function answerFrom(request: string, calls: FinishedCall[]): string {
  const failed = calls.at(-1)
  if (failed?.result.isError)
    return `${failed.call.toolName} did not work:\n\n${quote(failed.text.split('\n').slice(0, maximumLines))}`
  const used = [...new Set(calls.map(({ call }) => call.toolName))].join(', then ')
  const last = calls.at(-1)
  if (!last) return ''
  const drawn = last.result.content.some((block) => block.type === 'image')
  if (drawn) return 'Here it is, drawn from what these tools answered.'
  const lines = bestLines(request, last.text)
  const source = typeof last.call.input['path'] === 'string' ? ` in ${last.call.input['path']}` : ''
  if (lines.length === 0) return `I ran ${used}; it found nothing${source}.`
  return `I ran ${used}. This is what I found${source}:\n\n${quote(lines)}`
}

/** The lines that speak most of the request, with their neighbours, in the order of the text. */
function bestLines(request: string, text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length <= maximumLines) return filled
  const scores = bm25(
    keywords(request),
    lines.map((line) => ({ fields: [{ terms: terms(line), weight: 1 }] })),
  )
  // Who asks for limits wants the lines that give figures.
  const wantsFigures =
    /\b(limits?|number|count|many|size|maximum|minimum|defaults?|values?)\b/i.test(request)
  const best = scores
    .map((score, index) => score + (wantsFigures ? figures(lines[index] ?? '') : 0))
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
  if (best.length === 0) return filled.slice(0, maximumLines)
  const kept = new Set<number>()
  for (const { index } of best) {
    for (const near of [index, index + 1, index + 2])
      if (kept.size < maximumLines && lines[near]?.trim()) kept.add(near)
  }
  return [...kept].sort((a, b) => a - b).map((index) => lines[index] ?? '')
}

/** A line that gives a number or a default, its own line number aside. */
function figures(line: string): number {
  const text = line.replace(/^\s*\d+[\t:]/, '')
  return /\b(?:default|limit|max\w*|min\w*)\b\W*\s*\d|[=:]\s*\d[\d_.]*\d/i.test(text) ? 8 : 0
}

function quote(lines: string[]): string {
  const longest = Math.max(2, ...lines.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${lines.join('\n')}\n${fence}`
}
