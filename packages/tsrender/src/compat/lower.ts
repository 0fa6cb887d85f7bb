import { NEVER, type ObjectType, type Property, type Type } from '../type'
import { decodeSchema, type GoSchema } from './decode'
import { goLiteral } from './go-literal'

const ANY: Type = { kind: 'verbatim', text: 'any' }
const PRIMITIVES = new Map<string | undefined, Type>([
  ['string', { kind: 'string' }],
  ['number', { kind: 'number' }],
  ['integer', { kind: 'number' }],
  ['boolean', { kind: 'boolean' }],
  ['null', { kind: 'null' }],
])
const FORMATS = new Map<unknown, string>([
  ['agent-file', 'FilePath'],
  ['agent-dir', 'DirPath'],
])

/** The type agentsdk 0.3 gave a schema: the first row of its table that fits wins, siblings are ignored. */
export function lowerCompat(schema: unknown): Type {
  return lower(decodeSchema(schema))
}

function lower(schema: GoSchema | null): Type {
  if (schema === null) return ANY
  const nullable = nullableMember(schema.anyOf ?? [])
  if (nullable) return union([lower(nullable.member), { kind: 'null' }])
  if (isPresent(schema.const)) return verbatim(goLiteral(schema.const))
  if (schema.enum?.length) return union(schema.enum.map((value) => verbatim(goLiteral(value))))
  const type = schema.type || 'object'
  const alias = type === 'string' ? FORMATS.get(schema.format) : undefined
  if (alias) return { kind: 'string', alias }
  if (type === 'array') return array(isPresent(schema.items) ? lower(schema.items) : ANY)
  if (type === 'object') return object(schema)
  return PRIMITIVES.get(type) ?? ANY
}

const isPresent = <T>(value: T): value is NonNullable<T> => value !== undefined && value !== null
const verbatim = (text: string): Type => ({ kind: 'verbatim', text })
// Not normalised: the original printed repeated members.
const union = (members: Type[]): Type => ({ kind: 'union', members })
const array = (rest: Type): Type => ({ kind: 'array', items: [], required: 0, rest })

function nullableMember(anyOf: (GoSchema | null)[]): { member: GoSchema | null } | undefined {
  const [first, second] = anyOf
  if (anyOf.length !== 2) return undefined
  if (second?.type === 'null') return { member: first! }
  return first?.type === 'null' ? { member: second! } : undefined
}

function object(schema: GoSchema): ObjectType {
  const properties = new Map<string, Property>()
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const required = schema.required?.includes(name) ?? false
    properties.set(name, { type: lower(property), required, description: property?.description })
  }
  return { kind: 'object', properties, patterns: [], additional: NEVER, explicit: false }
}
