import {
  BOOLEAN,
  type BooleanType,
  NEVER,
  type NumberType,
  type StringType,
  type Type,
  UNKNOWN,
  withNotes,
} from './type'

/** Every value of any of the types, in normal form. */
export function union(types: readonly Type[]): Type {
  if (types.length === 1) return types[0]!
  const members: Type[] = []
  const notes: string[] = []
  const add = (type: Type): boolean => {
    if (type.kind === 'unknown') return false
    if (type.kind === 'union') {
      if (type.notes) notes.push(...type.notes)
      return type.members.every(add)
    }
    const single = type.kind === 'object' || type.kind === 'array'
    const index = single ? -1 : members.findIndex((member) => merges(member, type))
    if (index < 0) members.push(type)
    else members[index] = merge(members[index]!, type)
    return true
  }
  if (!types.every(add)) return UNKNOWN
  // `null` reads best at the end.
  const nothing = members.findIndex((member) => member.kind === 'null')
  if (nothing >= 0) members.push(...members.splice(nothing, 1))
  if (members.length === 0) return NEVER
  return withNotes(members.length === 1 ? members[0]! : { kind: 'union', members }, notes)
}

function merges(a: Type, b: Type): boolean {
  if (a === b) return true
  if (a.kind !== b.kind) return false
  if (a.kind === 'reference') return a.target === (b as typeof a).target
  return a.kind === 'null' || a.kind === 'boolean' || a.kind === 'number' || a.kind === 'string'
}

function merge(a: Type, b: Type): Type {
  return a === b ? a : withNotes(mergeValues(a, b), b.notes)
}

function mergeValues(a: Type, b: Type): Type {
  if (a.kind === 'boolean')
    return a.value === (b as BooleanType).value ? a : { ...BOOLEAN, ...only(a) }
  if (a.kind === 'number') {
    const { values } = b as NumberType
    return { kind: 'number', ...only(a), values: a.values && values && unique(a.values, values) }
  }
  if (a.kind === 'string') {
    const { values, alias } = b as StringType
    return {
      kind: 'string',
      ...only(a),
      values: a.values && values && unique(a.values, values),
      alias: a.alias === alias ? alias : undefined,
    }
  }
  return a
}

const only = ({ notes }: Type) => (notes ? { notes } : {})
const unique = <T>(a: readonly T[], b: readonly T[]): T[] => [...new Set([...a, ...b])]
