import type { ModelErrorKind, ModelPart } from '@toolprism/harness'

type ErrorPart = Extract<ModelPart, { type: 'error' }>

/**
 * What a provider's failure means to an agent loop: its kind, whether to try again, and how long the
 * provider asks to wait. Reads the SDK's APICallError by shape, plain errors and error chunks of a stream.
 */
export function readModelError(error: unknown, now: () => number = Date.now): ErrorPart {
  const facts = record(error)
  const status = statusOf(facts)
  const kind = kindOf(error, facts, status)
  const retryable = typeof facts['isRetryable'] === 'boolean' ? facts['isRetryable'] : undefined
  const wait = retryAfter(record(facts['responseHeaders']), now)
  return {
    type: 'error',
    error,
    kind,
    retryable: kind === 'context-overflow' ? false : (retryable ?? retryableKinds.has(kind)),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  }
}

const retryableKinds = new Set<ModelErrorKind>(['rate-limit', 'overloaded', 'network', 'timeout'])

function kindOf(
  error: unknown,
  facts: Record<string, unknown>,
  status: number | undefined,
): ModelErrorKind {
  const message = `${causes(error)} ${textOf(facts['responseBody'])}`
  // A 429 can mention tokens too (reference harness 36): the status decides before the words do.
  if (status === 429) return 'rate-limit'
  if (status === 401 || status === 403) return 'auth'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 413 || overflow.test(message)) return 'context-overflow'
  if (status !== undefined && status >= 500) return 'overloaded'
  if (status !== undefined && status >= 400) return 'invalid-request'
  if (/\bTimeoutError\b/.test(message)) return 'timeout'
  if (/rate.?limit/i.test(message)) return 'rate-limit'
  if (/overloaded|unavailable|at capacity/i.test(message)) return 'overloaded'
  return network.test(message) ? 'network' : 'unknown'
}

/** Names, codes and messages of an error and what caused it: the SDK wraps a cut socket twice. */
function causes(error: unknown): string {
  if (typeof error === 'string') return error
  const texts: string[] = []
  let cause = error
  for (let depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth++) {
    const { name, code, message, cause: next } = cause as Record<string, unknown>
    texts.push(textOf(name), textOf(code), textOf(message))
    cause = next
  }
  return texts.join(' ')
}

const overflow =
  /context.{0,10}(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|exceeds? the (available )?context/i

const network =
  /fetch failed|terminated|cannot connect|socket|other side closed|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|UND_ERR|without a finish/i

function statusOf(facts: Record<string, unknown>): number | undefined {
  for (const field of ['statusCode', 'status', 'code']) {
    const value = Number(facts[field])
    if (Number.isInteger(value) && value >= 400 && value < 600) return value
  }
  return undefined
}

/** Milliseconds of `retry-after-ms`, or of `retry-after` as seconds or as an HTTP date. */
function retryAfter(headers: Record<string, unknown>, now: () => number): number | undefined {
  const milliseconds = numeric(headers['retry-after-ms'])
  if (milliseconds !== undefined) return milliseconds
  const value = headers['retry-after']
  const seconds = numeric(value)
  if (seconds !== undefined) return seconds * 1000
  // A date names its month; Date.parse would read a year into a bare number.
  const date = typeof value === 'string' && /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now())
}

function numeric(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : Number.NaN
  return Number.isFinite(number) && number >= 0 ? number : undefined
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
