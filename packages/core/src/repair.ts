import { pathKeys } from './describe-issues'
import { schemaAt } from './schema-at'
import type { StandardIssue } from './standard-schema'
import { textTools } from './text-tools'

/**
 * Parses strings that stand where the schema wants an object or array and nothing else, and that are JSON of
 * that kind (issue: models send `"{\"a\":1}"`). Undefined when there was nothing to repair. The input is not changed.
 */
export function repairJsonStrings(
  issues: readonly StandardIssue[],
  input: unknown,
  document: unknown,
): { value: unknown; paths: string[] } | undefined {
  const paths: string[] = []
  let value = input
  for (const issue of issues) {
    const keys = pathKeys(issue)
    const kind = wantedKind(schemaAt(document, keys))
    if (!kind) continue
    const repaired = replaceAt(value, keys, kind)
    if (repaired === undefined) continue
    value = repaired
    paths.push(textTools.formatPath(keys))
  }
  return paths.length > 0 ? { value, paths } : undefined
}

/** `object` or `array` when the schema allows only that; a schema that also takes strings is never repaired. */
function wantedKind(schema: unknown): 'object' | 'array' | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { type } = schema as { type?: unknown }
  const types = Array.isArray(type) ? type.filter((item) => item !== 'null') : [type]
  if (types.length !== 1) return undefined
  return types[0] === 'object' || types[0] === 'array' ? types[0] : undefined
}

/** The value with the string at a path parsed; undefined when there is no such string or it is not JSON of the kind. */
function replaceAt(
  value: unknown,
  keys: readonly PropertyKey[],
  kind: 'object' | 'array',
): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return parseAs(value, kind)
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  const inner = replaceAt((value as Record<PropertyKey, unknown>)[key], rest, kind)
  if (inner === undefined) return undefined
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<PropertyKey, unknown>
  copy[key] = inner
  return copy
}

function parseAs(text: unknown, kind: 'object' | 'array'): unknown {
  if (typeof text !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    const is = Array.isArray(parsed) ? 'array' : parsed === null ? 'null' : typeof parsed
    return is === kind ? parsed : undefined
  } catch {
    return undefined
  }
}
