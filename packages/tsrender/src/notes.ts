import { WORDS } from './keywords'
import type { Lowering } from './lower-schema'
import { isObject, type JsonObject, own } from './schema-document'

/** Texts that are longer say nothing a model could use beside a type. */
const MAX_PATTERN = 60
const MAX_VALUE = 120

const NOTHING: readonly string[] = []
export const INTEGER: readonly string[] = ['int']

/** What a schema says beyond its type, in the few words a comment can carry. */
export function notesOf(schema: JsonObject, lowering: Lowering, words: number): readonly string[] {
  const integer = isInteger(own(schema, 'type'))
  if (!(words & WORDS.note)) return integer && !(words & WORDS.values) ? INTEGER : NOTHING
  const notes: string[] = []
  if (!(words & WORDS.values)) {
    if (integer || words & WORDS.number) noteNumber(notes, schema, integer)
    if (words & WORDS.string) noteString(notes, schema, lowering)
    if (words & WORDS.about) noteContent(notes, schema)
  }
  if (words & WORDS.array) noteArray(notes, schema, lowering)
  if (words & WORDS.object) noteObject(notes, schema)
  if (words & WORDS.combinator && lowering.options.profile === 'prompt')
    noteLeftovers(notes, schema)
  if (words & WORDS.about) noteAbout(notes, schema)
  return notes
}

function noteAbout(notes: string[], schema: JsonObject): void {
  const value = own(schema, 'default')
  if (value !== undefined && value !== null) noteValue(notes, 'default', value)
  const examples = own(schema, 'examples')
  if (Array.isArray(examples) && examples.length) noteValue(notes, 'e.g.', examples[0])
  for (const [keyword, note] of FLAGS) if (own(schema, keyword) === true) notes.push(note)
}

function isInteger(type: unknown): boolean {
  return (
    type === 'integer' ||
    (Array.isArray(type) && type.includes('integer') && !type.includes('number'))
  )
}

const FLAGS = [
  ['deprecated', 'deprecated'],
  ['readOnly', 'read-only'],
  ['writeOnly', 'write-only'],
] as const

function noteNumber(notes: string[], schema: JsonObject, integer: boolean): void {
  if (integer && !/^int/.test(`${own(schema, 'format')}`)) notes.push('int')
  const least = own(schema, 'minimum')
  const most = own(schema, 'maximum')
  const above = own(schema, 'exclusiveMinimum')
  const below = own(schema, 'exclusiveMaximum')
  // Draft 4 wrote `exclusiveMinimum: true` beside the bound.
  const [lower, upper] = [above === true, below === true]
  noteBound(notes, '>', lower ? least : above)
  noteBound(notes, '<', upper ? most : below)
  const range = rangeNote(lower ? undefined : least, upper ? undefined : most)
  if (range) notes.push(range)
  const step = own(schema, 'multipleOf')
  if (typeof step === 'number' && !(integer && step === 1)) notes.push(`multiple of ${step}`)
}

const isBound = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < 2 ** 53 - 1

function noteBound(notes: string[], sign: string, value: unknown): void {
  if (isBound(value)) notes.push(`${sign} ${value}`)
}

function rangeNote(least: unknown, most: unknown): string {
  if (isBound(least))
    return isBound(most) ? (least === most ? `${least}` : `${least}..${most}`) : `>= ${least}`
  return isBound(most) ? `<= ${most}` : ''
}

function noteString(notes: string[], schema: JsonObject, lowering: Lowering): void {
  const format = own(schema, 'format')
  if (typeof format === 'string' && !Object.hasOwn(lowering.options.formatAliases ?? {}, format))
    notes.push(format)
  const length = rangeNote(own(schema, 'minLength'), own(schema, 'maxLength'))
  if (length) notes.push(`len ${length}`)
  const pattern = own(schema, 'pattern')
  if (typeof pattern === 'string' && pattern.length <= MAX_PATTERN) notes.push(`/${pattern}/`)
}

function noteContent(notes: string[], schema: JsonObject): void {
  const encoding = own(schema, 'contentEncoding') ?? own(schema, 'contentMediaType')
  if (typeof encoding === 'string') notes.push(encoding)
}

function noteArray(notes: string[], schema: JsonObject, lowering: Lowering): void {
  // In the exact profile a short length is part of the type.
  const count = rangeNote(own(schema, 'minItems'), own(schema, 'maxItems'))
  if (count && !Array.isArray(own(schema, 'prefixItems')) && lowering.options.profile === 'prompt')
    notes.push(`items ${count}`)
  if (own(schema, 'uniqueItems') === true) notes.push('unique')
  if (isObject(own(schema, 'contains'))) noteValue(notes, 'contains', own(schema, 'contains'))
}

function noteObject(notes: string[], schema: JsonObject): void {
  const count = rangeNote(own(schema, 'minProperties'), own(schema, 'maxProperties'))
  if (count) notes.push(`keys ${count}`)
  const names = own(schema, 'propertyNames')
  const pattern = isObject(names) ? own(names, 'pattern') : undefined
  if (typeof pattern === 'string' && pattern.length <= MAX_PATTERN) notes.push(`keys /${pattern}/`)
  for (const keyword of ['dependentRequired', 'dependencies']) {
    const needs = own(schema, keyword)
    if (!isObject(needs)) continue
    for (const name of Object.keys(needs)) {
      const others = needs[name]
      if (Array.isArray(others) && others.length) notes.push(`${name} needs ${others.join(', ')}`)
    }
  }
}

/** Conditions the prompt profile does not spell out as types. */
function noteLeftovers(notes: string[], schema: JsonObject): void {
  if (isObject(own(schema, 'not'))) noteValue(notes, 'not', own(schema, 'not'))
  if (
    isObject(own(schema, 'if')) &&
    !(Object.hasOwn(schema, 'then') && Object.hasOwn(schema, 'else'))
  )
    for (const keyword of ['if', 'then', 'else'])
      if (Object.hasOwn(schema, keyword)) noteValue(notes, keyword, schema[keyword])
}

/** Whether a description says already what a note would add: `(max 100, default 30)` beside `1..100` and `default 30`. */
export function isStated(note: string, description: string): boolean {
  const text = description.toLowerCase()
  const [, value] = /^default "?(.*?)"?$/.exec(note) ?? []
  if (value !== undefined) return text.includes('default') && hasWord(text, value.toLowerCase())
  const numbers = note.match(/-?\d+(?:\.\d+)?/g)
  if (!numbers) return /^[a-z-]+$/.test(note) && hasWord(text, note)
  if (!/^(?:[<>]=? )?[-\d.]+$/.test(note)) return false
  return BOUNDED.test(text) && numbers.every((number) => hasWord(text, number))
}

const BOUNDED =
  /\b(?:min|max|least|most|between|range|from|to|up|positive|limit)|\d\s?[-–]\s?\d|[<>≤≥]/

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word)
  if (at < 0 || word === '') return false
  return !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + word.length))
}

function noteValue(notes: string[], label: string, value: unknown): void {
  const text = jsonText(value, MAX_VALUE)
  if (text !== undefined) notes.push(`${label} ${text}`)
}

/** JSON text; undefined when it would be longer than `maximum`, or is no JSON (functions, cycles). */
export function jsonText(value: unknown, maximum = 100_000): string | undefined {
  let text = ''
  const write = (part: string) => {
    text += part
    return text.length <= maximum
  }
  const list = (parts: readonly unknown[], print: (part: never) => boolean) =>
    parts.every((part, index) => (index === 0 || write(',')) && print(part as never))
  const print = (item: unknown): boolean => {
    if (Array.isArray(item)) return write('[') && list(item, print) && write(']')
    if (!isObject(item))
      return write(`${typeof item === 'bigint' ? item : (JSON.stringify(item) ?? 'null')}`)
    const member = (name: string) => write(`${JSON.stringify(name)}:`) && print(item[name])
    return write('{') && list(Object.keys(item), member) && write('}')
  }
  try {
    return print(value) ? text : undefined
  } catch {
    // Nested deeper than the stack, or an accessor that throws.
    return undefined
  }
}
