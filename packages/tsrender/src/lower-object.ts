import { type Effort, intersect, typeOfOther } from './intersect'
import { WORDS } from './keywords'
import type { Lowering, Place } from './lower-schema'
import { EVALUATE, hasAny, isObject, type JsonObject, own } from './schema-document'
import {
  isNever,
  membersOf,
  NEVER,
  OBJECT,
  type ObjectType,
  type PatternPart,
  type Property,
  type Type,
  UNKNOWN,
} from './type'

const LOSSY = [
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
]

/** The object part of a schema. */
export function lowerObject(
  schema: JsonObject,
  place: Place,
  lowering: Lowering,
  words: number,
): Type {
  const more = (words & WORDS.keys) > 0
  if (more && hasAny(schema, LOSSY)) lowering.lossy = true
  const declared = own(schema, 'properties')
  const patterns = more ? lowerPatterns(schema, place, lowering) : OBJECT.patterns
  const others = lowerAdditional(schema, place, lowering, more)
  const { effort } = lowering
  const required = requiredNames(schema, place, lowering)
  const properties = new Map<string, Property>()
  const { additional, explicit } = others
  const type: ObjectType = { kind: 'object', properties, patterns, additional, explicit }
  if (isObject(declared)) {
    for (const name of Object.keys(declared)) {
      const inner = lowering.lowerBare(declared[name], place, '/properties', name)
      properties.set(name, {
        type: patterns.length
          ? intersect(inner, typeOfOther({ ...OBJECT, patterns }, name, effort), effort)
          : inner,
        required: required?.delete(name) ?? false,
        description: describe(declared[name], name),
      })
    }
  } else if (declared !== undefined) {
    lowering.lossy = true
    lowering.report('bad-keyword', place, 'properties must be an object; left out.')
  }
  for (const name of required ?? [])
    properties.set(name, { type: typeOfOther(type, name, effort), required: true })
  const names = more && lowerNames(schema, place, lowering)
  const kept = names ? keepNames(type, names, effort) : type
  for (const property of kept.properties.values())
    if (property.required && isNever(property.type)) return NEVER
  return kept
}

function describe(schema: unknown, name: string): string | undefined {
  if (!isObject(schema)) return undefined
  const description = own(schema, 'description')
  if (typeof description === 'string' && description.trim()) return description
  const title = own(schema, 'title')
  return typeof title === 'string' && plain(title) !== plain(name) ? title : undefined
}

/** For comparing a title with a name: `Page size` says no more than `page_size`. */
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function requiredNames(schema: JsonObject, place: Place, lowering: Lowering) {
  const required = own(schema, 'required')
  if (Array.isArray(required)) {
    const names = new Set<string>()
    for (const name of required) if (typeof name === 'string') names.add(name)
    return names
  }
  // Draft 3 put `required: true` on the property; later drafts know no boolean.
  if (required !== undefined && typeof required !== 'boolean')
    lowering.report('bad-keyword', place, 'required must be an array; left out.')
  return undefined
}

function lowerPatterns(schema: JsonObject, place: Place, lowering: Lowering): PatternPart[] {
  const declared = own(schema, 'patternProperties')
  if (!isObject(declared)) return []
  // Which keys a pattern means is not always readable, so its complement never is.
  lowering.lossy = true
  return Object.keys(declared).map((pattern) => ({
    pattern,
    type: lowering.lower(declared[pattern], place, '/patternProperties', pattern),
  }))
}

function lowerAdditional(schema: JsonObject, place: Place, lowering: Lowering, more: boolean) {
  const value = own(schema, 'additionalProperties')
  if (value !== undefined && value !== null) {
    const additional = lowering.lower(value, place, '/additionalProperties')
    return { additional, explicit: !isNever(additional) }
  }
  const unevaluated = more ? own(schema, 'unevaluatedProperties') : undefined
  if (unevaluated === undefined || lowering.document.dialect < 2019)
    return { additional: UNKNOWN, explicit: false }
  // Only where no neighbour can evaluate a property does it mean the same as additionalProperties.
  if (hasAny(schema, EVALUATE) || Object.hasOwn(schema, 'dependentSchemas')) {
    lowering.lossy = true
    return { additional: UNKNOWN, explicit: false }
  }
  const additional = lowering.lower(unevaluated, place, '/unevaluatedProperties')
  return { additional, explicit: !isNever(additional) }
}

/** The names `propertyNames` lists; undefined when any are possible or it cannot be said. */
function lowerNames(schema: JsonObject, place: Place, lowering: Lowering): Set<string> | undefined {
  if (!Object.hasOwn(schema, 'propertyNames')) return undefined
  const type = lowering.lowerBare(schema['propertyNames'], place, '/propertyNames')
  if (isNever(type)) return new Set()
  const [strings] = membersOf(type).filter(({ kind }) => kind === 'string')
  if (strings?.kind === 'string' && strings.values) return new Set(strings.values)
  if (type.kind !== 'unknown') lowering.lossy = true
  return undefined
}

function keepNames(type: ObjectType, names: ReadonlySet<string>, effort: Effort): ObjectType {
  const properties = new Map<string, Property>()
  for (const [name, property] of type.properties)
    properties.set(name, names.has(name) ? property : { ...property, type: NEVER })
  for (const name of names)
    if (!properties.has(name))
      properties.set(name, { type: typeOfOther(type, name, effort), required: false })
  return { ...type, properties, patterns: [], additional: NEVER, explicit: false }
}
