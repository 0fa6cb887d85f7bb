/** The candidate closest to a short text by edit distance, when it is close enough to be a slip. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  if (text.length === 0 || text.length > 64) return undefined
  const limit = Math.max(1, Math.floor(text.length / 3))
  const plain = squash(text)
  let best: string | undefined
  let bestDistance = limit + 1
  for (let index = 0; index < candidates.length && index < 500; index++) {
    const candidate = candidates[index]!
    if (candidate === text || Math.abs(candidate.length - text.length) >= bestDistance) continue
    const distance = editDistance(plain, squash(candidate), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `maxResults`, `max_results` and `Max-Results` are the same slip. */
function squash(text: string): string {
  return text.replaceAll(/[-_. ]/g, '').toLowerCase()
}

/** Damerau-Levenshtein distance (adjacent swaps count one), given up at `stop`. */
function editDistance(a: string, b: string, stop: number): number {
  let before: number[] = []
  let previous: number[] = []
  for (let j = 0; j <= b.length; j++) previous.push(j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    let smallest = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let value = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, before[j - 2]! + 1)
      current.push(value)
      if (value < smallest) smallest = value
    }
    if (smallest >= stop) return stop
    before = previous
    previous = current
  }
  return previous[b.length]!
}
