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
  withNotes,
} from './type'
import { union } from './union'

/** More members than this in a product of unions are printed as `A & B`. */
const MAX_PRODUCT = 64
/** TypeScript gives up (TS2590) on intersections of unions that multiply to 100,000. */
const MAX_PRINTED_PRODUCT = 5000
/** Definitions are unfolded this deep into each other, then printed as `A & B`. */
const MAX_UNFOLD = 4

/** What may still be spent on merging: it grows with what is read, so that the result stays in proportion. */
export interface Effort {
  left: number
}

/** Every value of both types: computed where that is short, otherwise an intersection to print. */
export function intersect(a: Type, b: Type, effort: Effort, unfold = 0): Type {
  if (a === b) return a
  if (a.kind === 'unknown') return withNotes(b, a.notes)
  if (b.kind === 'unknown') return withNotes(a, b.notes)
  if (a.kind === 'union' || b.kind === 'union') return distribute(a, b, effort, unfold)
  if (a.kind === 'intersection') return addMember(a, b, effort, unfold)
  if (b.kind === 'intersection') return addMember(b, a, effort, unfold)
  if (a.kind === 'reference') return intersectReference(a, b, effort, unfold)
  if (b.kind === 'reference') return intersectReference(b, a, effort, unfold)
  return withNotes(intersectKind(a, b, effort, unfold), b.notes)
}

function intersectKind(a: Type, b: Type, effort: Effort, unfold: number): Type {
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
      return intersectArrays(a, b as ArrayType, effort, unfold)
    case 'object':
      return intersectObjects(a, b as ObjectType, effort, unfold)
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

function intersectArrays(a: ArrayType, b: ArrayType, effort: Effort, unfold: number): Type {
  const length = Math.max(a.items.length, b.items.length)
  const required = Math.max(a.required, b.required)
  const items: Type[] = []
  for (let index = 0; index < length; index++)
    items.push(intersect(elementAt(a, index), elementAt(b, index), effort, unfold))
  return tuple(items, required, intersect(a.rest, b.rest, effort, unfold), a.notes)
}

/** An array type, ended where no element is possible; `never` when that is before what it requires. */
export function tuple(
  items: readonly Type[],
  required: number,
  rest: Type,
  notes?: readonly string[],
): Type {
  const end = items.findIndex(isNever)
  if (end >= 0 && end < required) return NEVER
  const type: ArrayType =
    end >= 0
      ? { kind: 'array', items: items.slice(0, end), required, rest: NEVER }
      : { kind: 'array', items, required, rest }
  return withNotes(type, notes)
}

function intersectObjects(a: ObjectType, b: ObjectType, effort: Effort, unfold: number): Type {
  effort.left -= a.properties.size + b.properties.size
  if (effort.left < 0) return printed([a, b])
  const properties = new Map<string, Property>()
  for (const [name, property] of a.properties) {
    const other = b.properties.get(name)
    const type = intersect(
      property.type,
      other ? other.type : typeOfOther(b, name, effort),
      effort,
      unfold,
    )
    const required = property.required || (other?.required ?? false)
    if (required && isNever(type)) return NEVER
    properties.set(name, {
      type,
      required,
      description: property.description ?? other?.description,
    })
  }
  for (const [name, property] of b.properties) {
    if (properties.has(name)) continue
    const type = intersect(property.type, typeOfOther(a, name, effort), effort, unfold)
    if (property.required && isNever(type)) return NEVER
    properties.set(name, { ...property, type })
  }
  return withNotes(
    {
      kind: 'object',
      properties,
      patterns: [...patternsWithin(a, b, effort, unfold), ...patternsWithin(b, a, effort, unfold)],
      additional: intersect(a.additional, b.additional, effort, unfold),
      explicit: a.explicit || b.explicit,
    },
    a.notes,
  )
}

/** What an object says of a name that is not among its properties. */
export function typeOfOther(type: ObjectType, name: string, effort: Effort): Type {
  if (type.patterns.length === 0) return type.additional
  let sure: Type | undefined
  const possible: Type[] = []
  for (const { pattern, type: value } of type.patterns) {
    const matches = matchesSimply(pattern, name)
    if (matches === undefined) possible.push(value)
    else if (matches) sure = sure ? intersect(sure, value, effort) : value
  }
  return sure ?? union([...possible, type.additional])
}

function patternsWithin(
  a: ObjectType,
  b: ObjectType,
  effort: Effort,
  unfold: number,
): PatternPart[] {
  // Keys of a pattern are additional keys of the other object, unless that has patterns of its own.
  return a.patterns.map((part) =>
    b.patterns.length
      ? part
      : { ...part, type: intersect(part.type, b.additional, effort, unfold) },
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

function distribute(a: Type, b: Type, effort: Effort, unfold: number): Type {
  const left = membersOf(a)
  const right = membersOf(b)
  const notes = [...(a.kind === 'union' ? (a.notes ?? []) : [])]
  if (b.kind === 'union' && b.notes) notes.push(...b.notes)
  if (left.length * right.length > MAX_PRODUCT || effort.left < 0 || repeatsMuch(left, right))
    return printed([a, b])
  const products = left.flatMap((one) =>
    right.map((other) => intersect(one, other, effort, unfold)),
  )
  // What stays uncomputed is better printed once than once for each pair.
  if (products.filter(({ kind }) => kind === 'intersection').length > 1) return printed([a, b])
  return withNotes(union(products), notes)
}

/** A large object would be printed once for each branch. */
function repeatsMuch(left: readonly Type[], right: readonly Type[]): boolean {
  return wouldRepeat(left, right) || wouldRepeat(right, left)
}

function wouldRepeat(one: readonly Type[], many: readonly Type[]): boolean {
  const branches = many.filter((type) => type.kind === 'object' || type.kind === 'reference').length
  if (branches < 2) return false
  const size = one.reduce(
    (sum, type) => sum + (type.kind === 'object' ? type.properties.size : 0),
    0,
  )
  return (branches - 1) * size > 12
}

function addMember(type: IntersectionType, other: Type, effort: Effort, unfold: number): Type {
  const members = [...type.members]
  const fits = members.findIndex((member) => member.kind === other.kind && other.kind === 'object')
  if (fits < 0) return withNotes(printed([...members, other]), type.notes)
  const merged = intersect(members[fits]!, other, effort, unfold)
  if (isNever(merged)) return NEVER
  members[fits] = merged
  return { ...type, members }
}

function intersectReference(a: ReferenceType, b: Type, effort: Effort, unfold: number): Type {
  if (b.kind === 'reference' && a.target === b.target) return withNotes(a, b.notes)
  const body = unfold > MAX_UNFOLD || effort.left < 0 ? undefined : a.target.resolve()
  if (!body || standsBeside(body, b)) return printed([a, b])
  // An object takes a step into both types, so the smaller one ends it; other steps are counted.
  const deeper = body.kind === 'object' && b.kind === 'object' ? unfold : unfold + 1
  return intersect(withNotes(body, a.notes), b, effort, deeper)
}

/** An intersection for TypeScript to compute, or its shorter half where that would be too much for it. */
function printed(members: Type[]): Type {
  let product = 1
  const kept: Type[] = []
  const flat = members.flatMap((member) =>
    member.kind === 'intersection' ? member.members : member,
  )
  for (const member of new Set(flat)) {
    product *= widthOf(member, 8)
    // Leaving a member out admits more, never less.
    if (product <= MAX_PRINTED_PRODUCT || kept.length === 0) kept.push(member)
  }
  return kept.length === 1 ? kept[0]! : { kind: 'intersection', members: kept }
}

/** How many members TypeScript sees in a type when it multiplies unions. */
function widthOf(type: Type, depth: number): number {
  switch (type.kind) {
    case 'string':
    case 'number':
      return type.values?.length ?? 1
    case 'union':
      return type.members.reduce((sum, member) => sum + widthOf(member, depth), 0)
    case 'intersection':
      return type.members.reduce((product, member) => product * widthOf(member, depth), 1)
    case 'reference':
      // Not lowered yet, or too long a chain: as good as anything.
      return type.target.type && depth > 0
        ? widthOf(type.target.type, depth - 1)
        : MAX_PRINTED_PRODUCT
    default:
      return 1
  }
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
