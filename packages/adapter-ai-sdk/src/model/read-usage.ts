import type { FinishReason, Usage } from '@toolprism/harness'

const finishReasons = new Set<string>([
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'interrupted',
])

/** `{ unified, raw }` of V3 and V4; anything unknown is `other`. */
export function readFinishReason(value: unknown): FinishReason {
  const unified =
    typeof value === 'object' && value !== null ? (value as { unified?: unknown }).unified : value
  // The set holds exactly the names of FinishReason besides `other`.
  return finishReasons.has(unified as string) ? (unified as FinishReason) : 'other'
}

/**
 * The four exclusive buckets of a V3 or V4 usage. Providers count cached input inside or outside of
 * `total`; the SDK's buckets settle it. What was not reported stays absent, never zero.
 */
export function readUsage(value: unknown): Usage | undefined {
  const { inputTokens, outputTokens, raw } = record(value)
  const given = record(inputTokens)
  const made = record(outputTokens)
  const inputTotal = count(given['total'])
  const cacheRead = count(given['cacheRead'])
  const cacheWrite = count(given['cacheWrite'])
  const rest =
    inputTotal === undefined ? undefined : inputTotal - (cacheRead ?? 0) - (cacheWrite ?? 0)
  const text = count(made['text'])
  const reasoning = count(made['reasoning'])
  const output = count(made['total']) ?? sum(text, reasoning)
  const total = count(record(raw)['total_tokens']) ?? sum(inputTotal, output)
  const usage = defined({
    input: count(given['noCache']) ?? (rest === undefined ? undefined : Math.max(0, rest)),
    cacheRead,
    cacheWrite,
    output,
    reasoning,
    total,
  })
  return Object.keys(usage).length > 0 ? usage : undefined
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b
}

function defined(usage: { [K in keyof Usage]: Usage[K] | undefined }): Usage {
  const entries = Object.entries(usage).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Usage // only the absent keys were dropped
}
