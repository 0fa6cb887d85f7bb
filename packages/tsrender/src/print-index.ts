import { stringLiteral } from './escape'
import { inherits, isWide, type Printer, printType } from './print-type'
import { BOOLEAN, isNever, NULL, NUMBER, type ObjectType, STRING, type Type, UNKNOWN } from './type'
import { union } from './union'

const NONE: string[] = []

/** The index signatures of an object; TypeScript wants every property assignable to each that covers it. */
export function indexLines(type: ObjectType, printer: Printer): string[] {
  const { properties, additional } = type
  const open = additional.kind === 'unknown' && !type.explicit
  if (
    type.patterns.length === 0 &&
    (open ? !showsOpen(type, printer) : properties.size && isNever(additional))
  )
    return NONE
  const prefixes = templatesOf(type)
  const unread = prefixes ? [] : type.patterns.map((part) => part.type)
  const lines = (prefixes ?? []).map(([prefix, value]) => {
    const covers = [...properties.keys()].some((name) => name.startsWith(prefix))
    const key = `\`${templateText(prefix)}\${string}\``
    return `[key: ${key}]: ${printType(covers ? UNKNOWN : value, printer, 'Value')};`
  })
  if (isNever(additional) && unread.length === 0) {
    const empty = properties.size === 0 && lines.length === 0
    return empty ? ['[key: string]: never;'] : lines
  }
  if (open && unread.length === 0 && !showsOpen(type, printer)) return lines
  // For inputs the prompt profile shows the patterns alone: other keys are allowed but not asked for.
  const own = open && unread.length && !isWide(printer) ? unread : [additional, ...unread]
  const values = [...own, ...(prefixes ?? []).map(([, value]) => value)]
  return [...lines, `[key: string]: ${printIndexValue(type, values, printer)};`]
}

/** An open object says so in the exact profile, when it is empty, and where TypeScript would call it weak. */
function showsOpen(type: ObjectType, printer: Printer): boolean {
  if (printer.profile === 'exact' || type.properties.size === 0) return true
  if (printer.direction === 'input') return false
  for (const { required } of type.properties.values()) if (required) return false
  return true
}

function printIndexValue(type: ObjectType, own: readonly Type[], printer: Printer): string {
  // Nothing is wider, whatever the properties are.
  if (own.some(({ kind }) => kind === 'unknown')) return 'unknown'
  const properties = [...type.properties.values()]
  if (properties.length === 0) return printType(union(own), printer, 'Value')
  const base = union([...own, ...properties.map((property) => property.type)].map(widened))
  const text = printType(base, printer, 'Value')
  if (base.kind === 'unknown') return text
  const inherited = [...type.properties].some(([name, property]) => inherits(name, property))
  const optional = properties.some(({ required }) => !required)
  return `${text}${inherited ? ' | Function' : ''}${optional ? ' | undefined' : ''}`
}

/** Literals become their primitive; what has a structure becomes `unknown`, or it would be printed twice. */
function widened(type: Type): Type {
  if (type.kind === 'string') return STRING
  if (type.kind === 'number') return NUMBER
  if (type.kind === 'boolean') return BOOLEAN
  if (type.kind === 'null') return NULL
  return type.kind === 'union' ? union(type.members.map(widened)) : UNKNOWN
}

/** Patterns of the form `^prefix`, unless one covers another or there are others. */
function templatesOf(type: ObjectType): [string, Type][] | undefined {
  const prefixes: [string, Type][] = []
  for (const { pattern, type: value } of type.patterns) {
    const [, prefix] = /^\^([\w\- /:@]+)(?:\.\*\$?)?$/.exec(pattern) ?? []
    if (prefix === undefined) return undefined
    if (prefixes.some(([other]) => other.startsWith(prefix) || prefix.startsWith(other)))
      return undefined
    prefixes.push([prefix, value])
  }
  return prefixes
}

const templateText = (text: string) => stringLiteral(text).slice(1, -1)
