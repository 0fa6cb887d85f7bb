import * as z from 'zod'
import { CompositionError } from '../errors'
import { quoted } from '../text/print-name'
import type { Vocabulary } from './vocabulary'

type Schema = { [keyword: string]: unknown }

/** JSON Schema for models: one `$defs` entry a primitive, the union as `$defs.bodyNode`. */
export interface AuthoringSchema {
  schema: Schema
  /** The entries some primitives need, without pulling in the whole union. */
  subset(types: readonly string[]): Schema
}

/** Projects a vocabulary (draft 2020-12) and slims it to what a model needs to write a composition. */
export function createAuthoringSchema(vocabulary: Vocabulary): AuthoringSchema {
  const names = z.registry<{ id: string }>()
  for (const [type, schema] of vocabulary.nodeSchemas) names.add(schema, { id: type })
  for (const [schema, name] of vocabulary.shared) names.add(schema, { id: name })
  names.add(vocabulary.bodyNode, { id: 'bodyNode' })
  const full = z.toJSONSchema(vocabulary.composition, {
    metadata: names,
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The local registry names the schemas; descriptions live in zod's own.
      const description = z.globalRegistry.get(zodSchema)?.description
      if (description) jsonSchema.description = description
    },
  }) as Schema
  const schema = slim(full, vocabulary) as Schema
  const definitions = schema['$defs'] as Record<string, Schema>
  return {
    schema,
    subset: (types) => {
      const unknown = types.filter((type) => !vocabulary.definitions.has(type))
      if (unknown.length > 0)
        throw new CompositionError(
          'UNKNOWN_PRIMITIVE_TYPE',
          `No primitive of this runtime is called ${unknown.map((type) => quoted(type)).join(', ')}.`,
        )
      return { $defs: reachable(definitions, types) }
    },
  }
}

const stub = { description: 'Any primitive of the catalog.' }

function reachable(definitions: Record<string, Schema>, types: readonly string[]) {
  const found = new Map<string, Schema>()
  const visit = (name: string): void => {
    if (found.has(name) || !Object.hasOwn(definitions, name)) return
    const definition = name === 'bodyNode' ? stub : definitions[name]!
    found.set(name, definition)
    for (const [, reference] of JSON.stringify(definition).matchAll(/"#\/\$defs\/([^"]+)"/g))
      visit(reference!)
  }
  types.forEach(visit)
  visit('bodyNode')
  return Object.fromEntries(found)
}

// Drops what costs a model tokens and tells it nothing: per-node id and surfaces, safe-integer bounds.
function slim(value: unknown, vocabulary: Vocabulary): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item, vocabulary))
  if (typeof value !== 'object' || value === null) return value
  const source = value as Schema
  const result: Schema = {}
  const type = (source['properties'] as Record<string, Schema> | undefined)?.['type']?.['const']
  const isNode = typeof type === 'string' && vocabulary.definitions.has(type)
  for (const [keyword, inner] of Object.entries(source)) {
    if (keyword === 'minimum' && inner === Number.MIN_SAFE_INTEGER) continue
    if (keyword === 'maximum' && inner === Number.MAX_SAFE_INTEGER) continue
    if (keyword === 'id' && typeof inner === 'string') continue
    if (keyword === 'properties' && isNode) {
      const { id: _id, surfaces: _surfaces, ...fields } = inner as Record<string, unknown>
      result[keyword] = slim(fields, vocabulary)
    } else result[keyword] = slim(inner, vocabulary)
  }
  if (Array.isArray(result['oneOf']) && !result['anyOf']) {
    // Providers read anyOf everywhere and oneOf not; members of a union by type never overlap.
    result['anyOf'] = result['oneOf']
    delete result['oneOf']
  }
  return result
}
