/** An object as its lines; `weight` is how often it is printed. */
export interface GroupMember {
  lines: readonly string[]
  weight: number
}

export interface PropertyGroup {
  lines: string[]
  /** Indexes of the members that have all of the lines. */
  members: number[]
}

interface Candidate {
  seed: string
  lines: string[]
  members: Set<number>
  saving: number
}

/** Tokens of `type X = {…};` and of `X & ` beside an object. */
const HEADER = 8
const REFERENCE = 4
const LEAST_SAVING = 10

/**
 * Finds properties that stand together in many objects, where a named group of them costs fewer tokens (greedy: the
 * most saving group first; what it takes away counts no more). Every property goes to one group at most in each object.
 */
export function findPropertyGroups(
  objects: readonly GroupMember[],
  tokensOf: (line: string) => number,
): PropertyGroup[] {
  const free = objects.map(({ lines }) => new Set(lines))
  const holders = new Map<string, Set<number>>()
  free.forEach((lines, index) => {
    for (const line of lines) holders.set(line, (holders.get(line) ?? new Set()).add(index))
  })
  const saved = (tokens: number, members: Iterable<number>) => {
    let total = -tokens - HEADER
    for (const index of members) total += objects[index]!.weight * (tokens - REFERENCE)
    return total
  }
  /** Grows a group from one line: the line that saves most joins while that helps. */
  const grow = (seed: string): Candidate => {
    let lines = [seed]
    let tokens = tokensOf(seed)
    let members = new Set(holders.get(seed))
    let best: Candidate = { seed, lines, members, saving: saved(tokens, members) }
    for (;;) {
      const together = new Map<string, number[]>()
      for (const index of members)
        for (const line of free[index]!) {
          const list = together.get(line)
          if (list) list.push(index)
          else together.set(line, [index])
        }
      for (const line of lines) together.delete(line)
      let next: { line: string; saving: number } | undefined
      for (const [line, list] of together) {
        if (list.length < 2) continue
        const saving = saved(tokens + tokensOf(line), list)
        if (!next || saving > next.saving) next = { line, saving }
      }
      if (!next) return best
      members = new Set(together.get(next.line))
      lines = [...lines, next.line]
      tokens += tokensOf(next.line)
      if (next.saving > best.saving) best = { seed, lines, members, saving: next.saving }
      else if (next.saving < best.saving / 2) return best
    }
  }
  const candidates = [...holders]
    .filter(([, members]) => members.size > 1)
    .map(([line]) => grow(line))
  const groups: PropertyGroup[] = []
  for (;;) {
    // Savings only shrink as lines are taken, so a fresh best is the best of all.
    candidates.sort((a, b) => a.saving - b.saving)
    const best = candidates.pop()
    if (!best || best.saving < LEAST_SAVING) return groups
    const stale = [...best.members].some((index) =>
      best.lines.some((line) => !free[index]!.has(line)),
    )
    if (stale) {
      if ((holders.get(best.seed)?.size ?? 0) > 1) candidates.push(grow(best.seed))
      continue
    }
    for (const index of best.members)
      for (const line of best.lines) {
        free[index]!.delete(line)
        holders.get(line)!.delete(index)
      }
    groups.push({ lines: best.lines, members: [...best.members] })
    if ((holders.get(best.seed)?.size ?? 0) > 1) candidates.push(grow(best.seed))
  }
}
