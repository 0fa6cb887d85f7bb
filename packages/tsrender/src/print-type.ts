import { holdsRecursiveArray } from './definitions'
import { commentLine, stringLiteral } from './escape'
import { isStated } from './notes'
import { indexLines } from './print-index'
import {
  type ArrayType,
  type Definition,
  isNever,
  NEVER,
  type ObjectType,
  type Property,
  type StringType,
  type Type,
} from './type'
import { union } from './union'

/** How types become text. The printer knows precedence and syntax; where a named type stands is the caller's. */
export interface Printer {
  profile: 'exact' | 'prompt'
  direction: 'input' | 'output'
  docs: 'line' | 'jsdoc' | 'trailing' | 'none'
  order: 'source' | 'alpha' | 'required-first'
  fenceSafe: boolean
  compare(a: string, b: string): number
  /** The name of a property as it stands in a type. */
  propertyName(name: string): string
  /** Text of an object made of these lines; `name` is what it could be called. */
  object(lines: string[], name: string): string
  /** Text of a list of literals, which may be long enough to deserve a name. */
  literals(text: string, name: string): string
  reference(target: Definition): string
  /** Text of a comment: a description, which may be empty, and facts, some of them from `documentationOf`. */
  comment(description: string, facts: string[]): string
  /** Prints what is there and no more: repeated members of a union, no index signatures (compat mode). */
  faithful?: boolean
  /** What a definition says of itself, for the place that refers to it. */
  documentationOf(target: Definition): string
  /** Parentheses, where a postfix or `&` must bind to all of the text. */
  operand(text: string, open: boolean): string
}

/** Prints a type as TypeScript. `name` is what it could be called; `noted`: its notes stand beside it already. */
export function printType(type: Type, printer: Printer, name: string, noted = false): string {
  switch (type.kind) {
    case 'string':
      return printStrings(type, printer, name)
    case 'number':
      return type.values ? type.values.join(' | ') : 'number'
    case 'boolean':
      return `${type.value ?? 'boolean'}`
    case 'array':
      return printArray(type, printer, name)
    case 'object':
      return printer.object(objectLines(type, printer, noted), name)
    case 'union':
      return printUnion(type.members, printer, name)
    case 'intersection':
      return [...new Set(type.members.map((member) => printOperand(member, printer, name)))].join(
        ' & ',
      )
    case 'reference':
      return printer.reference(type.target)
    case 'verbatim':
      return type.text
    default:
      return type.kind
  }
}

function printStrings(type: StringType, printer: Printer, name: string): string {
  if (!type.values) return type.alias ?? 'string'
  const text = type.values.map(stringLiteral).join(' | ')
  return type.values.length > 1 ? printer.literals(text, name) : text
}

function printUnion(members: readonly Type[], printer: Printer, name: string): string {
  const texts = members.map((member) =>
    member.kind === 'intersection'
      ? printOperand(member, printer, name)
      : printType(member, printer, name),
  )
  if (texts.length === 0) return 'never'
  return (printer.faithful ? texts : distinct(texts)).join(' | ')
}

const distinct = (texts: string[]) =>
  texts.length === 1 || (texts.length === 2 && texts[0] !== texts[1]) ? texts : [...new Set(texts)]

function printOperand(type: Type, printer: Printer, name: string): string {
  return printer.operand(printType(type, printer, name), isOpen(type))
}

/** Prints as several operands. */
function isOpen(type: Type): boolean {
  if (type.kind === 'string' || type.kind === 'number') return (type.values?.length ?? 0) > 1
  return type.kind === 'intersection' || (type.kind === 'union' && type.members.length > 1)
}

function printArray(type: ArrayType, printer: Printer, name: string): string {
  if (type.items.length === 0)
    return isNever(type.rest) ? '[]' : `${printOperand(type.rest, printer, name)}[]`
  const loose = [...type.items.slice(type.required), type.rest]
  if (loose.some((item) => holdsRecursiveArray(item)))
    return printArray(withoutLoose(type, isWide(printer)), printer, name)
  const elements = type.items.map((item, index) =>
    index < type.required
      ? printType(item, printer, name)
      : `${printOperand(item, printer, name)}?`,
  )
  if (!isNever(type.rest)) elements.push(`...${printOperand(type.rest, printer, name)}[]`)
  return `[${elements.join(', ')}]`
}

/** A tuple TypeScript would refuse: any number of its elements, or only those that must be there. */
function withoutLoose({ items, required, rest }: ArrayType, wide: boolean): ArrayType {
  return wide
    ? { kind: 'array', items: [], required: 0, rest: union([...items, rest]) }
    : { kind: 'array', items: items.slice(0, required), required, rest: NEVER }
}

function objectLines(type: ObjectType, printer: Printer, noted: boolean): string[] {
  const lines: string[] = []
  if (!noted && printer.docs !== 'none')
    for (const note of type.notes ?? []) lines.push(`// ${commentLine(note, printer.fenceSafe)}`)
  ordered(type.properties, printer).forEach((property, name) => {
    lines.push(printProperty(name, property, printer))
  })
  if (!printer.faithful) for (const line of indexLines(type, printer)) lines.push(line)
  return lines
}

function ordered(
  properties: ObjectType['properties'],
  { order, compare }: Printer,
): ObjectType['properties'] {
  if (order === 'source') return properties
  return new Map(
    [...properties].sort(([a, one], [b, other]) =>
      order === 'alpha' ? compare(a, b) : Number(other.required) - Number(one.required),
    ),
  )
}

/** Members every object has; an optional property of that name must admit the inherited one. */
const INHERITED = new Set(
  'constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf'.split(
    ' ',
  ),
)

export const inherits = (name: string, { type, required }: Property) =>
  !required && INHERITED.has(name) && type.kind !== 'unknown'

function printProperty(name: string, property: Property, printer: Printer): string {
  const type = printType(property.type, printer, name, true)
  const text = `${printer.propertyName(name)}${property.required ? ': ' : '?: '}${type}${inherits(name, property) ? ' | Function;' : ';'}`
  if (printer.docs === 'none') return text
  const comment = printComment(property, printer)
  return printer.docs === 'trailing' ? text + comment : comment + text
}

/** Every valid value must be assignable. */
export function isWide(printer: Printer): boolean {
  return printer.profile === 'exact' || printer.direction === 'output'
}

function printComment(property: Property, printer: Printer): string {
  const description = property.description
    ? commentLine(property.description, printer.fenceSafe)
    : ''
  const notes: string[] = []
  collectNotes(notes, property.type, printer, '', true)
  const facts =
    description && notes.length ? notes.filter((note) => !isStated(note, description)) : notes
  return description || facts.length ? printer.comment(description, facts) : ''
}

/** Adds the notes of a type that no line of its own carries. */
function collectNotes(
  notes: string[],
  type: Type,
  printer: Printer,
  prefix: string,
  direct: boolean,
): void {
  if (type.notes && (direct || type.kind !== 'object'))
    for (const note of type.notes) {
      const text = commentLine(note, printer.fenceSafe)
      if (text) notes.push(prefix + text)
    }
  if (type.kind === 'reference') {
    const documentation = printer.documentationOf(type.target)
    if (documentation) notes.push(prefix + documentation)
  } else if (type.kind === 'union' || type.kind === 'intersection')
    for (const member of type.members) collectNotes(notes, member, printer, prefix, false)
  else if (type.kind === 'array') {
    for (const item of type.items) collectNotes(notes, item, printer, `each ${prefix}`, false)
    collectNotes(notes, type.rest, printer, `each ${prefix}`, false)
  }
}
