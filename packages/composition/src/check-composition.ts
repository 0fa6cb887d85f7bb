import type { Composition, CompositionWarning } from './composition'
import type { ValidationError } from './validation-error'

/** Anything that validates a composition: our runtime, or another one of the same shape. */
export interface CompositionValidator {
  validate(composition: unknown): {
    valid: boolean
    errors: readonly ValidationError[]
    warnings: readonly CompositionWarning[]
    composition?: unknown
  }
}

/** A document shape for images; here only its rule about the body matters. */
export interface BodyRule {
  validateBody?(body: readonly unknown[]): readonly string[]
}

export interface CheckResult {
  valid: boolean
  errors: ValidationError[]
  warnings: CompositionWarning[]
  /** The copy that was checked, to draw instead of the caller's value; absent when the budget refused it. */
  composition?: Composition | undefined
}

/**
 * Checks a composition once, with a frame's rule about the body when one is given.
 * Answers every finding and never throws for a bad composition.
 */
export function checkComposition(
  runtime: CompositionValidator,
  value: unknown,
  options: { frame?: BodyRule | undefined } = {},
): CheckResult {
  const result = runtime.validate(value)
  const errors = [...result.errors]
  const warnings = [...result.warnings]
  if (result.composition === undefined) return { valid: false, errors, warnings }
  // The runtime checked it, or its errors say why it is no composition.
  const composition = result.composition as Composition
  if (result.valid && options.frame?.validateBody)
    for (const message of options.frame.validateBody(composition.body))
      errors.push({ path: '', message })
  return { valid: result.valid && errors.length === 0, errors, warnings, composition }
}
