import type { ToolResult } from './content'
import { errorResult } from './results'

/** Whatever a tool threw, as a failed result: its message, never its stack. */
export function thrownResult(error: unknown): ToolResult {
  const message = thrownMessage(error)
  try {
    const { code, retryable, details, name } = Object(error) as Record<string, unknown>
    if (name !== 'ToolError' || typeof code !== 'string')
      return errorResult(message, { meta: { 'toolprism/thrown': true } })
    const meta = details === undefined ? {} : { 'toolprism/details': details }
    return errorResult(message, { code, retryable: retryable === true, meta })
  } catch {
    return errorResult(message, { meta: { 'toolprism/thrown': true } })
  }
}

/** The message of any thrown value; total, whatever its getters do. */
export function thrownMessage(error: unknown): string {
  try {
    if (typeof error === 'string') return error || 'The tool failed without a message.'
    if (typeof error === 'object' && error !== null) {
      const { message, name } = error as { message?: unknown; name?: unknown }
      if (typeof message === 'string' && message !== '') return message
      if (typeof name === 'string' && name !== '') return `The tool failed: ${name}.`
      return `The tool failed: ${JSON.stringify(error)?.slice(0, 500) ?? 'an object was thrown'}`
    }
    return `The tool failed: ${String(error)} was thrown.`
  } catch {
    return 'The tool failed with a value that cannot be read.'
  }
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}
