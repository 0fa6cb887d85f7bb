import type { ModelErrorKind, ModelPart } from './model'
import { messageOf } from './run-hook'

/** A failed model call as plain data. */
export interface ModelFailure {
  kind: ModelErrorKind
  message: string
  retryable: boolean
  /** Milliseconds the provider asks to wait. */
  retryAfterMs?: number
}

const kinds = new Set<string>([
  'rate-limit',
  'overloaded',
  'network',
  'timeout',
  'context-overflow',
  'auth',
  'invalid-request',
  'unknown',
] satisfies ModelErrorKind[])
const retryableKinds = new Set<ModelErrorKind>(['rate-limit', 'overloaded', 'network', 'timeout'])

/** Reads whatever a model threw or sent as its error. */
export function readModelFailure(
  error: unknown,
  given: Partial<Extract<ModelPart, { type: 'error' }>> = {},
  now = 0,
): ModelFailure {
  const kind = kinds.has(given.kind ?? '') ? given.kind! : kindOf(error)
  const said = given.retryable ?? field(error, 'isRetryable')
  const retryable =
    kind === 'context-overflow' || kind === 'auth'
      ? false
      : typeof said === 'boolean'
        ? said
        : retryableKinds.has(kind)
  const failure: ModelFailure = { kind, message: messageOf(error).slice(0, 2000), retryable }
  const wish: unknown = given.retryAfterMs ?? retryAfter(error, now)
  const retryAfterMs = typeof wish === 'number' && wish >= 0 ? wish : undefined
  if (retryAfterMs !== undefined) failure.retryAfterMs = retryAfterMs
  return failure
}

function kindOf(error: unknown): ModelErrorKind {
  const status = statusOf(error)
  const text = `${String(field(error, 'code') ?? '')} ${String(field(error, 'name') ?? '')} ${messageOf(error)}`
  // A rate limit counts tokens too: its status decides before any word of the message does.
  if (status === 429) return 'rate-limit'
  if (status === 529 || status === 503) return 'overloaded'
  if (status === 401 || status === 403) return 'auth'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 413 || (status === undefined || status === 400 ? overflow.test(text) : false))
    return 'context-overflow'
  if (status !== undefined && status >= 500) return 'overloaded'
  if (status !== undefined && status >= 400) return 'invalid-request'
  if (/timeout|timed out|TimeoutError|ETIMEDOUT/i.test(text)) return 'timeout'
  if (network.test(text)) return 'network'
  return 'unknown'
}

const overflow =
  /context.{0,20}(length|window|overflow)|maximum context|prompt is too long|too many (input )?tokens|context_length_exceeded/i
const network =
  /ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|socket|network|fetch failed|failed to fetch|load failed|terminated|other side closed|UND_ERR/i

function statusOf(error: unknown): number | undefined {
  for (const key of ['statusCode', 'status']) {
    const value = field(error, key)
    if (typeof value === 'number') return value
  }
  const inner = field(error, 'cause') ?? field(error, 'lastError')
  return inner === undefined || inner === error ? undefined : statusOfInner(inner)
}

function statusOfInner(error: unknown): number | undefined {
  const value = field(error, 'statusCode') ?? field(error, 'status')
  return typeof value === 'number' ? value : undefined
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function retryAfter(error: unknown, now: number): number | undefined {
  const headers = field(error, 'responseHeaders') ?? field(error, 'headers')
  const read = (name: string): string | undefined => {
    const get = field(headers, 'get')
    const value = typeof get === 'function' ? get.call(headers, name) : field(headers, name)
    return typeof value === 'string' ? value : undefined
  }
  const milliseconds = Number(read('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds)
  const text = read('retry-after')
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function field(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

export interface RetryPlan {
  max: number
  baseDelayMs: number
  maxDelayMs: number
}

/** Milliseconds until the next attempt, or undefined when there is none. `random` is in [0, 1). */
export function retryDelay(
  failure: ModelFailure,
  attempt: number,
  plan: RetryPlan,
  random: number,
): number | undefined {
  if (!failure.retryable || attempt > plan.max) return undefined
  if (failure.retryAfterMs !== undefined)
    return failure.retryAfterMs > plan.maxDelayMs ? undefined : failure.retryAfterMs
  const full = Math.min(plan.maxDelayMs, plan.baseDelayMs * 2 ** (attempt - 1))
  return Math.round(full * (0.75 + random * 0.25))
}
