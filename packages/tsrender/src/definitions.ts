import { type Definition, type Type, UNKNOWN } from './type'
import { union } from './union'

/** The definitions a type refers to: all of them, or only those met without passing an object or array. */
function referencesIn(type: Type, unguarded: boolean): Definition[] {
  const found = new Set<Definition>()
  const stack: Type[] = [type]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.kind === 'reference') found.add(next.target)
    else if (next.kind === 'union' || next.kind === 'intersection') stack.push(...next.members)
    else if (unguarded) continue
    else if (next.kind === 'array') stack.push(...next.items, next.rest)
    else if (next.kind === 'object') {
      for (const property of next.properties.values()) stack.push(property.type)
      for (const part of next.patterns) stack.push(part.type)
      stack.push(next.additional)
    }
  }
  return [...found]
}

export interface Component {
  members: Definition[]
  /** Some member reaches itself. */
  recursive: boolean
}

/**
 * Definitions a type reaches, grouped so that those that reach each other are together and each group comes after
 * the groups it needs (Tarjan, without recursion: chains may be longer than the stack).
 */
export function componentsOf(roots: readonly Definition[], unguarded: boolean): Component[] {
  const components: Component[] = []
  const order = new Map<Definition, number>()
  const low = new Map<Definition, number>()
  const open: Definition[] = []
  const isOpen = new Set<Definition>()
  const selfish = new Set<Definition>()
  const frames: { definition: Definition; next: Definition[] }[] = []
  const enter = (definition: Definition) => {
    order.set(definition, order.size)
    low.set(definition, order.size - 1)
    open.push(definition)
    isOpen.add(definition)
    const next = referencesIn(definition.type ?? UNKNOWN, unguarded).reverse()
    if (next.includes(definition)) selfish.add(definition)
    frames.push({ definition, next })
  }
  const leave = (definition: Definition) => {
    if (low.get(definition) !== order.get(definition)) return
    const members = open.splice(open.lastIndexOf(definition))
    for (const member of members) isOpen.delete(member)
    components.push({ members, recursive: members.length > 1 || selfish.has(definition) })
  }
  const lower = (definition: Definition, value: number) =>
    low.set(definition, Math.min(low.get(definition)!, value))
  for (const root of roots) {
    if (!order.has(root)) enter(root)
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const next = frame.next.pop()
      if (next && !order.has(next)) enter(next)
      else if (next) {
        if (isOpen.has(next)) lower(frame.definition, order.get(next)!)
      } else {
        frames.pop()
        const parent = frames.at(-1)
        if (parent) lower(parent.definition, low.get(frame.definition)!)
        leave(frame.definition)
      }
    }
  }
  return components
}

export const definitionsIn = (type: Type): Definition[] => referencesIn(type, false)

/**
 * Rewrites definitions that reach themselves without passing an object or array, which TypeScript refuses (TS2456):
 * `A = A | string` becomes `string`, `A = B, B = A` becomes `unknown`. Never narrower than before.
 */
export function breakCycles(definitions: readonly Definition[]): void {
  for (const { members, recursive } of componentsOf(definitions, true)) {
    if (!recursive) continue
    const cycle = new Set(members)
    const rest = members.flatMap(
      (definition) => withoutCycle(definition.type ?? UNKNOWN, cycle) ?? [],
    )
    const type = rest.length ? union(rest) : UNKNOWN
    for (const definition of members) definition.type = type
  }
}

/** What is left of a type when references into the cycle add nothing; undefined for nothing. */
function withoutCycle(type: Type, cycle: ReadonlySet<Definition>): Type | undefined {
  if (type.kind === 'reference') return cycle.has(type.target) ? undefined : type
  if (type.kind !== 'union' && type.kind !== 'intersection') return type
  const members = type.members.flatMap((member) => withoutCycle(member, cycle) ?? [])
  if (members.length === 0) return undefined
  return type.kind === 'union' || members.length === 1
    ? union(members)
    : { kind: 'intersection', members }
}

/**
 * An array of a recursive type stands in this one, with no object around it. In an optional or rest element of a
 * tuple TypeScript does not delay it and calls the alias circular (TS2456).
 */
export function holdsRecursiveArray(type: Type, inArray = false): boolean {
  switch (type.kind) {
    case 'reference':
      return inArray && isRecursive(type.target)
    case 'array':
      return [...type.items, type.rest].some((item) => holdsRecursiveArray(item, true))
    case 'union':
    case 'intersection':
      return type.members.some((member) => holdsRecursiveArray(member, inArray))
    default:
      return false
  }
}

function isRecursive(definition: Definition): boolean {
  return componentsOf([definition], false).some(
    ({ members, recursive }) => recursive && members.includes(definition),
  )
}
