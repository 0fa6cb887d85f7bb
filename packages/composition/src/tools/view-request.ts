import type { ToolResult } from '@toolprism/core'
import { type BodyRule, checkComposition } from '../check-composition'
import type { CompositionWarning } from '../composition'
import { messageOf } from '../errors'
import { formatValidationError, type ValidationError } from '../validation-error'
import { jsonResult, textResult } from './results'
import type { CompositionToolsRuntime } from './tools-runtime'

export interface ViewRequest {
  id: string
  input?: Record<string, unknown> | undefined
}

/** Requests a view and answers what was built, checked like any other composition. */
export async function requestView<Context>(
  runtime: CompositionToolsRuntime<Context>,
  request: ViewRequest,
  context: Context,
  frame: BodyRule | undefined,
): Promise<ToolResult> {
  const { id, input } = request
  let built: unknown
  try {
    built = (await runtime.viewRegistry.request(id, context, input)) as unknown
  } catch (thrown) {
    const findings = findingsOf(thrown)
    if (!findings) return textResult(messageOf(thrown), true)
    const error = messageOf(thrown).split('\n')[0]
    return jsonResult({ error, errors: findings.map(formatValidationError) }, true)
  }
  const { composition, validation } = built as {
    composition?: unknown
    validation?: { errors?: readonly ValidationError[] }
  }
  // Our registry keeps a composition the budget refused to itself; its findings tell why.
  if (composition === undefined && validation?.errors)
    return jsonResult(checkAnswer({ valid: false, errors: validation.errors, warnings: [] }))
  const checked = checkComposition(runtime, composition, { frame })
  return jsonResult({
    ...(checked.composition !== undefined && { composition: checked.composition }),
    ...checkAnswer(checked),
  })
}

/** A check as the tools print it: findings and warnings as lines. */
export function checkAnswer(result: {
  valid: boolean
  errors: readonly ValidationError[]
  warnings: readonly CompositionWarning[]
}) {
  return {
    valid: result.valid,
    errors: result.errors.map(formatValidationError),
    warnings: result.warnings.map(formatWarning),
  }
}

/** `<surface>: <path> <message>`; a message that begins with its path is not given it twice. */
function formatWarning({ surface, path, message }: CompositionWarning): string {
  if (!path || message.startsWith(path)) return `${surface}: ${message}`
  return `${surface}: ${path} ${message}`
}

const recognised: Record<string, string> = {
  CompositionValidationError: 'COMPOSITION_INVALID',
  RegisteredViewInputError: 'VIEW_INPUT_INVALID',
}

// By name and code, never by class: the runtime may come from another copy of a package.
function findingsOf(thrown: unknown): ValidationError[] | undefined {
  try {
    const { name, code, message, errors } = thrown as Record<string, unknown>
    if (typeof name !== 'string' || !Object.hasOwn(recognised, name) || recognised[name] !== code)
      return undefined
    if (typeof message !== 'string' || !Array.isArray(errors) || errors.length === 0)
      return undefined
    return errors.every(isFinding) ? errors : undefined
  } catch {
    return undefined
  }
}

function isFinding(value: unknown): value is ValidationError {
  const { path, message } = (value ?? {}) as Partial<ValidationError>
  return typeof path === 'string' && typeof message === 'string'
}
