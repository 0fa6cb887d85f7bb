import type { JsonObject } from './schema-document'

/** What the keywords of a schema speak of; a part of the reader whose bit is absent has nothing to do. */
export const WORDS = {
  reference: 1,
  combinator: 2,
  values: 4,
  note: 8,
  object: 16,
  array: 32,
  string: 64,
  number: 128,
  id: 256,
  nullable: 512,
  /** Object keywords beside `properties`, `required` and `additionalProperties`, which nearly every schema has. */
  keys: 1024,
  /** What stands beside any type: defaults, examples, flags. */
  about: 2048,
} as const

const MASKS = new Map<string, number>()
const { reference, combinator, values, note, object, array, string, number, id, nullable } = WORDS
const { keys, about } = WORDS
for (const [mask, keywords] of [
  [reference, '$ref $dynamicRef $recursiveRef'],
  [combinator, 'allOf anyOf oneOf'],
  [combinator | note, 'not if then else'],
  [values, 'const enum'],
  [id, '$id id'],
  [nullable, 'nullable'],
  [object, 'properties required additionalProperties'],
  [object | keys, 'patternProperties unevaluatedProperties dependentSchemas'],
  [
    object | keys | note,
    'propertyNames minProperties maxProperties dependentRequired dependencies',
  ],
  [array, 'items additionalItems prefixItems unevaluatedItems minContains'],
  [array | note, 'minItems maxItems uniqueItems contains'],
  [string | note, 'pattern minLength maxLength format'],
  [number | note, 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'],
  [note | about, 'contentEncoding contentMediaType default deprecated examples readOnly writeOnly'],
] as const)
  for (const keyword of keywords.split(' ')) MASKS.set(keyword, mask)

/** One look at the keys instead of one for each keyword there is. */
export function wordsOf(schema: JsonObject): number {
  let words = 0
  for (const keyword of Object.keys(schema)) words |= MASKS.get(keyword) ?? 0
  return words
}
