import { formatValidationError, type ValidationError } from './validation-error'

export type CompositionErrorCode =
  | 'AMBIGUOUS_FRAME'
  | 'COMPOSITION_INVALID'
  | 'DUPLICATE_FORMAT'
  | 'DUPLICATE_PRIMITIVE_TYPE'
  | 'DUPLICATE_VIEW'
  | 'EMPTY_FRAMES'
  | 'EMPTY_PACK'
  | 'EMPTY_PACKS'
  | 'EMPTY_PAGES'
  | 'INVALID_FRAME_BODY'
  | 'INVALID_PRIMITIVE'
  | 'INVALID_VIEW'
  | 'MISSING_PEER'
  | 'RESERVED_NODE_FIELD'
  | 'UNKNOWN_FRAME'
  | 'UNKNOWN_PRIMITIVE_TYPE'
  | 'UNKNOWN_VIEW'
  | 'VIEW_INPUT_INVALID'

/** An error of this package. Recognise it by `code`, never by instanceof: two copies may coexist. */
export class CompositionError extends Error {
  override name = 'CompositionError'
  readonly code: CompositionErrorCode

  constructor(code: CompositionErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A composition a surface was asked to draw is not valid. */
export class CompositionValidationError extends CompositionError {
  override name = 'CompositionValidationError'
  readonly errors: readonly ValidationError[]

  constructor(errors: readonly ValidationError[]) {
    super('COMPOSITION_INVALID', withFindings('The composition is not valid:', errors))
    this.errors = errors
  }
}

/** The input of a registered view is not what its schema asks for; its builder did not run. */
export class RegisteredViewInputError extends CompositionError {
  override name = 'RegisteredViewInputError'
  readonly viewId: string
  readonly errors: readonly ValidationError[]

  constructor(viewId: string, errors: readonly ValidationError[]) {
    super(
      'VIEW_INPUT_INVALID',
      withFindings(`The input of view ${JSON.stringify(viewId)} is not valid:`, errors),
    )
    this.viewId = viewId
    this.errors = errors
  }
}

function withFindings(first: string, errors: readonly ValidationError[]): string {
  const lines = errors.map((error) => `  ${formatValidationError(error)}`)
  return [first, ...(lines.length > 0 ? lines : ['  (no details)'])].join('\n')
}

/** The message of anything that can be thrown. Never throws itself. */
export function messageOf(thrown: unknown): string {
  const fallback = 'The call failed and gave no reason.'
  try {
    if (thrown === undefined || thrown === null) return fallback
    const message = (thrown as { message?: unknown }).message
    return (typeof message === 'string' ? message : String(thrown)) || fallback
  } catch {
    return fallback
  }
}
