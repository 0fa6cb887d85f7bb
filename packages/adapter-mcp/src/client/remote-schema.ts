import { fromJsonSchema, type JsonSchema, type StandardJsonSchema } from '@toolprism/core'

const maxDepth = 64
const maxNodes = 20_000

/**
 * A server's schema, kept as it came, with local validation where that is safe: no remote reference is ever
 * fetched, no pattern of the server runs here (it could take exponential time), and a schema that cannot be
 * checked is not, for the server is the authority.
 */
export function remoteSchema(document: JsonSchema, check = true): StandardJsonSchema {
  const checked = check ? checkableCopy(document) : undefined
  const inner = checked && fromJsonSchema(checked, { defaults: false })
  return fromJsonSchema(document, {
    defaults: false,
    validator: {
      async compile() {
        if (!inner) return undefined
        // The engine loads with the first value, and the texts with the first refusal (no root takes a number);
        // from then on it answers at once.
        for (const value of [{}, 0])
          await Promise.resolve(inner['~standard'].validate(value)).catch(() => {})
        return (value) => {
          try {
            const result = inner['~standard'].validate(value)
            return result instanceof Promise ? undefined : result.issues
          } catch {
            return undefined
          }
        }
      },
    },
  })
}

/** A copy without what must not run here; undefined when the document is too large, or refers to elsewhere. */
function checkableCopy(document: JsonSchema): JsonSchema | undefined {
  let nodes = 0
  const copy = (value: unknown, depth: number): unknown => {
    if (depth > maxDepth || ++nodes > maxNodes) throw new Error('too large')
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    if (typeof value !== 'object' || value === null) return value
    const made: Record<string, unknown> = {}
    for (const [key, child] of Object.entries(value)) {
      if (key === 'pattern' && typeof child === 'string') continue
      if (key === 'format' || key === 'patternProperties') continue
      if (key === '$ref' && !isLocal(child, document)) throw new Error('refers to elsewhere')
      if (key === '$dynamicRef' || key === '$recursiveRef') throw new Error('refers to elsewhere')
      Object.defineProperty(made, key, {
        value: copy(child, depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    // Without its patterns, `additionalProperties: false` would refuse what they allowed.
    if ('patternProperties' in value) delete made['additionalProperties']
    return made
  }
  try {
    return copy(document, 0) as JsonSchema
  } catch {
    return undefined
  }
}

/** True for a JSON pointer that leads somewhere in the document. */
function isLocal(reference: unknown, document: unknown): boolean {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return false
  if (reference === '#') return true
  if (!reference.startsWith('#/')) return false
  let value: unknown = document
  for (const token of reference.slice(2).split('/')) {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    value = (value as Record<string, unknown>)[key] // an object with this key
  }
  return true
}
