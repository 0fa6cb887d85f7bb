import { lowerArray } from './lower-array'
import { lowerObject } from './lower-object'
import type { Lowering, Place } from './lower-schema'
import { type JsonObject, own } from './schema-document'
import { BOOLEAN, isNever, NULL, NUMBER, STRING, type StringType, type Type, UNKNOWN } from './type'
import { union } from './union'

/** Keywords of one kind of value each; a schema that has one and no `type` speaks of that kind. */
const OBJECT_KEYWORDS = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'unevaluatedProperties',
]
const ARRAY_KEYWORDS = [
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'unevaluatedItems',
]
const STRING_KEYWORDS = ['pattern', 'minLength', 'maxLength', 'format']
const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const COMBINATORS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const']

const ALL = ['object', 'array', 'string', 'number', 'boolean', 'null']

/** The kinds of value a schema admits; undefined for all. */
function kindsOf(
  schema: JsonObject,
  place: Place,
  lowering: Lowering,
): readonly string[] | undefined {
  const type = own(schema, 'type')
  const names = type === null ? ['null'] : Array.isArray(type) ? type : [type]
  if (type !== undefined && names.length > 0) {
    if (names.includes('integer') && !names.includes('number')) lowering.lossy = true
    const kinds = names.map((name) => (name === 'integer' ? 'number' : name))
    if (kinds.every((kind) => ALL.includes(kind as string))) return kinds as string[]
    lowering.lossy = true
    lowering.report('unknown-type', place, `Unknown type ${JSON.stringify(type)}; read as unknown.`)
  }
  const implied = lowering.relaxed ? impliedKinds(schema) : undefined
  if (implied) lowering.lossy = true
  return implied
}

function impliedKinds(schema: JsonObject): string[] | undefined {
  const has = (keyword: string) => Object.hasOwn(schema, keyword)
  const kinds: string[] = []
  if (OBJECT_KEYWORDS.some(has)) kinds.push('object')
  if (!COMBINATORS.some(has)) {
    if (ARRAY_KEYWORDS.some(has)) kinds.push('array')
    if (STRING_KEYWORDS.some(has)) kinds.push('string')
    if (NUMBER_KEYWORDS.some(has)) kinds.push('number')
  }
  return kinds.length ? kinds : undefined
}

/** The types of all kinds of value a schema admits, each with the keywords that speak of it. */
export function lowerKinds(schema: JsonObject, place: Place, lowering: Lowering): Type {
  const kinds = kindsOf(schema, place, lowering)
  const types = (kinds ?? ALL).map((kind) => lowerKind(kind, schema, place, lowering))
  if (!kinds && types.every((type) => isWhole(type))) return UNKNOWN
  return union(types)
}

const isWhole = (type: Type) =>
  type.notes === undefined &&
  (type.kind === 'object'
    ? type.properties.size === 0 && type.patterns.length === 0 && type.additional.kind === 'unknown'
    : type.kind === 'array'
      ? type.items.length === 0 && type.rest.kind === 'unknown'
      : !isNever(type))

function lowerKind(kind: string, schema: JsonObject, place: Place, lowering: Lowering): Type {
  switch (kind) {
    case 'object':
      return lowerObject(schema, place, lowering)
    case 'array':
      return lowerArray(schema, place, lowering)
    case 'string':
      return lowerString(schema, lowering)
    case 'number':
      if (NUMBER_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword))) lowering.lossy = true
      return NUMBER
    case 'boolean':
      return BOOLEAN
    default:
      return NULL
  }
}

function lowerString(schema: JsonObject, lowering: Lowering): StringType {
  if (['pattern', 'minLength', 'maxLength'].some((keyword) => Object.hasOwn(schema, keyword)))
    lowering.lossy = true
  const aliases = lowering.options.formatAliases
  const format = own(schema, 'format')
  const alias = aliases && typeof format === 'string' ? own(aliases, format) : undefined
  return typeof alias === 'string' ? { ...STRING, alias } : STRING
}
