import { commentLine, stringLiteral } from './escape'
import { isStated } from './notes'
import { indexLines } from './print-index'
import {
  type ArrayType,
  type Definition,
  isNever,
  type ObjectType,
  type Property,
  type StringType,
  type Type,
} from './type'

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
  comment(parts: string[]): string
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
  return (printer.faithful || texts.length === 1 ? texts : [...new Set(texts)]).join(' | ')
}

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
  const elements = type.items.map((item, index) =>
    index < type.required
      ? printType(item, printer, name)
      : `${printOperand(item, printer, name)}?`,
  )
  if (!isNever(type.rest)) elements.push(`...${printOperand(type.rest, printer, name)}[]`)
  return `[${elements.join(', ')}]`
}

function objectLines(type: ObjectType, printer: Printer, noted: boolean): string[] {
  const entries = [...type.properties]
  if (printer.order === 'alpha') entries.sort(([a], [b]) => printer.compare(a, b))
  if (printer.order === 'required-first')
    entries.sort(([, a], [, b]) => Number(b.required) - Number(a.required))
  const notes = noted || printer.docs === 'none' ? [] : (type.notes ?? [])
  return [
    ...notes.map((note) => `// ${commentLine(note, printer.fenceSafe)}`),
    ...entries.map(([name, property]) => printProperty(name, property, printer)),
    ...(printer.faithful ? [] : indexLines(type, printer)),
  ]
}

/** Members every object has; an optional property of that name must admit the inherited one. */
const INHERITED =
  /^(?:constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|to(?:Locale)?String|valueOf)$/

function printProperty(name: string, property: Property, printer: Printer): string {
  const { type, required } = property
  const inherits = !required && INHERITED.test(name) && type.kind !== 'unknown'
  const text = `${printer.propertyName(name)}${required ? '' : '?'}: ${printType(type, printer, name, true)}${inherits ? ' | Function' : ''};`
  return withComment(text, commentOf(property, printer), printer)
}

/** Every valid value must be assignable. */
export function isWide(printer: Printer): boolean {
  return printer.profile === 'exact' || printer.direction === 'output'
}

function withComment(text: string, parts: string[], printer: Printer): string {
  if (!parts.some(Boolean) || printer.docs === 'none') return text
  const comment = printer.comment(parts)
  return printer.docs === 'trailing' ? `${text}${comment}` : `${comment}${text}`
}

function commentOf(property: Property, printer: Printer): string[] {
  if (printer.docs === 'none') return []
  const description = commentLine(property.description ?? '', printer.fenceSafe)
  const notes = notesBelow(property.type, printer, true)
  return [description, ...notes.filter((note) => note && !isStated(note, description))]
}

/** The notes of a type that no line of its own carries. */
function notesBelow(type: Type, printer: Printer, direct = false): string[] {
  const notes =
    direct || type.kind !== 'object'
      ? (type.notes ?? []).map((note) => commentLine(note, printer.fenceSafe))
      : []
  if (type.kind === 'reference') notes.push(printer.documentationOf(type.target))
  if (type.kind === 'union' || type.kind === 'intersection')
    for (const member of type.members) notes.push(...notesBelow(member, printer))
  if (type.kind === 'array')
    for (const item of [...type.items, type.rest])
      notes.push(...notesBelow(item, printer).map((note) => `each ${note}`))
  return notes
}
