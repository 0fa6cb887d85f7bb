import { checkInputBudget, type InputBudget } from '@toolprism/core'
import {
  type Composition,
  type CompositionNode,
  type CompositionWarning,
  surfaceNames,
} from '../composition'
import type { ValidationError } from '../validation-error'
import { formatPath, toValidationErrors, withRest } from './schema-issues'
import type { Vocabulary } from './vocabulary'

export interface ValidationResult {
  valid: boolean
  errors: ValidationError[]
  warnings: CompositionWarning[]
  /** The plain copy that was checked; absent only when the input budget refused the value. */
  composition?: Composition | undefined
}

/**
 * Input budget, then schema, then the rules a schema cannot say. Everything after the budget sees only
 * the copy, so what is drawn is what was checked. Never throws.
 */
export function validateComposition(
  value: unknown,
  vocabulary: Vocabulary,
  budget?: InputBudget,
): ValidationResult {
  const checked = checkInputBudget(value, budget)
  if (!checked.ok) {
    const { message, code } = checked
    return { valid: false, errors: [{ path: '', message, code }], warnings: [] }
  }
  // A value that failed the schema is still handed back, so that a model sees what to repair.
  const composition = checked.value as Composition
  const parsed = vocabulary.composition.safeParse(composition)
  if (!parsed.success) {
    const errors = toValidationErrors(parsed.error.issues, composition, vocabulary)
    return { valid: false, errors, warnings: [], composition }
  }
  const errors = duplicateIds(composition, vocabulary)
  return {
    valid: errors.length === 0,
    errors,
    warnings: emptySurfaces(composition, vocabulary),
    composition,
  }
}

function duplicateIds(composition: Composition, vocabulary: Vocabulary): ValidationError[] {
  const first = new Map<string, string>()
  const errors: ValidationError[] = []
  walk(composition.body, ['body'], vocabulary, (node, path) => {
    if (node.id === undefined) return
    const place = formatPath([...path, 'id'])
    const earlier = first.get(node.id)
    if (earlier === undefined) first.set(node.id, place)
    else
      errors.push({
        path: place,
        message: `repeats the id of ${earlier}; ids are unique in a composition`,
        nodeType: node.type,
      })
  })
  return withRest(errors, errors.length)
}

type Visit = (node: CompositionNode, path: (string | number)[]) => void

function walk(
  nodes: readonly CompositionNode[],
  base: (string | number)[],
  vocabulary: Vocabulary,
  visit: Visit,
): void {
  nodes.forEach((node, index) => {
    walkNode(node, [...base, index], vocabulary, visit)
  })
}

function walkNode(
  node: CompositionNode,
  path: (string | number)[],
  vocabulary: Vocabulary,
  visit: Visit,
): void {
  visit(node, path)
  const definition = vocabulary.definitions.get(node.type)
  if (!definition?.container) return
  for (const child of definition.children(node))
    walkNode(child.node, [...path, ...child.path], vocabulary, visit)
}

function emptySurfaces(composition: Composition, vocabulary: Vocabulary): CompositionWarning[] {
  return surfaceNames
    .filter((surface) => !composition.body.some((node) => shows(node, surface, vocabulary)))
    .map((surface) => ({
      surface,
      path: 'body',
      message: 'renders nothing on this surface: every node is hidden by its surfaces list',
    }))
}

function shows(node: CompositionNode, surface: string, vocabulary: Vocabulary): boolean {
  if (node.surfaces && !(node.surfaces as string[]).includes(surface)) return false
  const definition = vocabulary.definitions.get(node.type)
  if (!definition?.container || definition.hasOwnContent(node)) return true
  return definition.children(node).some((child) => shows(child.node, surface, vocabulary))
}
