/** The part of a schema that agentsdk 0.3 decoded into a fixed struct. */
export interface GoSchema {
  type?: string
  format?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: (GoSchema | null)[]
  items?: GoSchema | null
  properties?: Record<string, GoSchema | null>
  required?: string[]
}

type Check = (value: unknown, depth: number) => boolean

/** Deeper schemas count as undecodable, so that no recursion below meets the end of the stack. */
const MAX_DEPTH = 200

const text: Check = (value) => typeof value === 'string'
const flag: Check = (value) => typeof value === 'boolean'
const number: Check = (value) => typeof value === 'number'
const integer: Check = (value) => Number.isInteger(value)
const list: Check = (value) => Array.isArray(value)
const texts: Check = (value) =>
  Array.isArray(value) && value.every((item) => item === null || typeof item === 'string')
const schemas: Check = (value, depth) =>
  Array.isArray(value) && value.every((item) => schema(item, depth))
const schemaMap: Check = (value, depth) =>
  isRecord(value) && Object.values(value).every((item) => schema(item, depth))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schema: Check = (value, depth) =>
  value === null ||
  (isRecord(value) &&
    depth < MAX_DEPTH &&
    Object.entries(FIELDS).every(
      ([name, check]) =>
        !Object.hasOwn(value, name) || value[name] === null || check(value[name], depth + 1),
    ))

const FIELDS: Record<string, Check> = {
  type: text,
  format: text,
  description: text,
  pattern: text,
  enum: list,
  anyOf: schemas,
  items: schema,
  properties: schemaMap,
  required: texts,
  additionalProperties: flag,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minItems: integer,
  maxItems: integer,
  minLength: integer,
  maxLength: integer,
}

/** Go's decoder gave up on the whole schema at the first field of another type; the tool then took `{}`. */
export function decodeSchema(value: unknown): GoSchema {
  return isRecord(value) && schema(value, 0) ? value : {}
}
