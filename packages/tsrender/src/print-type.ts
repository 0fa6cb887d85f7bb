import { commentLine, propertyName, stringLiteral } from './escape'
import { compareCodePoints } from './order'
import type { ArrayType, ObjectType, Property, Type } from './type'

export interface PrintStyle {
  /** One level of indentation. */
  indent: string
  /** Sorts properties by name in byte order; otherwise they keep the order of the schema. */
  sorted: boolean
  /** The original put parentheses around every array item whose text holds a union, however deep. */
  textualParentheses?: boolean
}

/** Prints a type as TypeScript. `level` is the depth of indentation of the line it starts on. */
export function printType(type: Type, style: PrintStyle, level = 0): string {
  switch (type.kind) {
    case 'string':
      return type.values?.map(stringLiteral).join(' | ') ?? type.alias ?? 'string'
    case 'number':
      return type.values?.map(numberLiteral).join(' | ') ?? 'number'
    case 'boolean':
      return `${type.value ?? 'boolean'}`
    case 'array':
      return printArray(type, style, level)
    case 'object':
      return printObject(type, style, level)
    case 'union':
      return type.members.map((member) => printType(member, style, level)).join(' | ') || 'never'
    case 'intersection':
      return type.members.map((member) => printOperand(member, style, level)).join(' & ')
    case 'reference':
      return type.target.name
    case 'verbatim':
      return type.text
    default:
      return type.kind
  }
}

function numberLiteral(value: number): string {
  return `${value}`
}

/** Prints a type so that a postfix or an `&` binds to all of it. */
function printOperand(type: Type, style: PrintStyle, level: number): string {
  const text = printType(type, style, level)
  const open = style.textualParentheses
    ? text.includes(' | ')
    : (type.kind === 'union' && type.members.length > 1) ||
      type.kind === 'intersection' ||
      ((type.kind === 'string' || type.kind === 'number') && (type.values?.length ?? 0) > 1)
  return open ? `(${text})` : text
}

function printArray(type: ArrayType, style: PrintStyle, level: number): string {
  return `${printOperand(type.rest, style, level)}[]`
}

function printObject(type: ObjectType, style: PrintStyle, level: number): string {
  if (type.properties.size === 0) return '{}'
  const entries = [...type.properties]
  if (style.sorted) entries.sort(([a], [b]) => compareCodePoints(a, b))
  const pad = style.indent.repeat(level + 1)
  const lines = entries.map((entry) => pad + printProperty(...entry, style, level + 1))
  return `{\n${lines.join('\n')}\n${style.indent.repeat(level)}}`
}

function printProperty(name: string, property: Property, style: PrintStyle, level: number): string {
  const text = `${propertyName(name)}${property.required ? '' : '?'}: ${printType(property.type, style, level)};`
  return property.description ? `${text} // ${commentLine(property.description)}` : text
}
