import { WORDS } from './keywords'
import { lowerArray } from './lower-array'
import { lowerObject } from './lower-object'
import type { Lowering, Place } from './lower-schema'
import { INTEGER } from './notes'
import { hasAny, type JsonObject, own } from './schema-document'
import {
  ARRAY,
  BOOLEAN,
  isNever,
  NULL,
  NUMBER,
  OBJECT,
  STRING,
  type StringType,
  type Type,
  UNKNOWN,
} from './type'
import { union } from './union'

const IMPLIED = ['object', 'array', 'string', 'number'] as const
const ALL = ['object', 'array', 'string', 'number', 'boolean', 'null']
const OF_A_KIND = WORDS.object | WORDS.array | WORDS.string | WORDS.number
/** The list of one kind, made once. */
const KINDS = new Map<unknown, string[]>(ALL.map((kind) => [kind, [kind]]))

/** The kinds of value a schema admits; undefined for all. */
function kindsOf(
  schema: JsonObject,
  place: Place,
  lowering: Lowering,
  words: number,
): readonly string[] | undefined {
  const type = own(schema, 'type')
  const single = KINDS.get(type)
  if (single) return single
  const names = type === null ? ['null'] : Array.isArray(type) ? type : [type]
  if (type !== undefined && names.length > 0) {
    if (names.includes('integer') && !names.includes('number')) lowering.lossy = true
    const kinds = names.map((name) => (name === 'integer' ? 'number' : name))
    if (kinds.every((kind) => ALL.includes(kind as string))) return kinds as string[]
    lowering.lossy = true
    lowering.report('unknown-type', place, `Unknown type ${JSON.stringify(type)}; read as unknown.`)
  }
  // A schema with keywords of one kind and no `type` speaks of that kind.
  const other = words & (WORDS.reference | WORDS.combinator | WORDS.values)
  const implied =
    lowering.relaxed && words & OF_A_KIND
      ? IMPLIED.filter((kind) => words & WORDS[kind] && (kind === 'object' || !other))
      : []
  if (implied.length) lowering.lossy = true
  return implied.length ? implied : undefined
}

const PLAIN = new Map<unknown, Type>([
  ['object', OBJECT],
  ['array', ARRAY],
  ['string', STRING],
  ['number', NUMBER],
  ['integer', { ...NUMBER, notes: INTEGER }],
  ['boolean', BOOLEAN],
  ['null', NULL],
])

/** The type of a schema with no keyword but one `type`, which most are; undefined for others. */
export function lowerPlain(schema: JsonObject, lowering: Lowering): Type | undefined {
  const type = own(schema, 'type')
  if (type === 'integer') lowering.lossy = true
  return PLAIN.get(type)
}

/** The types of all kinds of value a schema admits, each with the keywords that speak of it. */
export function lowerKinds(
  schema: JsonObject,
  place: Place,
  lowering: Lowering,
  words: number,
): Type {
  const kinds = kindsOf(schema, place, lowering, words)
  if (kinds?.length === 1) return lowerKind(kinds[0]!, schema, place, lowering, words)
  if (!kinds && !(words & OF_A_KIND)) return UNKNOWN
  const types = (kinds ?? ALL).map((kind) => lowerKind(kind, schema, place, lowering, words))
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

function lowerKind(
  kind: string,
  schema: JsonObject,
  place: Place,
  lowering: Lowering,
  words: number,
): Type {
  switch (kind) {
    case 'object':
      return words & WORDS.object ? lowerObject(schema, place, lowering, words) : OBJECT
    case 'array':
      return words & WORDS.array ? lowerArray(schema, place, lowering) : ARRAY
    case 'string':
      return words & WORDS.string ? lowerString(schema, lowering) : STRING
    case 'number':
      if (words & WORDS.number) lowering.lossy = true
      return NUMBER
    case 'boolean':
      return BOOLEAN
    default:
      return NULL
  }
}

function lowerString(schema: JsonObject, lowering: Lowering): StringType {
  if (hasAny(schema, ['pattern', 'minLength', 'maxLength'])) lowering.lossy = true
  const aliases = lowering.options.formatAliases
  const format = own(schema, 'format')
  const alias = aliases && typeof format === 'string' ? own(aliases, format) : undefined
  return typeof alias === 'string' ? { ...STRING, alias } : STRING
}
