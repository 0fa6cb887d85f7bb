import { type Effort, intersect } from './intersect'
import {
  ARRAY,
  type ArrayType,
  BOOLEAN,
  isNever,
  membersOf,
  NEVER,
  NULL,
  NUMBER,
  OBJECT,
  type ObjectType,
  type Property,
  STRING,
  type Type,
  UNKNOWN,
} from './type'
import { union } from './union'

const EVERYTHING: readonly Type[] = [STRING, NUMBER, BOOLEAN, ARRAY, OBJECT, NULL]
/** More ways than this for a value to miss an object type are not spelt out. */
const MAX_WAYS = 4
/** References may lead back to themselves. */
const MAX_DEPTH = 12

/**
 * The values of `type` that are not in `excluded`, or a larger set where TypeScript cannot say it.
 * `excluded` must be exact: a type that is wider than its schema would take away valid values.
 */
export function subtract(type: Type, excluded: Type, effort: Effort, depth = 0): Type {
  if (depth > MAX_DEPTH) return type
  if (excluded.kind === 'unknown') return NEVER
  const before = type.kind === 'unknown' ? EVERYTHING : membersOf(type)
  let members = before
  for (const member of membersOf(excluded))
    members = members.flatMap((one) => membersOf(subtractMember(one, member, effort, depth + 1)))
  return members === before || isSame(members, before) ? type : union(members)
}

const isSame = (a: readonly Type[], b: readonly Type[]) =>
  a.length === b.length && a.every((type, index) => type === b[index])

function subtractMember(type: Type, excluded: Type, effort: Effort, depth: number): Type {
  if (excluded.kind === 'reference') {
    const body = excluded.target.resolve()
    return body && excluded.target.exact ? subtract(type, body, effort, depth) : type
  }
  if (type.kind === 'reference') {
    const body = type.target.resolve()
    if (!body || body.kind === 'reference') return type
    const rest = subtract(body, excluded, effort, depth)
    return rest === body ? type : rest
  }
  if (type.kind !== excluded.kind) return type
  switch (type.kind) {
    case 'boolean': {
      const { value } = excluded as typeof type
      if (value === undefined || value === type.value) return NEVER
      return type.value === undefined ? { ...type, value: !value } : type
    }
    case 'number':
    case 'string': {
      const gone = (excluded as typeof type).values
      if (!gone) return NEVER
      const values = (type.values as (string | number)[] | undefined)?.filter(
        (value) => !(gone as unknown[]).includes(value),
      )
      if (!values || values.length === type.values?.length) return type
      return values.length ? ({ ...type, values } as Type) : NEVER
    }
    case 'array':
      return subtractArray(type, excluded as ArrayType)
    case 'object':
      return subtractObject(type, excluded as ObjectType, effort, depth)
    case 'null':
      return NEVER
    default:
      return type
  }
}

function subtractArray(type: ArrayType, excluded: ArrayType): Type {
  if (excluded.items.some((item) => item.kind !== 'unknown')) return type
  if (excluded.rest.kind !== 'unknown') {
    // Only the empty array is taken away: one element is required.
    if (!isNever(excluded.rest) || excluded.items.length || type.required) return type
    if (type.items.length) return { ...type, required: 1 }
    return isNever(type.rest) ? NEVER : { ...type, items: [type.rest], required: 1 }
  }
  // Arrays of a length are taken away: shorter ones stay.
  if (excluded.required === 0) return NEVER
  if (type.required >= excluded.required) return NEVER
  if (excluded.required > MAX_WAYS) return type
  const items = Array.from({ length: excluded.required - 1 }, (_, i) => type.items[i] ?? type.rest)
  return { ...type, items, rest: NEVER }
}

function subtractObject(
  type: ObjectType,
  excluded: ObjectType,
  effort: Effort,
  depth: number,
): Type {
  if (effort.left < 0) return type
  if (excluded.additional.kind !== 'unknown' || excluded.patterns.length) return type
  const ways: [string, Property][] = []
  for (const [name, property] of excluded.properties) {
    const own = type.properties.get(name)
    // A value that must have another `kind` is never among the excluded ones.
    if (own?.required && isNever(intersect(own.type, property.type, effort))) return type
    if (property.required) ways.push([name, { type: NEVER, required: false }])
    const other = subtract(UNKNOWN, property.type, effort, depth)
    if (!isNever(other)) ways.push([name, { type: other, required: true }])
  }
  if (ways.length > MAX_WAYS) return type
  return union(
    ways.map((way) => intersect(type, { ...OBJECT, properties: new Map([way]) }, effort)),
  )
}
