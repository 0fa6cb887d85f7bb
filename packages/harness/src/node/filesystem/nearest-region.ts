import { clipText } from '../workspace/text'

export interface Region {
  /** First line, from 1. */
  line: number
  lines: string[]
  /** True when only white space at the ends of lines keeps it from being equal. */
  onlySpace: boolean
}

const maxLines = 20_000
const maxCompared = 200

/** The region of a text most like the wanted one, for a hint; undefined when nothing is alike. */
export function nearestRegion(text: string, wanted: string): Region | undefined {
  const lines = text.split('\n')
  const target = wanted.replace(/\n$/, '').split('\n')
  if (lines.length > maxLines || target.length > 400 || wanted.trim() === '') return undefined
  const trimmed = target.map((line) => line.trim())
  const starts = likelyStarts(lines, trimmed)
  let best: { start: number; score: number } | undefined
  for (const start of starts) {
    const score = trimmed.reduce(
      (sum, line, index) => sum + likeness(line, (lines[start + index] ?? '').trim()),
      0,
    )
    if (!best || score > best.score) best = { start, score }
  }
  if (!best || best.score / target.length < 0.5) return undefined
  const region = lines.slice(Math.max(0, best.start), best.start + target.length)
  return {
    line: best.start + 1,
    lines: region,
    onlySpace: region.every((line, index) => line.trim() === trimmed[index]),
  }
}

/** Starts worth a full comparison: those with most equal lines, or any when no line is equal. */
function likelyStarts(lines: readonly string[], trimmed: readonly string[]): number[] {
  const votes = new Map<number, number>()
  const places = new Map<string, number[]>()
  for (const [index, line] of trimmed.entries())
    if (line !== '') places.set(line, [...(places.get(line) ?? []), index])
  for (const [index, line] of lines.entries())
    for (const offset of places.get(line.trim()) ?? []) {
      const start = index - offset
      if (start >= 0) votes.set(start, (votes.get(start) ?? 0) + 1)
    }
  if (votes.size === 0) return lines.slice(0, 4000).map((_, index) => index)
  return [...votes]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, 20)
    .map(([start]) => start)
}

/** Dice coefficient of letter pairs: 1 for equal lines, 0 for nothing in common. */
function likeness(a: string, b: string): number {
  if (a === b) return 1
  if (a.length < 2 || b.length < 2) return 0
  const pairs = new Map<string, number>()
  const [left, right] = [a.slice(0, maxCompared), b.slice(0, maxCompared)]
  for (let index = 0; index + 1 < left.length; index++) {
    const pair = left.slice(index, index + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  let shared = 0
  for (let index = 0; index + 1 < right.length; index++) {
    const count = pairs.get(right.slice(index, index + 2)) ?? 0
    if (count === 0) continue
    shared++
    pairs.set(right.slice(index, index + 2), count - 1)
  }
  return (2 * shared) / (left.length + right.length - 2)
}

/** Lines with their numbers, at most `most` of them. */
export function showNumbered(lines: readonly string[], first: number, most: number): string {
  const shown = lines
    .slice(0, most)
    .map((line, index) => `${first + index}\t${clipText(line, 300)}`)
  const hidden = lines.length - shown.length
  return [...shown, ...(hidden > 0 ? [`[${hidden} more lines]`] : [])].join('\n')
}
