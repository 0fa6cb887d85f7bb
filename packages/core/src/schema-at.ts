import { textTools } from './text-tools'

/** The part of a JSON Schema that describes the value at a path; undefined where that is not plain to see. */
export function schemaAt(document: unknown, keys: readonly PropertyKey[]): unknown {
  let schema = resolveRef(document, document)
  for (const key of keys) {
    if (typeof schema !== 'object' || schema === null) return undefined
    const { properties, items, additionalProperties } = schema as Record<string, unknown>
    const named = textTools.valueAt(properties, [key])
    const next = typeof key === 'number' ? items : (named ?? additionalProperties)
    schema = resolveRef(next, document)
  }
  return schema
}

function resolveRef(schema: unknown, document: unknown): unknown {
  let current = schema
  for (let hops = 0; hops < 8; hops++) {
    const ref = (current as { $ref?: unknown } | null | undefined)?.$ref
    if (typeof ref !== 'string' || !ref.startsWith('#')) return current
    current = textTools.valueAt(document, textTools.parsePointer(ref.slice(1)))
  }
  return current
}
