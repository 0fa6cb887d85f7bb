import { tuple } from './intersect'
import type { Lowering, Place } from './lower-schema'
import { EVALUATE, hasAny, type JsonObject, own } from './schema-document'
import { isNever, NEVER, type Type, UNKNOWN } from './type'

/** Arrays are spelt out element by element up to this length. */
const MAX_SPELT = 6

/** The array part of a schema. */
export function lowerArray(schema: JsonObject, place: Place, lowering: Lowering): Type {
  const { items, rest } = lowerElements(schema, place, lowering)
  const { minimum, maximum } = lengthOf(schema, place, lowering)
  if (own(schema, 'uniqueItems') === true) lowering.lossy = true
  // The prompt profile says lengths in a comment, except where they make a tuple of fixed length.
  if (lowering.options.profile === 'prompt' && items.length === 0) {
    if (maximum === 0) return tuple([], 0, NEVER)
    if (minimum > 0 || maximum < Infinity) lowering.lossy = true
    return tuple([], 0, rest)
  }
  if (lowering.relaxed) lowering.lossy = true
  const required =
    lowering.relaxed && items.length && !Object.hasOwn(schema, 'minItems') ? items.length : minimum
  const closed = lowering.relaxed && rest.kind === 'unknown' ? NEVER : rest
  return spell(items, Math.min(required, maximum), maximum, closed, lowering)
}

function spell(
  items: Type[],
  minimum: number,
  maximum: number,
  rest: Type,
  lowering: Lowering,
): Type {
  const spelt = [...items]
  const want = maximum <= MAX_SPELT ? maximum : Math.min(minimum, MAX_SPELT)
  if (!isNever(rest)) while (spelt.length < want) spelt.push(rest)
  if (isNever(rest) && minimum > spelt.length) return NEVER
  const short = maximum <= spelt.length
  if ((minimum > spelt.length || maximum < Infinity) && !short) lowering.lossy = true
  const kept = short ? spelt.slice(0, maximum) : spelt
  return tuple(kept, Math.min(minimum, kept.length), short ? NEVER : rest)
}

function lowerElements(schema: JsonObject, place: Place, lowering: Lowering) {
  const items = own(schema, 'items')
  const prefix = lowering.document.dialect >= 2020 ? own(schema, 'prefixItems') : undefined
  const [list, other, path, listPath] = Array.isArray(prefix)
    ? [prefix, Array.isArray(items) ? undefined : items, '/items', '/prefixItems']
    : Array.isArray(items)
      ? [items, own(schema, 'additionalItems'), '/additionalItems', '/items']
      : [[], items, '/items', '']
  return {
    items: list.map((item: unknown, index) => lowering.lower(item, place, listPath, index)),
    rest: lowerRest(other, path, schema, place, lowering),
  }
}

function lowerRest(
  rest: unknown,
  path: string,
  schema: JsonObject,
  place: Place,
  lowering: Lowering,
): Type {
  if (rest !== undefined && rest !== null) return lowering.lower(rest, place, path)
  if (!Object.hasOwn(schema, 'unevaluatedItems')) return UNKNOWN
  if (!hasAny(schema, EVALUATE) && !Object.hasOwn(schema, 'contains'))
    return lowering.lower(schema['unevaluatedItems'], place, '/unevaluatedItems')
  lowering.lossy = true
  return UNKNOWN
}

function lengthOf(schema: JsonObject, place: Place, lowering: Lowering) {
  let minimum = countOf(own(schema, 'minItems')) ?? 0
  const maximum = countOf(own(schema, 'maxItems')) ?? Infinity
  if (Object.hasOwn(schema, 'contains') && lowering.document.dialect >= 6) {
    lowering.lossy = true
    minimum = Math.max(minimum, countOf(own(schema, 'minContains')) ?? 1)
    if (
      isNever(lowering.lowerBare(schema['contains'], place, '/contains')) &&
      countOf(own(schema, 'minContains')) !== 0
    )
      return { minimum: 1, maximum: 0 }
  }
  return { minimum: Math.ceil(minimum), maximum: Math.floor(maximum) }
}

const countOf = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value < Infinity ? value : undefined
