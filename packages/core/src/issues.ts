import { nearest } from './nearest'
import { parsePointer, valueAt } from './places'
import type { StandardIssue } from './standard-schema'

/** One fault of an input, told so that a model can repair it. */
export interface InputIssue {
  /** As one would write it: `items[2].label`, `["odd key"].x`; empty at the root. */
  path: string
  message: string
}

/** With the path as the schema library told it. */
export type DescribedIssue = InputIssue & { keys: PropertyKey[] }

type Texts = typeof import('./refusal')
let texts: Texts | undefined

/** What only a refused input asks for, loaded with the first one: most calls never do. */
export function withTexts<T>(use: (texts: Texts) => T | Promise<T>): T | Promise<T> {
  if (texts) return use(texts)
  return import('./refusal').then((loaded) => {
    loaded.useTextTools({ formatPath, nearest, parsePointer, valueAt })
    texts = loaded
    return use(loaded)
  })
}

/**
 * Issues of any Standard Schema, told with path, what was expected, what was got, and the closest legal name.
 * `document`, the input's JSON Schema, helps to name alternatives where the library does not.
 */
export function describeIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  document?: unknown,
): DescribedIssue[] | Promise<DescribedIssue[]> {
  return withTexts((loaded) => loaded.describeIssues(issues, input, document))
}

const limit = 20

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
