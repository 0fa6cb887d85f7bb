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
    if (integer || words & WORDS.number) notes.push(...numberNotes(schema, integer))
    if (words & WORDS.string) notes.push(...stringNotes(schema, lowering))
    if (words & WORDS.about) notes.push(...contentNotes(schema))
  }
  if (words & WORDS.array) notes.push(...arrayNotes(schema, lowering))
  if (words & WORDS.object) notes.push(...objectNotes(schema))
  if (words & WORDS.combinator && lowering.options.profile === 'prompt')
    notes.push(...leftoverNotes(schema))
  if (words & WORDS.about) notes.push(...aboutNotes(schema))
  return notes
}

function aboutNotes(schema: JsonObject): string[] {
  const notes: string[] = []
  const value = own(schema, 'default')
  if (value !== undefined && value !== null) notes.push(...valueNote('default', value))
  const examples = own(schema, 'examples')
  if (Array.isArray(examples) && examples.length) notes.push(...valueNote('e.g.', examples[0]))
  for (const [keyword, note] of FLAGS) if (own(schema, keyword) === true) notes.push(note)
  return notes
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

function numberNotes(schema: JsonObject, integer: boolean): string[] {
  const notes = integer && !/^int/.test(`${own(schema, 'format')}`) ? ['int'] : []
  const least = own(schema, 'minimum')
  const most = own(schema, 'maximum')
  const above = own(schema, 'exclusiveMinimum')
  const below = own(schema, 'exclusiveMaximum')
  // Draft 4 wrote `exclusiveMinimum: true` beside the bound.
  const [lower, upper] = [above === true, below === true]
  const range = [
    boundNote('>', lower ? least : above),
    boundNote('<', upper ? most : below),
    rangeNote(lower ? undefined : least, upper ? undefined : most),
  ]
  notes.push(...range.filter(Boolean))
  const step = own(schema, 'multipleOf')
  if (typeof step === 'number' && !(integer && step === 1)) notes.push(`multiple of ${step}`)
  return notes
}

const isBound = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < 2 ** 53 - 1

const boundNote = (sign: string, value: unknown) => (isBound(value) ? `${sign} ${value}` : '')

function rangeNote(least: unknown, most: unknown): string {
  if (isBound(least))
    return isBound(most) ? (least === most ? `${least}` : `${least}..${most}`) : `>= ${least}`
  return isBound(most) ? `<= ${most}` : ''
}

function stringNotes(schema: JsonObject, lowering: Lowering): string[] {
  const notes: string[] = []
  const format = own(schema, 'format')
  if (typeof format === 'string' && !Object.hasOwn(lowering.options.formatAliases ?? {}, format))
    notes.push(format)
  const length = rangeNote(own(schema, 'minLength'), own(schema, 'maxLength'))
  if (length) notes.push(`len ${length}`)
  const pattern = own(schema, 'pattern')
  if (typeof pattern === 'string' && pattern.length <= MAX_PATTERN) notes.push(`/${pattern}/`)
  return notes
}

function contentNotes(schema: JsonObject): string[] {
  const encoding = own(schema, 'contentEncoding') ?? own(schema, 'contentMediaType')
  return typeof encoding === 'string' ? [encoding] : []
}

function arrayNotes(schema: JsonObject, lowering: Lowering): string[] {
  const notes: string[] = []
  // In the exact profile a short length is part of the type.
  const count = rangeNote(own(schema, 'minItems'), own(schema, 'maxItems'))
  if (count && !Array.isArray(own(schema, 'prefixItems')) && lowering.options.profile === 'prompt')
    notes.push(`items ${count}`)
  if (own(schema, 'uniqueItems') === true) notes.push('unique')
  if (isObject(own(schema, 'contains')))
    notes.push(...valueNote('contains', own(schema, 'contains')))
  return notes
}

function objectNotes(schema: JsonObject): string[] {
  const notes: string[] = []
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
  return notes
}

/** Conditions the prompt profile does not spell out as types. */
function leftoverNotes(schema: JsonObject): string[] {
  const notes: string[] = []
  if (isObject(own(schema, 'not'))) notes.push(...valueNote('not', own(schema, 'not')))
  if (
    isObject(own(schema, 'if')) &&
    !(Object.hasOwn(schema, 'then') && Object.hasOwn(schema, 'else'))
  )
    for (const keyword of ['if', 'then', 'else'])
      if (Object.hasOwn(schema, keyword)) notes.push(...valueNote(keyword, schema[keyword]))
  return notes
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

function valueNote(label: string, value: unknown): string[] {
  const text = jsonText(value, MAX_VALUE)
  return text === undefined ? [] : [`${label} ${text}`]
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
