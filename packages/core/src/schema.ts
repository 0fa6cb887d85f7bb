import type { FromJsonSchema, JsonSchema } from './json-schema'
import { documentProblem } from './json-schema-document'
import {
  defaultValidator,
  type JsonSchemaCheck,
  type JsonSchemaValidator,
  type SchemaDocuments,
} from './json-schema-validator'
import type { StandardJsonSchema, StandardResult } from './standard-schema'
import type { ToolSchema } from './tool'
import { ToolError } from './tool-error'

/** What a schema parses to: what `execute` receives. */
export type SchemaOutput<Schema> = Schema extends { readonly '~standard': infer Props }
  ? Props extends { readonly types?: infer Types }
    ? NonNullable<Types> extends { readonly output: infer Output }
      ? Output
      : unknown
    : unknown
  : FromJsonSchema<Schema>

/** What a schema accepts: what a caller sends. */
export type SchemaInput<Schema> = Schema extends { readonly '~standard': infer Props }
  ? Props extends { readonly types?: infer Types }
    ? NonNullable<Types> extends { readonly input: infer Input }
      ? Input
      : unknown
    : unknown
  : FromJsonSchema<Schema>

/** A schema of any accepted kind, made ready once and kept by identity. */
export interface ReadySchema {
  kind: 'standard' | 'json'
  validate(value: unknown): StandardResult<unknown> | Promise<StandardResult<unknown>>
  /** The untouched document (`json`) or the library's own conversion (`standard`). @throws when it cannot be converted. */
  convert(target: string, side: 'input' | 'output'): Record<string, unknown>
}

const ready = new WeakMap<object, ReadySchema>()

/** @throws ToolError SCHEMA_UNSUPPORTED, naming the fix, for anything that is not one of the accepted kinds. */
export function readySchema(schema: unknown): ReadySchema {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null)
    throw unsupported(`a schema must be an object, not ${schema === null ? 'null' : typeof schema}`)
  const known = ready.get(schema)
  if (known) return known
  const made = makeReady(schema)
  ready.set(schema, made)
  return made
}

function makeReady(schema: object): ReadySchema {
  const standard = (schema as Partial<StandardJsonSchema>)['~standard']
  if (standard !== undefined) return fromStandard(schema, standard)
  const refusal = foreignKind(schema)
  if (refusal) throw unsupported(refusal)
  return readyJsonSchema(schema as JsonSchema, {})
}

function fromStandard(schema: object, standard: StandardJsonSchema['~standard']): ReadySchema {
  if (typeof standard?.validate !== 'function')
    throw unsupported('its "~standard" property has no validate function')
  const converter = standard.jsonSchema
  if (typeof converter?.input !== 'function' || typeof converter?.output !== 'function')
    throw unsupported(noConverter(schema, standard.vendor))
  return {
    kind: 'standard',
    validate: (value) => standard.validate(value),
    convert: (target, side) => converter[side]({ target }),
  }
}

function noConverter(schema: object, vendor: unknown): string {
  if (vendor === 'zod' && !('_zod' in schema))
    return 'it is a zod 3 schema, which cannot print itself as JSON Schema; use zod 4 (import * as z from "zod" with zod >= 4)'
  if (vendor === 'zod') return 'this zod cannot print itself as JSON Schema; use zod 4.2 or later'
  if (vendor === 'valibot')
    return 'valibot needs its converter; wrap it with toStandardJsonSchema from @valibot/to-json-schema'
  return `this ${typeof vendor === 'string' ? vendor : 'Standard'} schema carries no JSON Schema converter ("~standard".jsonSchema); wrap it with its library's converter, or give a JSON Schema object`
}

const keywords = new Set(
  `$anchor $comment $defs $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary additionalItems
  additionalProperties allOf anyOf const contains contentEncoding contentMediaType default definitions
  dependencies dependentRequired dependentSchemas deprecated description else enum examples exclusiveMaximum
  exclusiveMinimum format id if items maxContains maxItems maxLength maxProperties maximum minContains minItems
  minLength minProperties minimum multipleOf not nullable oneOf pattern patternProperties prefixItems properties
  propertyNames readOnly required then title type unevaluatedItems unevaluatedProperties uniqueItems writeOnly`.split(
    /\s+/,
  ),
)

/** Why an object without `~standard` is not a JSON Schema; undefined when it is one. */
function foreignKind(schema: object): string | undefined {
  if (typeof schema === 'function') return 'a function is no schema'
  if (Array.isArray(schema)) return 'an array is no schema'
  if ('_def' in schema && 'parse' in schema)
    return 'it is a zod 3 schema; use zod 4 (import * as z from "zod" with zod >= 4)'
  if ('_zod' in schema) return 'this zod carries no "~standard" property; use zod 4.2 or later'
  const names = Object.keys(schema)
  const values = Object.values(schema)
  if (values.some((value) => isSchemaLike(value)))
    return 'it is a plain object of schemas (a raw shape); wrap it, as in z.object({ … })'
  if (names.length > 0 && !names.some((name) => keywords.has(name)))
    return `it is neither a Standard Schema nor a JSON Schema (its keys are ${names.slice(0, 5).join(', ')})`
  return undefined
}

function isSchemaLike(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return '~standard' in value || '_zod' in value || ('_def' in value && 'parse' in value)
}

export interface FromJsonSchemaOptions {
  /** @default the built-in validator, `@cfworker/json-schema` */
  validator?: JsonSchemaValidator
  /** Other documents that `$ref`s lead to, by their absolute URI. */
  documents?: SchemaDocuments
  /** Fill properties that are absent and have a `default`, after the value was found valid. @default true */
  defaults?: boolean
}

/** A result of a value nobody could check, as its dialect is unknown. */
export type UncheckedResult = { value: unknown; issues?: undefined; unchecked: string }

/** @throws ToolError SCHEMA_UNSUPPORTED when the document is no plain data, too large, or a `$ref` leads nowhere. */
export function readyJsonSchema(schema: JsonSchema, options: FromJsonSchemaOptions): ReadySchema {
  const problem = documentProblem(schema)
  if (problem) throw unsupported(problem)
  const { validator = defaultValidator, documents, defaults = true } = options
  let compiled: JsonSchemaCheck | 'unchecked' | undefined
  const run = (check: JsonSchemaCheck | 'unchecked', value: unknown): StandardResult<unknown> => {
    if (check === 'unchecked')
      return { value, unchecked: String(schema.$schema) } as UncheckedResult
    let issues: ReturnType<JsonSchemaCheck>
    try {
      issues = check(value)
    } catch (cause) {
      throw unsupported(`it cannot be followed (${(cause as Error).message.split('\n')[0]})`)
    }
    if (issues) return { issues }
    return { value: defaults ? fillDefaults(schema, value) : value }
  }
  const keep = (check: JsonSchemaCheck | undefined) => {
    compiled = check ?? 'unchecked'
    return compiled
  }
  return {
    kind: 'json',
    validate(value) {
      if (compiled !== undefined) return run(compiled, value)
      const check = validator.compile(schema, documents)
      return check instanceof Promise
        ? check.then((loaded) => run(keep(loaded), value))
        : run(keep(check), value)
    },
    convert: () => schema as Record<string, unknown>,
  }
}

/** Absent properties with a `default` get it, through `properties` and `items`; the value is copied where it changes. */
export function fillDefaults(schema: unknown, value: unknown, depth = 0): unknown {
  if (depth > 32 || typeof schema !== 'object' || schema === null) return value
  if (typeof value !== 'object' || value === null) return value
  const { properties, items } = schema as { properties?: unknown; items?: unknown }
  if (Array.isArray(value)) {
    if (typeof items !== 'object' || items === null || Array.isArray(items)) return value
    const filled = value.map((item) => fillDefaults(items, item, depth + 1))
    return filled.some((item, index) => item !== value[index]) ? filled : value
  }
  if (typeof properties !== 'object' || properties === null) return value
  let filled: Record<string, unknown> | undefined
  for (const [key, property] of Object.entries(properties)) {
    const present = Object.hasOwn(value, key)
    const before = present ? (value as Record<string, unknown>)[key] : undefined
    const after = present
      ? fillDefaults(property, before, depth + 1)
      : structuredClone((property as { default?: unknown } | null)?.default)
    if (after === before || key === '__proto__') continue
    filled ??= { ...value }
    filled[key] = after
  }
  return filled ?? value
}

function unsupported(reason: string): ToolError {
  return new ToolError(
    'SCHEMA_UNSUPPORTED',
    `Not a usable schema: ${reason}. Accepted are zod 4, any Standard Schema with a JSON Schema converter, and JSON Schema objects.`,
  )
}

export type { ToolSchema }

/** Registers a made schema, so that a wrapper is as ready as what it wraps. */
export function setReady(schema: object, made: ReadySchema): void {
  ready.set(schema, made)
}
