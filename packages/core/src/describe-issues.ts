import type { DescribedIssue } from './issues'
import { schemaAt } from './schema-at'
import type { StandardIssue } from './standard-schema'
import { textTools } from './text-tools'

/** `describeIssues` itself. */
export function describeIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  document?: unknown,
): DescribedIssue[] {
  const described: DescribedIssue[] = []
  const seen = new Set<string>()
  for (const issue of issues)
    for (const fault of closestBranch(issue, 0)) {
      const keys = pathKeys(fault)
      const path = textTools.formatPath(keys)
      const message = describe(fault, keys, input, document)
      const line = `${path}\n${message}`
      if (seen.has(line)) continue
      seen.add(line)
      described.push({ path, message, keys })
    }
  return described
}

/** The keys of an issue's path, whichever way the library writes them. */
export function pathKeys({ path = [] }: StandardIssue): PropertyKey[] {
  return path.map((item) => (typeof item === 'object' ? item.key : item))
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
  const value = textTools.valueAt(input, keys)
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
  const close = typeof value === 'string' ? textTools.nearest(value, names) : undefined
  return close === undefined ? text : `${text}; did you mean ${show(close)}?`
}

function unknownKeys(names: unknown[], keys: PropertyKey[], document: unknown): string {
  const known = Object.keys(propertiesOf(schemaAt(document, keys)))
  const shown = names.slice(0, 8).map((name) => {
    const close = typeof name === 'string' ? textTools.nearest(name, known) : undefined
    const quoted = show(name)
    return close === undefined ? quoted : `${quoted} (did you mean ${show(close)}?)`
  })
  if (names.length > 8) shown.push(`and ${names.length - 8} more`)
  const hint = known.length > 0 && known.length <= 20 ? `; known: ${known.join(', ')}` : ''
  return `unknown ${names.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${hint}`
}

/** "got nothing", and the key that was probably meant for it. */
function missing(keys: PropertyKey[], input: unknown, document: unknown): string {
  const above = keys.slice(0, -1)
  const parent = textTools.valueAt(input, above)
  const name = keys.at(-1)
  if (typeof name !== 'string' || typeof parent !== 'object' || parent === null)
    return 'got nothing'
  const known = propertiesOf(schemaAt(document, above))
  const strangers = Object.keys(parent).filter((key) => key !== name && !Object.hasOwn(known, key))
  const close = textTools.nearest(name, strangers)
  return close === undefined
    ? 'got nothing'
    : `got nothing; you sent ${show(close)}, did you mean ${show(name)}?`
}

function propertiesOf(schema: unknown): object {
  const properties = (schema as { properties?: unknown } | undefined)?.properties
  return typeof properties === 'object' && properties !== null ? properties : {}
}

const articles: Record<string, string> = {
  array: 'an array',
  boolean: 'a boolean',
  int: 'an integer',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
  tuple: 'an array',
}

function withArticle(type: string): string {
  return Object.hasOwn(articles, type) ? articles[type]! : type
}

/** A value as a short JSON-like text. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  // Most texts need no escapes, and quoting them by hand is several times faster.
  if (typeof value === 'string')
    return /^[\w .:/-]{0,60}$/.test(value) ? `"${value}"` : JSON.stringify(clip(value, 60))
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`
  return `a ${typeof value}`
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
