import type { StandardIssue } from './standard-schema'

/** One fault as JSON Schema validators report it. Locations are JSON Pointers, with or without a leading `#`. */
export interface JsonSchemaFault {
  instanceLocation: string
  keyword: string
  /** Through `$ref`s, as validation walked: `/properties/a/anyOf/1/required`. */
  keywordLocation: string
  message: string
  /** The property that is missing (`required`) or unknown (`additionalProperties`, `unevaluatedProperties`). */
  property?: string | undefined
}

interface Fault {
  path: PropertyKey[]
  keyword: string
  location: string
  message: string
  property?: string | undefined
}

interface KeywordIssue extends StandardIssue {
  code?: string
  expected?: string
  values?: readonly unknown[]
  keys?: string[]
  errors?: KeywordIssue[][]
}

/** Keywords that only repeat what a fault below them says. */
const repeating = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'dependentSchemas',
  'else',
  'if',
  'items',
  'additionalItems',
  'patternProperties',
  'prefixItems',
  'properties',
  'then',
])

type ParsePointer = typeof import('./places').parsePointer

let parsePointer: ParsePointer

/** Handed over, not imported, for the reason `callPath` is. */
export function useParsePointer(given: ParsePointer): void {
  parsePointer = given
}

// Grouping compares faults with each other; nobody reads more of them.
const mostFaults = 400

/** A validator's flat faults as issues: repeats dropped, unions nested by branch, keywords told as facts. */
export function faultsToIssues(
  faults: readonly JsonSchemaFault[],
  schema: unknown,
  input: unknown,
): StandardIssue[] {
  const parsed = faults.slice(0, mostFaults).map((fault) => ({
    path: pathOf(fault.instanceLocation, input),
    keyword: fault.keyword,
    location: fault.keywordLocation.replace(/^#/, ''),
    message: fault.message,
    property: fault.property,
  }))
  const issues = toIssues(parsed, schema)
  return issues.length > 0
    ? issues
    : [{ message: parsed[0]?.message ?? 'does not match the schema', path: parsed[0]?.path ?? [] }]
}

function toIssues(faults: readonly Fault[], schema: unknown): KeywordIssue[] {
  const issues: KeywordIssue[] = []
  const unions = faults.filter((fault) => isUnion(fault))
  // What stands below a union is told by the union.
  const taken = new Set(
    faults.filter((item) => unions.some((union) => union !== item && isBelow(item, union))),
  )
  for (const fault of faults) {
    if (taken.has(fault)) continue
    if (isUnion(fault)) {
      const below = faults.filter((item) => item !== fault && isBelow(item, fault))
      const branches = groupBranches(below, fault, schema)
      if (branches.length > 0)
        issues.push({ message: fault.message, path: fault.path, errors: branches })
      else issues.push({ message: fault.message, path: fault.path })
    } else if (
      fault.keyword === 'additionalProperties' ||
      fault.keyword === 'unevaluatedProperties'
    ) {
      addUnknownKeys(fault, faults, taken, schema, issues)
    } else if (!repeating.has(fault.keyword)) {
      issues.push(toIssue(fault, schema))
    }
  }
  return issues
}

function isUnion(fault: Fault): boolean {
  return fault.keyword === 'anyOf' || fault.keyword === 'oneOf'
}

function isBelow(item: Fault, fault: Fault): boolean {
  return item.location.startsWith(`${fault.location}/`)
}

/** Branch errors carry the whole path; the union wants them relative to its own. */
function groupBranches(below: Fault[], union: Fault, schema: unknown): KeywordIssue[][] {
  const branches = new Map<string, Fault[]>()
  for (const fault of below) {
    const branch = fault.location.slice(union.location.length + 1).split('/')[0]!
    branches.set(branch, [...(branches.get(branch) ?? []), fault])
  }
  const depth = union.path.length
  return [...branches.values()]
    .map((faults) => toIssues(faults, schema))
    .filter((issues) => issues.length > 0)
    .map((issues) => issues.map((issue) => ({ ...issue, path: (issue.path ?? []).slice(depth) })))
}

function addUnknownKeys(
  fault: Fault,
  faults: readonly Fault[],
  taken: Set<Fault>,
  schema: unknown,
  issues: KeywordIssue[],
): void {
  // A closed object tells its unknown keys by faults of the keyword "false" at each of them.
  const strangers = faults.filter(
    (item) =>
      item.keyword === 'false' &&
      item.path.length === fault.path.length + 1 &&
      fault.path.every((key, index) => key === item.path[index]),
  )
  const closed = keywordValue(schema, fault.location) === false
  if (!closed) return
  for (const item of strangers) taken.add(item)
  const keys = strangers.map((item) => String(item.path.at(-1)))
  if (keys.length === 0 && fault.property !== undefined) keys.push(fault.property)
  const earlier = issues.find(
    (issue) => issue.code === 'unrecognized_keys' && String(issue.path) === String(fault.path),
  )
  if (earlier) for (const key of keys) if (!earlier.keys!.includes(key)) earlier.keys!.push(key)
  if (!earlier && keys.length > 0)
    issues.push({ code: 'unrecognized_keys', keys, message: fault.message, path: fault.path })
}

function toIssue(fault: Fault, schema: unknown): KeywordIssue {
  const { path, message, keyword } = fault
  const value = keywordValue(schema, fault.location)
  switch (keyword) {
    case 'type':
      return {
        code: 'invalid_type',
        expected: Array.isArray(value) ? value.join(' or ') : String(value ?? 'another type'),
        message,
        path,
      }
    case 'enum':
      if (Array.isArray(value)) return { code: 'invalid_value', values: value, message, path }
      break
    case 'const':
      return { code: 'invalid_value', values: [value], message, path }
    case 'required':
      if (fault.property !== undefined) return requiredIssue(fault.property, fault, schema)
      break
    case 'false':
      return { message: 'nothing is allowed here', path }
  }
  const told = tell(keyword, value)
  return told === undefined
    ? { message, path }
    : { code: 'invalid_type', expected: told, message, path }
}

/** A missing property is told as what its own schema wants. */
function requiredIssue(name: string, fault: Fault, schema: unknown): KeywordIssue {
  const parent = fault.location.split('/').slice(0, -1).join('/')
  const wanted = keywordValue(schema, `${parent}/properties/${escapeKey(name)}`)
  const { enum: values, type } = (wanted ?? {}) as { enum?: unknown; type?: unknown }
  const path = [...fault.path, name]
  if (Array.isArray(values)) return { code: 'invalid_value', values, message: fault.message, path }
  const expected =
    typeof type === 'string' ? type : Array.isArray(type) ? type.join(' or ') : 'a value'
  return { code: 'invalid_type', expected, message: fault.message, path }
}

function tell(keyword: string, value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.slice(0, 120) : JSON.stringify(value)
  switch (keyword) {
    case 'minimum':
      return `a number of at least ${text}`
    case 'maximum':
      return `a number of at most ${text}`
    case 'exclusiveMinimum':
      return `a number greater than ${text}`
    case 'exclusiveMaximum':
      return `a number less than ${text}`
    case 'multipleOf':
      return `a multiple of ${text}`
    case 'minLength':
      return `a string of at least ${text} characters`
    case 'maxLength':
      return `a string of at most ${text} characters`
    case 'pattern':
      return `a string that matches /${text}/`
    case 'format':
      return `a string of the format ${text}`
    case 'minItems':
      return `at least ${text} items`
    case 'maxItems':
      return `at most ${text} items`
    case 'uniqueItems':
      return 'items that are all different'
    case 'minProperties':
      return `at least ${text} properties`
    case 'maxProperties':
      return `at most ${text} properties`
    default:
      return undefined
  }
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The value of the keyword at a location, through local `$ref`s; undefined when it cannot be followed. */
function keywordValue(schema: unknown, location: string): unknown {
  let current = schema
  for (const key of parsePointer(location)) {
    if (typeof current !== 'object' || current === null) return undefined
    let next = Object.hasOwn(current, key) ? (current as Record<string, unknown>)[key] : undefined
    if (key === '$ref' && typeof next === 'string') {
      if (next === '#') next = schema
      else if (next.startsWith('#/')) next = keywordValue(schema, next.slice(1))
      else return undefined
    }
    current = next
  }
  return current
}

function pathOf(pointer: string, input: unknown): PropertyKey[] {
  const path: PropertyKey[] = []
  let value = input
  for (const key of parsePointer(pointer.replace(/^#/, ''))) {
    path.push(Array.isArray(value) ? Number(key) : key)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined
  }
  return path
}
