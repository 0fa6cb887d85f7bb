import {
  type ArrayType,
  elementAt,
  type IntersectionType,
  isNever,
  membersOf,
  NEVER,
  type NumberType,
  type ObjectType,
  type PatternPart,
  type Property,
  type ReferenceType,
  type StringType,
  type Type,
  UNKNOWN,
  withNotes,
} from './type'
import { union } from './union'

/** More members than this in a product of unions are printed as `A & B`. */
const MAX_PRODUCT = 64
/** Recursive definitions are unfolded this deep into each other, then printed as `A & B`. */
const MAX_UNFOLD = 3

/** Every value of both types: computed where that is short, otherwise an intersection to print. */
export function intersect(a: Type, b: Type, unfold = 0): Type {
  if (a === b) return a
  if (a.kind === 'unknown') return withNotes(b, a.notes)
  if (b.kind === 'unknown') return withNotes(a, b.notes)
  if (a.kind === 'union' || b.kind === 'union') return distribute(a, b, unfold)
  if (a.kind === 'intersection') return addMember(a, b, unfold)
  if (b.kind === 'intersection') return addMember(b, a, unfold)
  if (a.kind === 'reference') return intersectReference(a, b, unfold)
  if (b.kind === 'reference') return intersectReference(b, a, unfold)
  return withNotes(intersectKind(a, b, unfold), b.notes)
}

function intersectKind(a: Type, b: Type, unfold: number): Type {
  if (a.kind !== b.kind) return NEVER
  switch (a.kind) {
    case 'boolean': {
      const { value } = b as typeof a
      if (a.value === undefined) return { ...a, value }
      return value === undefined || value === a.value ? a : NEVER
    }
    case 'number':
    case 'string':
      return intersectValues(a, b as typeof a)
    case 'array':
      return intersectArrays(a, b as ArrayType, unfold)
    case 'object':
      return intersectObjects(a, b as ObjectType, unfold)
    default:
      return a
  }
}

function intersectValues<T extends NumberType | StringType>(a: T, b: T): Type {
  if (!b.values) {
    const alias = a.kind === 'string' && !a.values && !a.alias && (b as StringType).alias
    return alias ? { ...a, alias } : a
  }
  if (!a.values) return withNotes(b, a.notes)
  const allowed = new Set<unknown>(b.values)
  const values = (a.values as readonly (string | number)[]).filter((value) => allowed.has(value))
  if (values.length === a.values.length) return a
  return values.length ? ({ ...a, values } as T) : NEVER
}

function intersectArrays(a: ArrayType, b: ArrayType, unfold: number): Type {
  const length = Math.max(a.items.length, b.items.length)
  const required = Math.max(a.required, b.required)
  const items: Type[] = []
  for (let index = 0; index < length; index++)
    items.push(intersect(elementAt(a, index), elementAt(b, index), unfold))
  return tuple(items, required, intersect(a.rest, b.rest, unfold), a.notes)
}

/** An array type, ended where no element is possible; `never` when that is before what it requires. */
export function tuple(items: readonly Type[], required: number, rest: Type, notes?: readonly string[]): Type {
  const end = items.findIndex(isNever)
  if (end >= 0 && end < required) return NEVER
  const type: ArrayType =
    end >= 0
      ? { kind: 'array', items: items.slice(0, end), required, rest: NEVER }
      : { kind: 'array', items, required, rest }
  return withNotes(type, notes)
}

function intersectObjects(a: ObjectType, b: ObjectType, unfold: number): Type {
  const properties = new Map<string, Property>()
  for (const [name, property] of a.properties) {
    const other = b.properties.get(name)
    const type = intersect(property.type, other ? other.type : typeOfOther(b, name), unfold)
    const required = property.required || (other?.required ?? false)
    if (required && isNever(type)) return NEVER
    properties.set(name, { type, required, description: property.description ?? other?.description })
  }
  for (const [name, property] of b.properties) {
    if (properties.has(name)) continue
    const type = intersect(property.type, typeOfOther(a, name), unfold)
    if (property.required && isNever(type)) return NEVER
    properties.set(name, { ...property, type })
  }
  return withNotes(
    {
      kind: 'object',
      properties,
      patterns: [...patternsWithin(a, b, unfold), ...patternsWithin(b, a, unfold)],
      additional: intersect(a.additional, b.additional, unfold),
      explicit: a.explicit || b.explicit,
    },
    a.notes,
  )
}

/** What an object says of a name that is not among its properties. */
export function typeOfOther(type: ObjectType, name: string): Type {
  if (type.patterns.length === 0) return type.additional
  let sure: Type | undefined
  const possible: Type[] = []
  for (const { pattern, type: value } of type.patterns) {
    const matches = matchesSimply(pattern, name)
    if (matches === undefined) possible.push(value)
    else if (matches) sure = sure ? intersect(sure, value) : value
  }
  return sure ?? union([...possible, type.additional])
}

function patternsWithin(a: ObjectType, b: ObjectType, unfold: number): PatternPart[] {
  // Keys of a pattern are additional keys of the other object, unless that has patterns of its own.
  return a.patterns.map((part) =>
    b.patterns.length ? part : { ...part, type: intersect(part.type, b.additional, unfold) },
  )
}

/** Whether a name matches a pattern that is a literal with optional anchors; undefined for all others. */
export function matchesSimply(pattern: string, name: string): boolean | undefined {
  const [, start, literal, end] = /^(\^?)([\w\- /:@]*)((?:\.\*)?\$?)$/.exec(pattern) ?? []
  if (literal === undefined) return undefined
  const open = !end || end.startsWith('.*')
  // `.` stops at a line end.
  if (end === '.*$' && /\s/.test(name)) return undefined
  if (start) return open ? name.startsWith(literal) : name === literal
  return open ? name.includes(literal) : name.endsWith(literal)
}

function distribute(a: Type, b: Type, unfold: number): Type {
  const left = membersOf(a)
  const right = membersOf(b)
  const notes = [...(a.kind === 'union' ? (a.notes ?? []) : [])]
  if (b.kind === 'union' && b.notes) notes.push(...b.notes)
  if (left.length * right.length > MAX_PRODUCT || repeatsMuch(left, right))
    return { kind: 'intersection', members: [a, b] }
  return withNotes(
    union(left.flatMap((one) => right.map((other) => intersect(one, other, unfold)))),
    notes,
  )
}

/** A large object would be printed once for each branch. */
function repeatsMuch(left: readonly Type[], right: readonly Type[]): boolean {
  return wouldRepeat(left, right) || wouldRepeat(right, left)
}

function wouldRepeat(one: readonly Type[], many: readonly Type[]): boolean {
  const branches = many.filter((type) => type.kind === 'object' || type.kind === 'reference').length
  if (branches < 2) return false
  const size = one.reduce((sum, type) => sum + (type.kind === 'object' ? type.properties.size : 0), 0)
  return (branches - 1) * size > 12
}

function addMember(type: IntersectionType, other: Type, unfold: number): Type {
  const members = [...type.members]
  const fits = members.findIndex((member) => member.kind === other.kind && other.kind === 'object')
  if (fits < 0) return { ...type, members: [...members, other] }
  const merged = intersect(members[fits]!, other, unfold)
  if (isNever(merged)) return NEVER
  members[fits] = merged
  return { ...type, members }
}

function intersectReference(a: ReferenceType, b: Type, unfold: number): Type {
  if (b.kind === 'reference' && a.target === b.target) return withNotes(a, b.notes)
  const opaque: Type = { kind: 'intersection', members: [a, b] }
  const deeper = b.kind === 'reference' ? unfold + 1 : unfold
  const body = deeper > MAX_UNFOLD ? undefined : a.target.resolve()
  if (!body || standsBeside(body, b)) return opaque
  return intersect(withNotes(body, a.notes), b, deeper)
}

/** `Base & { more }` says it shortest when the two objects speak of different keys. */
function standsBeside(a: Type, b: Type): boolean {
  return (
    a.kind === 'object' &&
    b.kind === 'object' &&
    a.properties.size > 2 &&
    [a, b].every((type) => type.additional.kind === 'unknown' && type.patterns.length === 0) &&
    ![...b.properties.keys()].some((name) => a.properties.has(name))
  )
}
