import { nearest } from '@toolprism/core'
import type * as z from 'zod'
import type { CompositionNode } from '../composition'
import { printName, quoted } from '../text/print-name'
import type { ValidationError } from '../validation-error'
import type { Vocabulary } from './vocabulary'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

const maxErrors = 50
const maxKeys = 10

/** Findings of a failed parse, each on one line; beyond 50 a last one counts the rest. */
export function toValidationErrors(
  issues: readonly Issue[],
  value: unknown,
  vocabulary?: Vocabulary,
): ValidationError[] {
  const flat = issues.flatMap((issue) => closestBranch(issue, []))
  const errors = flat.slice(0, maxErrors).map(({ issue, path }): ValidationError => {
    const nodeType = vocabulary && nodeTypeAt(value, path, vocabulary)
    return {
      path: formatPath(path),
      message: messageOf(issue, path, nodeType, value, vocabulary),
      ...(nodeType !== undefined && { nodeType }),
    }
  })
  return withRest(errors, flat.length)
}

/** Appends the count of findings left out. */
export function withRest(errors: ValidationError[], total: number): ValidationError[] {
  if (total <= maxErrors) return errors
  const rest = total - maxErrors
  return [...errors.slice(0, maxErrors), { path: '', message: `${rest} more not listed` }]
}

/** `body[3].items[0].label`; keys that are no plain names are quoted in brackets. */
export function formatPath(path: Path): string {
  let text = ''
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else if (/^[\w$-]+$/.test(String(key))) text += text ? `.${String(key)}` : String(key)
    else text += `[${quoted(String(key))}]`
  }
  return text
}

interface PlacedIssue {
  issue: Issue
  path: Path
}

// zod answers a plain union with the issues of every branch; the author meant the closest one.
function closestBranch(issue: Issue, prefix: Path): PlacedIssue[] {
  const path = [...prefix, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ issue, path }]
  const ranked = issue.errors
    .map((issues) => ({ issues, rank: branchRank(issues) }))
    .sort((a, b) => a.rank - b.rank)
  const best = ranked[0]!
  if (best.rank >= 1_000) return [{ issue, path }]
  return best.issues.flatMap((inner) => closestBranch(inner, path))
}

// A branch that refuses the very kind of the input is far away; else fewer issues are closer.
function branchRank(issues: readonly Issue[]): number {
  const refusesKind = issues.some(
    (issue) =>
      issue.path.length === 0 &&
      (issue.code === 'invalid_type' ||
        (issue.code === 'invalid_union' &&
          issue.errors.every((branch) => branchRank(branch) >= 1_000))),
  )
  return (refusesKind ? 1_000 : 0) + issues.length
}

function messageOf(
  issue: Issue,
  path: Path,
  nodeType: string | undefined,
  value: unknown,
  vocabulary: Vocabulary | undefined,
): string {
  const input = path.length === 0 ? value : valueAt(value, path)
  switch (issue.code) {
    case 'invalid_type':
      if (isOwnWording(issue)) return issue.message
      if (input === undefined && path.length > 0) return 'is required'
      return `must be ${article(issue.expected)}, got ${kindOf(input)}`
    case 'invalid_value':
      if (isOwnWording(issue)) return `${issue.message}, got ${show(input)}`
      return oneOf(issue.values.map(String), input)
    case 'invalid_union': {
      if (vocabulary && path.at(-1) === 'type') return oneOf(vocabulary.types, input)
      if (input === undefined) return 'is required'
      const kinds = expectedKinds(issue)
      return kinds.length > 0
        ? `must be ${kinds.join(' or ')}, got ${kindOf(input)}`
        : issue.message
    }
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, path, nodeType, value, vocabulary)
    case 'too_small':
      return isOwnWording(issue)
        ? issue.message
        : sizeMessage(issue.origin, 'at least', issue.minimum)
    case 'too_big':
      return isOwnWording(issue)
        ? issue.message
        : sizeMessage(issue.origin, 'at most', issue.maximum)
    default:
      return issue.message
  }
}

// zod's own wordings all begin like this; a schema that says it better keeps its words.
function isOwnWording(issue: Issue): boolean {
  return !/^(Invalid|Too |Unrecognized|Expected)/.test(issue.message)
}

function expectedKinds(issue: Issue): string[] {
  if (issue.code !== 'invalid_union') return []
  const kinds = issue.errors.flat().flatMap((inner) => {
    if (inner.code === 'invalid_type') return [article(inner.expected)]
    return inner.code === 'invalid_union' ? expectedKinds(inner) : []
  })
  return [...new Set(kinds)]
}

function sizeMessage(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') {
    if (bound === 'at least' && limit === 1) return 'must not be empty'
    return `must have ${bound} ${limit} characters`
  }
  if (origin === 'array' || origin === 'set') {
    if (bound === 'at least' && limit === 1) return 'must not be empty'
    return `must have ${bound} ${limit} ${limit === 1 ? 'item' : 'items'}`
  }
  return `must be ${bound} ${limit}`
}

function oneOf(options: readonly string[], input: unknown): string {
  const list = `must be one of: ${options.map(printName).join(', ')}`
  if (input === undefined) return `is required and ${list}`
  const closest = typeof input === 'string' ? nearest(input, options) : undefined
  const hint = closest === undefined ? '' : `; did you mean ${printName(closest)}?`
  return `${list}, got ${show(input)}${hint}`
}

function unknownKeys(
  keys: readonly string[],
  path: Path,
  nodeType: string | undefined,
  value: unknown,
  vocabulary: Vocabulary | undefined,
): string {
  const shown = keys.slice(0, maxKeys).map(printName).join(', ')
  const more = keys.length > maxKeys ? ` and ${keys.length - maxKeys} more` : ''
  const start = `has unrecognized ${keys.length === 1 ? 'key' : 'keys'} ${shown}${more}`
  const holder = valueAt(value, path)
  if (nodeType === undefined || (holder as { type?: unknown } | undefined)?.type !== nodeType)
    return start
  const shape = vocabulary?.nodeSchemas.get(nodeType)?.shape ?? {}
  const declared = Object.keys(shape).filter((key) => !['type', 'id', 'surfaces'].includes(key))
  const closest = keys.length === 1 ? nearest(keys[0]!, declared) : undefined
  const hint = closest === undefined ? '' : `; did you mean ${closest}?`
  if (declared.length === 0) return `${start}; ${nodeType} declares no fields`
  return `${start}; ${nodeType} declares ${declared.join(', ')}${hint}`
}

/** The innermost primitive node a path lies in, found by the containers' own children. */
function nodeTypeAt(value: unknown, path: Path, vocabulary: Vocabulary): string | undefined {
  let rest = path[0] === 'body' && typeof path[1] === 'number' ? path.slice(2) : undefined
  if (!rest) return undefined
  let node = valueAt(value, path.slice(0, 2))
  for (;;) {
    const definition = definitionOf(node, vocabulary)
    if (!definition) return undefined
    const inner = childrenOf(node as CompositionNode, definition).find(
      (child) =>
        child.path.length <= rest!.length && child.path.every((key, i) => key === rest![i]),
    )
    if (!inner) return definition.type
    node = inner.node
    rest = rest.slice(inner.path.length)
  }
}

function definitionOf(node: unknown, vocabulary: Vocabulary) {
  if (typeof node !== 'object' || node === null) return undefined
  const type = (node as { type?: unknown }).type
  return typeof type === 'string' ? vocabulary.definitions.get(type) : undefined
}

// A malformed container must not break the report about it.
function childrenOf(
  node: CompositionNode,
  definition: NonNullable<ReturnType<typeof definitionOf>>,
) {
  try {
    return definition.children(node)
  } catch {
    return []
  }
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key))
      return undefined
    current = (current as Record<PropertyKey, unknown>)[key]
  }
  return current
}

function article(expected: string): string {
  if (expected === 'int') return 'a whole number'
  if (expected === 'null' || expected === 'undefined' || expected === 'never') return expected
  return `${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected === 'record' ? 'object' : expected}`
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return article(typeof value)
}

function show(value: unknown): string {
  if (typeof value === 'string') return quoted(value, 40)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value)
}
