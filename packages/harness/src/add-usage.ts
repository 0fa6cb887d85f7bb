import type { Usage } from './usage'

const buckets = ['input', 'cacheRead', 'cacheWrite', 'output', 'reasoning'] as const

/** One provider's figures made consistent: junk dropped, `total` filled only when every bucket is known. */
export function readUsage(raw: unknown): Usage {
  const usage: Usage = {}
  if (typeof raw !== 'object' || raw === null) return usage
  for (const key of [...buckets, 'total'] as const) {
    const value = (raw as Record<string, unknown>)[key]
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) usage[key] = value
  }
  if (usage.total === undefined) {
    const { input, cacheRead, cacheWrite, output } = usage
    if (
      input !== undefined &&
      output !== undefined &&
      cacheRead !== undefined &&
      cacheWrite !== undefined
    )
      usage.total = input + cacheRead + cacheWrite + output
  }
  return usage
}

/** The sum of two usages; a figure unknown in both stays unknown. */
export function addUsage(left: Usage, right: Usage): Usage {
  const sum: Usage = { ...left }
  for (const key in right) {
    const name = key as keyof Usage
    const value = right[name]
    if (value !== undefined) sum[name] = (left[name] ?? 0) + value
  }
  return sum
}

/** Tokens to hold against a budget: the total, else whatever buckets are known. */
export function spentTokens(usage: Usage): number {
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0, total } = usage
  return Math.max(total ?? 0, input + cacheRead + cacheWrite + output)
}
