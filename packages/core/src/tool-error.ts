/** Stable codes of the results and errors core makes. A tool's own ToolError may carry any other code. */
export type ToolErrorCode =
  | 'BLOCKED'
  | 'CANCELLED'
  | 'ELICITATION_INVALID'
  | 'ELICITATION_UNSUPPORTED'
  | 'INPUT_INVALID'
  | 'INPUT_NOT_PLAIN_DATA'
  | 'INPUT_OVER_BUDGET'
  | 'INVALID_DEFINITION'
  | 'OUTPUT_INVALID'
  | 'RESULT_INVALID'
  | 'SCHEMA_UNSUPPORTED'
  | 'TIMEOUT'
  | 'TOOL_FAILED'
  | (string & {})

export interface ToolErrorOptions {
  /** True when the same call may succeed later. @default false */
  retryable?: boolean
  /** JSON facts for the host, kept on the result's `meta`; never shown to the model. */
  details?: unknown
  cause?: unknown
}

/**
 * An error with a stable `code`. Thrown by core for wrong definitions, and by tools to answer a failed
 * call with a code of their own. Two copies of core may meet: recognise it with {@link isToolError}.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: ToolErrorCode
  readonly retryable: boolean
  readonly details?: unknown

  constructor(code: ToolErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.retryable = options.retryable ?? false
    if (options.details !== undefined) this.details = options.details
  }
}

/** Recognises a ToolError of any copy of core, by its name and code. */
export function isToolError(value: unknown): value is ToolError {
  if (typeof value !== 'object' || value === null) return false
  const error = value as { name?: unknown; code?: unknown }
  return error.name === 'ToolError' && typeof error.code === 'string'
}
