import type { Ajv, ErrorObject, Options } from 'ajv'
import type { JsonSchema } from './json-schema'
import { faultsToIssues, type JsonSchemaFault, useParsePointer } from './json-schema-faults'
import type { JsonSchemaValidator, SchemaDocuments } from './json-schema-validator'
import { parsePointer, valueAt } from './places'
import { ToolError } from './tool-error'

export interface AjvValidatorOptions {
  /** Prepares each engine, once: formats (`ajv-formats`), keywords. */
  configure?(ajv: Ajv): void
  /** Options of ajv, over ours. */
  ajvOptions?: Options
}

type Dialect = '2020-12' | '2019-09' | '07'

// Keywords ajv does not know are annotations; inherited names such as toString are no properties.
const ours: Options = {
  strict: false,
  allErrors: true,
  ownProperties: true,
  logger: false,
  multipleOfPrecision: 9,
}

/**
 * A JSON Schema validator on ajv 8 (an optional peer; it compiles with `new Function`). The engine is picked by
 * `$schema`: draft 2020-12 (also without one), 2019-09, 07 and 06; any other dialect is left unchecked, and the
 * result's `meta['toolprism/unchecked']` says so. Engines load on first use.
 */
export function ajvValidator(options: AjvValidatorOptions = {}): JsonSchemaValidator {
  useParsePointer(parsePointer)
  const engines = new Map<Dialect, Promise<Ajv>>()
  const loaded = new Map<Dialect, Ajv>()
  const load = (dialect: Dialect) => {
    const engine =
      engines.get(dialect) ??
      loadEngine(dialect).then((Engine) => {
        const ajv = new Engine({ ...ours, ...options.ajvOptions })
        options.configure?.(ajv)
        loaded.set(dialect, ajv)
        return ajv
      })
    engines.set(dialect, engine)
    return engine
  }
  return {
    compile(schema, documents = {}) {
      const dialect = dialectOf(schema.$schema)
      if (dialect === undefined) return undefined
      const ready = loaded.get(dialect)
      if (ready) return compile(ready, schema, documents)
      return load(dialect).then((ajv) => compile(ajv, schema, documents))
    },
  }
}

function compile(ajv: Ajv, schema: JsonSchema, documents: SchemaDocuments) {
  for (const [uri, document] of Object.entries(documents))
    if (!ajv.getSchema(uri)) ajv.addSchema(document, uri)
  // An id is not ours to keep: two tools may use the same one for different documents.
  const { $id } = schema
  const check = (() => {
    try {
      return ajv.compile(schema)
    } catch (cause) {
      throw new ToolError(
        'SCHEMA_UNSUPPORTED',
        `ajv cannot compile the schema: ${(cause as Error).message}`,
        { cause },
      )
    } finally {
      ajv.removeSchema(schema)
      if ($id !== undefined) ajv.removeSchema($id as string)
    }
  })()
  return (value: unknown) =>
    check(value) ? undefined : faultsToIssues(toFaults(check.errors ?? [], schema), schema, value)
}

/** ajv's errors, with the branches of a union told through their `$ref`s, as the other engine tells them. */
function toFaults(errors: readonly ErrorObject[], schema: JsonSchema): JsonSchemaFault[] {
  const faults = errors.map((error) => {
    const { missingProperty, additionalProperty, unevaluatedProperty } = error.params
    return {
      instanceLocation: error.instancePath,
      keyword: error.keyword,
      keywordLocation: error.schemaPath,
      message: error.message ?? 'does not match the schema',
      property: missingProperty ?? additionalProperty ?? unevaluatedProperty,
    }
  })
  for (const [index, union] of faults.entries()) {
    if (union.keyword !== 'anyOf' && union.keyword !== 'oneOf') continue
    const branches = valueAt(schema, parsePointer(union.keywordLocation.slice(1)))
    if (!Array.isArray(branches)) continue
    // A branch's errors stand before the union's own; those behind a $ref are told from the ref's target.
    for (const fault of faults.slice(0, index))
      for (const [branch, { $ref }] of branches.entries())
        if (
          typeof $ref === 'string' &&
          fault.keywordLocation.startsWith(`${$ref}/`) &&
          fault.instanceLocation.startsWith(union.instanceLocation)
        )
          fault.keywordLocation = `${union.keywordLocation}/${branch}/$ref${fault.keywordLocation.slice($ref.length)}`
  }
  return faults
}

async function loadEngine(dialect: Dialect): Promise<typeof Ajv> {
  if (dialect === '2020-12')
    return (await import('ajv/dist/2020.js')).Ajv2020 as unknown as typeof Ajv
  if (dialect === '2019-09')
    return (await import('ajv/dist/2019.js')).Ajv2019 as unknown as typeof Ajv
  return (await import('ajv')).Ajv
}

function dialectOf(dialect: unknown): Dialect | undefined {
  if (dialect === undefined) return '2020-12'
  if (typeof dialect !== 'string') return undefined
  const version =
    /^https?:\/\/json-schema\.org\/(?:draft\/)?(2020-12|2019-09|draft-0[67])\/schema#?$/.exec(
      dialect,
    )?.[1]
  if (version === undefined) return undefined
  return version.startsWith('draft') ? '07' : (version as Dialect)
}

export type { JsonSchemaCheck, JsonSchemaValidator } from './json-schema-validator'
