import type { JsonObject } from './schema-document'
import { NEVER, NULL, NUMBER, type Property, type Type, UNKNOWN } from './type'
import { union } from './union'

/** Constants nested deeper than this are `unknown` inside. */
const MAX_DEPTH = 32

/** The type of exactly these JSON values. `onLoss` is called where it has to be wider. */
export function literalsOf(values: readonly unknown[], onLoss: () => void): Type {
  const strings = new Set<string>()
  const numbers = new Set<number>()
  const others: Type[] = []
  for (const value of values) {
    // `-0` is 0; `1e400` is read as Infinity, which no literal says.
    if (typeof value === 'string') strings.add(value)
    else if (typeof value === 'number' && Number.isFinite(value)) numbers.add(value + 0)
    else others.push(literalOf(value, onLoss, 0))
  }
  const types: Type[] = []
  if (strings.size) types.push({ kind: 'string', values: [...strings] })
  if (numbers.size) types.push({ kind: 'number', values: [...numbers] })
  return union([...types, ...others])
}

function literalOf(value: unknown, onLoss: () => void, depth: number): Type {
  if (value === null) return NULL
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    onLoss()
    return NUMBER
  }
  // Functions, symbols and such are no JSON; they stand for nothing in particular.
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'number'
      ? literalsOf([value], onLoss)
      : UNKNOWN
  if (depth > MAX_DEPTH) {
    onLoss()
    return UNKNOWN
  }
  const inner = (item: unknown) => literalOf(item, onLoss, depth + 1)
  if (Array.isArray(value))
    return { kind: 'array', items: value.map(inner), required: value.length, rest: NEVER }
  const properties = new Map<string, Property>()
  for (const name of Object.keys(value))
    properties.set(name, { type: inner((value as JsonObject)[name]), required: true })
  return { kind: 'object', properties, patterns: [], additional: NEVER, explicit: false }
}
