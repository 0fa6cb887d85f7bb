import { intersect } from './intersect'
import type { Lowering, Place } from './lower-schema'
import { type JsonObject, own } from './schema-document'
import { subtract } from './subtract'
import { isNever, type Type, UNKNOWN } from './type'
import { union } from './union'

/** Narrows a type by the combinators beside it. */
export function lowerCombinators(
  type: Type,
  schema: JsonObject,
  place: Place,
  lowering: Lowering,
): Type {
  let result = type
  for (const [index, member] of listOf(schema, 'allOf').entries())
    result = intersect(result, lowering.lower(member, place, '/allOf', index), lowering.effort)
  const any = listOf(schema, 'anyOf')
  if (any.length)
    result = intersect(
      result,
      union(any.map((member, index) => lowering.lower(member, place, '/anyOf', index))),
      lowering.effort,
    )
  const one = listOf(schema, 'oneOf')
  if (one.length) result = intersect(result, lowerOneOf(one, place, lowering), lowering.effort)
  if (Object.hasOwn(schema, 'if')) result = lowerCondition(result, schema, place, lowering)
  if (Object.hasOwn(schema, 'not')) {
    const not = lowerExactly(schema['not'], place, lowering, '/not')
    if (not.exact) result = subtract(result, not.type, lowering.effort)
    // The complement of an object is spelt in several ways; whether it was said in full is not known.
    lowering.lossy = true
  }
  return result
}

function listOf(schema: JsonObject, keyword: string): readonly unknown[] {
  const value = own(schema, keyword)
  return Array.isArray(value) ? value : []
}

/** Lowers a schema and tells whether the type says all of it, which a complement needs. */
function lowerExactly(
  schema: unknown,
  place: Place,
  lowering: Lowering,
  path: string,
  key?: number,
) {
  const { lossy, relaxed } = lowering
  lowering.lossy = false
  // A guess inside `not` would narrow what is taken away.
  if (path === '/not') lowering.relaxed = false
  const read = key === undefined ? lowering.lowerBare : lowering.lower
  const type = read(schema, place, path, key)
  const exact = !lowering.lossy
  lowering.lossy ||= lossy
  lowering.relaxed = relaxed
  return { type, exact }
}

function lowerOneOf(schemas: readonly unknown[], place: Place, lowering: Lowering): Type {
  const branches = schemas.map((schema, index) =>
    lowerExactly(schema, place, lowering, '/oneOf', index),
  )
  if (branches.length > 1) lowering.lossy = true
  // The prompt profile reads oneOf as anyOf: that branches exclude each other is rarely worth its words.
  const spelt = lowering.options.profile === 'exact'
  return union(
    branches.map(({ type }, index) =>
      branches.reduce(
        (rest, other, at) =>
          at !== index &&
          spelt &&
          other.exact &&
          !isNever(intersect(rest, other.type, lowering.effort))
            ? subtract(rest, other.type, lowering.effort)
            : rest,
        type,
      ),
    ),
  )
}

function lowerCondition(type: Type, schema: JsonObject, place: Place, lowering: Lowering): Type {
  const { effort } = lowering
  const condition = lowerExactly(schema['if'], place, lowering, '/if')
  const yes = lowering.lower(own(schema, 'then'), place, '/then')
  const no = lowering.lower(own(schema, 'else'), place, '/else')
  lowering.lossy = true
  const otherwise =
    condition.exact && lowering.options.profile === 'exact'
      ? subtract(UNKNOWN, condition.type, effort)
      : UNKNOWN
  return intersect(
    type,
    union([intersect(condition.type, yes, effort), intersect(otherwise, no, effort)]),
    effort,
  )
}
