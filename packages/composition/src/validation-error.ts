/** One finding about a composition or a view's input. `message` continues the sentence that `path` begins. */
export interface ValidationError {
  /** `body[3].items[0].label`; empty for the whole composition. */
  path: string
  message: string
  /** The innermost primitive the path lies in: the one to look up for the repair. */
  nodeType?: string | undefined
  /** Present only on a refusal by the input budget. */
  code?: string | undefined
}

/** Prints a finding as one line: `<path> (in <type>) <message>`. */
export function formatValidationError(error: ValidationError): string {
  if (!error.path) return error.message
  const place = error.nodeType ? `${error.path} (in ${printableType(error.nodeType)})` : error.path
  return `${place} ${error.message}`
}

// A foreign runtime may name a type that holds a line break; a finding stays one line.
function printableType(type: string): string {
  return /^[\w$.-]+$/.test(type) ? type : JSON.stringify(type)
}
