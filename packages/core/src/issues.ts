import { nearest } from './nearest'
import { schemaAt, valueAt } from './schema-at'
import type { StandardIssue } from './standard-schema'

/** One fault of an input, told so that a model can repair it. */
export interface InputIssue {
  /** As one would write it: `items[2].label`, `["odd key"].x`; empty at the root. */
  path: string
  message: string
}

const limit = 20

/**
 * Issues of any Standard Schema, told with path, what was expected, what was got, and the closest legal name.
 * `document`, the input's JSON Schema, helps to name alternatives where the library does not.
 */
export function describeIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  document?: unknown,
): (InputIssue & { keys: PropertyKey[] })[] {
  const described: (InputIssue & { keys: PropertyKey[] })[] = []
  const seen = new Set<string>()
  for (const issue of issues.flatMap((item) => closestBranch(item, 0))) {
    const keys = pathKeys(issue)
    const path = formatPath(keys)
    const message = describe(issue, keys, input, document)
    const line = `${path}\n${message}`
    if (seen.has(line)) continue
    seen.add(line)
    described.push({ path, message, keys })
  }
  return described
}

/** The text of a refused input: one line a fault, at most 20 of them and then a count. */
export function formatIssues(title: string, issues: readonly InputIssue[]): string {
  const lines = issues
    .slice(0, limit)
    .map(({ path, message }) => (path ? `- ${path}: ${message}` : `- ${message}`))
  if (issues.length > limit) lines.push(`- and ${issues.length - limit} more`)
  return [title, ...lines].join('\n')
}

/** `items[2].label`; keys that are not plain names are quoted. */
export function formatPath(keys: readonly PropertyKey[]): string {
  let path = ''
  for (const key of keys) {
    if (typeof key === 'number') path += `[${key}]`
    else if (typeof key === 'symbol') path += `[${String(key)}]`
    else if (/^[A-Za-z_$][\w$]*$/.test(key)) path += path ? `.${key}` : key
    else path += `[${JSON.stringify(key.length > 80 ? `${key.slice(0, 80)}…` : key)}]`
  }
  return path
}

function pathKeys(issue: StandardIssue): PropertyKey[] {
  return (issue.path ?? []).map((item) => (typeof item === 'object' ? item.key : item))
}

/** The facts some libraries add to an issue (zod, ArkType, valibot and our own validators). */
interface RichIssue extends StandardIssue {
  code?: unknown
  expected?: unknown
  values?: unknown
  options?: unknown
  keys?: unknown
  errors?: unknown
  note?: unknown
}

/** A union's failure is told as the failure of its closest branch: the one that got furthest. */
function closestBranch(issue: RichIssue, level: number): RichIssue[] {
  const { errors } = issue
  if (!Array.isArray(errors) || errors.length === 0 || level > 8) return [issue]
  const base = issue.path ?? []
  let best: RichIssue[] | undefined
  let bestScore = Number.POSITIVE_INFINITY
  for (const branch of errors as RichIssue[][]) {
    if (!Array.isArray(branch)) return [issue]
    const score = branch.reduce((sum, item) => sum + branchCost(item), 0)
    if (score >= bestScore) continue
    best = branch
    bestScore = score
  }
  // Every branch refuses the value at its root: no branch is closer, so name them all.
  if (
    !best ||
    best.every((item) => (item.path?.length ?? 0) === 0 && item.code === 'invalid_type')
  ) {
    const names = new Set((errors as RichIssue[][]).flat().map((item) => String(item.expected)))
    return [{ ...issue, code: 'invalid_type', expected: [...names].join(' or ') }]
  }
  return best.flatMap((item) =>
    closestBranch({ ...item, path: [...base, ...(item.path ?? [])] }, level + 1),
  )
}

/** A wrong discriminator (a literal) tells more than a wrong or missing field. */
function branchCost(issue: RichIssue): number {
  const depth = issue.path?.length ?? 0
  if (issue.code === 'invalid_value') return 10
  if (depth === 0) return issue.code === 'unrecognized_keys' ? 2 : 20
  return 1 / depth
}

function describe(
  issue: RichIssue,
  keys: PropertyKey[],
  input: unknown,
  document: unknown,
): string {
  const value = valueAt(input, keys)
  switch (issue.code) {
    case 'invalid_type':
      if (typeof issue.expected === 'string')
        return expectedGot(withArticle(issue.expected), value, keys, input, document)
      break
    case 'invalid_value':
      if (Array.isArray(issue.values)) return oneOf(issue.values, value, keys, input, document)
      break
    case 'invalid_union':
      if (Array.isArray(issue.options)) return oneOf(issue.options, value, keys, input, document)
      break
    case 'unrecognized_keys':
      if (Array.isArray(issue.keys)) return unknownKeys(issue.keys, keys, document)
      break
  }
  const got = value === undefined ? missing(keys, input, document) : `got ${show(value)}`
  const message = clip(issue.message, 300)
  return / got | received |must be .* \(was /.test(message) ? message : `${message} (${got})`
}

function expectedGot(
  expected: string,
  value: unknown,
  keys: PropertyKey[],
  input: unknown,
  document: unknown,
): string {
  const got = value === undefined ? missing(keys, input, document) : `got ${show(value)}`
  return `expected ${expected}, ${got}`
}

function oneOf(
  values: unknown[],
  value: unknown,
  keys: PropertyKey[],
  input: unknown,
  document: unknown,
): string {
  const shown = values.slice(0, 12).map((item) => show(item))
  if (values.length > 12) shown.push(`… (${values.length} in all)`)
  const expected = values.length === 1 ? shown[0]! : `one of ${shown.join(', ')}`
  const text = expectedGot(expected, value, keys, input, document)
  const names = values.filter((item): item is string => typeof item === 'string')
  const close = typeof value === 'string' ? nearest(value, names) : undefined
  return close === undefined ? text : `${text}; did you mean ${show(close)}?`
}

function unknownKeys(names: unknown[], keys: PropertyKey[], document: unknown): string {
  const known = propertyNames(schemaAt(document, keys))
  const shown = names.slice(0, 8).map((name) => {
    const close = typeof name === 'string' ? nearest(name, known) : undefined
    const quoted = show(name)
    return close === undefined ? quoted : `${quoted} (did you mean ${show(close)}?)`
  })
  if (names.length > 8) shown.push(`and ${names.length - 8} more`)
  const hint = known.length > 0 && known.length <= 20 ? `; known: ${known.join(', ')}` : ''
  return `unknown ${names.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${hint}`
}

/** "got nothing", and the key that was probably meant for it. */
function missing(keys: PropertyKey[], input: unknown, document: unknown): string {
  const parent = valueAt(input, keys.slice(0, -1))
  const name = keys.at(-1)
  if (typeof name !== 'string' || typeof parent !== 'object' || parent === null)
    return 'got nothing'
  const known = new Set(propertyNames(schemaAt(document, keys.slice(0, -1))))
  const strangers = Object.keys(parent).filter((key) => !known.has(key) && key !== name)
  const close = nearest(name, strangers)
  return close === undefined
    ? 'got nothing'
    : `got nothing; you sent ${show(close)}, did you mean ${show(name)}?`
}

function propertyNames(schema: unknown): string[] {
  const properties = (schema as { properties?: unknown } | undefined)?.properties
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function withArticle(type: string): string {
  if (/^(record|object)$/.test(type)) return 'an object'
  if (/^(int|integer)$/.test(type)) return 'an integer'
  if (/^(array|tuple)$/.test(type)) return 'an array'
  return /^(string|number|boolean)$/.test(type) ? `a ${type}` : type
}

/** A value as a short JSON-like text. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(clip(value, 60))
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`
  return `a ${typeof value}`
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
