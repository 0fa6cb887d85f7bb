/**
 * The intermediate form: a set of JSON values, always in normal form.
 *
 * A union holds no union and no `unknown`, and at most one member each of the kinds null, boolean, number and
 * string; so a type is never printed twice and intersections are computed kind by kind. `never` is the empty union.
 */
export type Type =
  | UnknownType
  | NullType
  | BooleanType
  | NumberType
  | StringType
  | ArrayType
  | ObjectType
  | ReferenceType
  | IntersectionType
  | UnionType
  | VerbatimType

interface Noted {
  /** What TypeScript cannot say (bounds, formats, defaults): printed as a comment beside the type. */
  readonly notes?: readonly string[] | undefined
}

export interface UnknownType extends Noted {
  readonly kind: 'unknown'
}

export interface NullType extends Noted {
  readonly kind: 'null'
}

export interface BooleanType extends Noted {
  readonly kind: 'boolean'
  /** Absent: both. */
  readonly value?: boolean | undefined
}

export interface NumberType extends Noted {
  readonly kind: 'number'
  /** Absent: every number. Never empty. */
  readonly values?: readonly number[] | undefined
}

export interface StringType extends Noted {
  readonly kind: 'string'
  /** Absent: every string. Never empty. */
  readonly values?: readonly string[] | undefined
  /** The name printed in place of `string` (option `formatAliases`). */
  readonly alias?: string | undefined
}

/** `items` by position, then any number of `rest`; `rest` is `never` when the array ends there. */
export interface ArrayType extends Noted {
  readonly kind: 'array'
  readonly items: readonly Type[]
  /** How many elements there are at least; at most `items.length`. */
  readonly required: number
  readonly rest: Type
}

export interface ObjectType extends Noted {
  readonly kind: 'object'
  readonly properties: ReadonlyMap<string, Property>
  readonly patterns: readonly PatternPart[]
  /** Values of keys that are neither a property nor match a pattern. */
  readonly additional: Type
  /** The schema spoke of other keys, so the prompt profile shows them too. */
  readonly explicit: boolean
}

export interface Property {
  readonly type: Type
  readonly required: boolean
  readonly description?: string | undefined
}

export interface PatternPart {
  /** An ECMAScript regular expression, never run: it comes from outside. */
  readonly pattern: string
  readonly type: Type
}

export interface ReferenceType extends Noted {
  readonly kind: 'reference'
  readonly target: Definition
}

/** An intersection that is printed rather than computed. */
export interface IntersectionType extends Noted {
  readonly kind: 'intersection'
  readonly members: readonly Type[]
}

export interface UnionType extends Noted {
  readonly kind: 'union'
  readonly members: readonly Type[]
}

/** TypeScript text that must appear as it is (compat mode). */
export interface VerbatimType extends Noted {
  readonly kind: 'verbatim'
  readonly text: string
}

/** A part of a schema that a `$ref` points to. */
export interface Definition {
  /** Where the printed name comes from: the key, the title or the tool. */
  readonly name: string
  readonly description?: string | undefined
  /** Undefined until it is lowered; a definition met again before that is a recursion. */
  type: Type | undefined
  /** The type says all the schema says: its complement is meaningful. */
  exact: boolean
  /** Lowers the definition unless that is under way, and returns what is known. */
  resolve(): Type | undefined
}

export const UNKNOWN: UnknownType = { kind: 'unknown' }
export const NEVER: UnionType = { kind: 'union', members: [] }
export const NULL: NullType = { kind: 'null' }
export const BOOLEAN: BooleanType = { kind: 'boolean' }
export const NUMBER: NumberType = { kind: 'number' }
export const STRING: StringType = { kind: 'string' }
export const ARRAY: ArrayType = { kind: 'array', items: [], required: 0, rest: UNKNOWN }
export const OBJECT: ObjectType = {
  kind: 'object',
  properties: new Map(),
  patterns: [],
  additional: UNKNOWN,
  explicit: false,
}

export function isNever(type: Type): boolean {
  return type.kind === 'union' && type.members.length === 0
}

/** The members of a union, or the type alone. */
export function membersOf(type: Type): readonly Type[] {
  return type.kind === 'union' ? type.members : [type]
}

/** Adds notes to those a type has, each once. */
export function withNotes<T extends Type>(type: T, notes: readonly string[] | undefined): T {
  if (!notes?.length || isNever(type)) return type
  // Most types with notes are these; a literal is made much faster than a copy.
  if (type === STRING || type === NUMBER || type === BOOLEAN) return { kind: type.kind, notes } as T
  if (!type.notes) return { ...type, notes }
  return { ...type, notes: [...new Set([...type.notes, ...notes])] }
}

/** The element at a position, `never` past the end of a closed array. */
export function elementAt(type: ArrayType, index: number): Type {
  return type.items[index] ?? type.rest
}
