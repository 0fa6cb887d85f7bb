import * as z from 'zod'
import type { CatalogEntry, Composition, CompositionNode, PrimitiveGroup } from '../composition'
import type { PrimitiveDefinition } from '../define-primitive'
import { CompositionError } from '../errors'
import type { Pack } from '../pack/standard-pack'

/** All primitives of a runtime and the schemas made of them; built once per runtime. */
export interface Vocabulary {
  definitions: ReadonlyMap<string, PrimitiveDefinition>
  nodeSchemas: ReadonlyMap<string, z.ZodObject>
  bodyNode: z.ZodType<CompositionNode>
  composition: z.ZodType<Composition>
  catalog: readonly CatalogEntry[]
  groups: readonly PrimitiveGroup[]
  types: readonly string[]
  shared: ReadonlyMap<z.ZodType, string>
}

/** Joins packs; throws EMPTY_PACKS, EMPTY_PACK, or DUPLICATE_PRIMITIVE_TYPE naming every repeated type. */
export function createVocabulary(packs: readonly Pack[]): Vocabulary {
  if (packs.length === 0)
    throw new CompositionError('EMPTY_PACKS', 'A runtime needs a pack: packs: [standardPack].')
  const empty = packs.find((pack) => pack.primitives.length === 0)
  if (empty) throw new CompositionError('EMPTY_PACK', `Pack ${empty.name ?? ''} has no primitives.`)
  const all = packs.flatMap((pack) => pack.primitives)
  const types = all.map((definition) => definition.type)
  const repeated = [...new Set(types.filter((type, index) => types.indexOf(type) !== index))]
  if (repeated.length > 0)
    throw new CompositionError(
      'DUPLICATE_PRIMITIVE_TYPE',
      `Two packs declare the same primitive types: ${repeated.join(', ')}. Remove or rename one.`,
    )
  const nodeSchemas = new Map<string, z.ZodObject>()
  // One union per runtime: containers close over this very vocabulary, so two runtimes never mix.
  let union: z.ZodType<CompositionNode> | undefined
  const bodyNode = z.lazy((): z.ZodType<CompositionNode> => {
    // The cast states what the catalog guarantees: each member is an object with its own `type` literal.
    union ??= z.discriminatedUnion('type', [...nodeSchemas.values()] as unknown as [
      z.ZodObject<{ type: z.ZodLiteral<string> }>,
    ]) as unknown as z.ZodType<CompositionNode>
    return union
  })
  for (const definition of all) nodeSchemas.set(definition.type, definition.schemaFor(bodyNode))
  return {
    definitions: new Map(all.map((definition) => [definition.type, definition])),
    nodeSchemas,
    bodyNode,
    composition: compositionSchema(bodyNode),
    catalog: all.map((definition) => definition.catalog),
    groups: packs.flatMap((pack) => pack.groups ?? []),
    types,
    shared: new Map(
      packs.flatMap((pack) =>
        Object.entries(pack.shared ?? {})
          .filter(([name]) => !nodeSchemas.has(name))
          .map(([name, schema]): [z.ZodType, string] => [schema, name]),
      ),
    ),
  }
}

function compositionSchema(bodyNode: z.ZodType<CompositionNode>): z.ZodType<Composition> {
  const line = z.string().max(2_000)
  return z.strictObject(
    {
      type: z.literal('view', { error: 'must be "view"' }),
      version: z.literal(1).optional(),
      title: z.string().max(200).optional(),
      subtitle: z.string().max(500).optional(),
      theme: z.enum(['auto', 'light', 'dark']).optional(),
      body: z.array(bodyNode).min(1, { error: 'must hold at least one node' }),
      meta: z
        .looseObject({
          source: line.optional(),
          generatedAt: line.optional(),
          ariaLabel: line.optional(),
          provenance: z
            .looseObject({
              source: line.optional(),
              query: line.optional(),
              provider: line.optional(),
            })
            .optional(),
          freshness: z
            .looseObject({
              asOf: line.optional(),
              stale: z.boolean().optional(),
              ttlSeconds: z.number().min(0).optional(),
            })
            .optional(),
          partialFailure: z
            .looseObject({ degraded: z.boolean().optional(), reason: line.optional() })
            .optional(),
        })
        .optional(),
    },
    {
      error: (issue) =>
        issue.code === 'invalid_type' ? 'must be an object with type "view" and a body' : undefined,
    },
  )
}
