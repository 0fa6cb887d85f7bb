import type { JsonSchema } from './json-schema'
import { faultsToIssues } from './json-schema-faults'
import type { StandardIssue } from './standard-schema'

/** Checks one value; undefined means it is valid. */
export type JsonSchemaCheck = (value: unknown) => readonly StandardIssue[] | undefined

/** Other documents that `$ref`s lead to, by their absolute URI. */
export type SchemaDocuments = Readonly<Record<string, JsonSchema | boolean>>

/**
 * Compiles JSON Schemas. `compile` may answer a promise while the engine loads; once loaded it answers at once.
 * Undefined stands for a dialect the engine does not know: values are then not checked, and the result says so.
 */
export interface JsonSchemaValidator {
  compile(
    schema: JsonSchema,
    documents?: SchemaDocuments,
  ): JsonSchemaCheck | undefined | Promise<JsonSchemaCheck | undefined>
}

type Engine = typeof import('@cfworker/json-schema')

let engine: Engine | undefined
let loading: Promise<Engine> | undefined

/** The default validator: `@cfworker/json-schema`, without eval, loaded on first use. Draft 2020-12, 2019-09, 07, 06 and 04. */
export const defaultValidator: JsonSchemaValidator = {
  compile(schema, documents = {}) {
    const draft = draftOf(schema.$schema)
    if (draft === undefined) return undefined
    if (engine) return check(engine, schema, draft, documents)
    loading ??= import('@cfworker/json-schema').then((loaded) => {
      engine = loaded
      return loaded
    })
    return loading.then((loaded) => check(loaded, schema, draft, documents))
  },
}

function check(
  loaded: Engine,
  schema: JsonSchema,
  draft: Draft,
  documents: SchemaDocuments,
): JsonSchemaCheck {
  const make = (shortCircuit: boolean) => {
    const validator = new loaded.Validator(ownCopy(schema) as object, draft, shortCircuit)
    for (const [uri, document] of Object.entries(documents))
      validator.addSchema(ownCopy(document) as object, uri)
    return validator
  }
  const validator = make(true)
  let explainer: typeof validator | undefined
  return (value) => {
    if (validator.validate(value).valid) return undefined
    explainer ??= make(false)
    const faults = explainer.validate(value).errors.map(({ error, ...fault }) => ({
      ...fault,
      message: error,
      property: /[Pp]roperty "(.*)"/.exec(error)?.[1],
    }))
    return faultsToIssues(faults, schema, value)
  }
}

/**
 * A copy the engine may write into. It knows no dynamic references: they are followed as static ones, which is
 * what they are wherever a document does not extend another.
 */
function ownCopy(document: unknown): unknown {
  const copy: unknown = structuredClone(document)
  const stack: unknown[] = [copy]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item !== 'object' || item === null) continue
    const schema = item as Record<string, unknown>
    const { $dynamicAnchor, $dynamicRef } = schema
    if (typeof $dynamicAnchor === 'string') schema['$anchor'] ??= $dynamicAnchor
    if (typeof $dynamicRef === 'string') {
      if (schema['$ref'] === undefined) schema['$ref'] = $dynamicRef
      else schema['allOf'] = [...((schema['allOf'] as unknown[]) ?? []), { $ref: $dynamicRef }]
    }
    for (const child of Object.values(schema)) stack.push(child)
  }
  return copy
}

type Draft = '4' | '7' | '2019-09' | '2020-12'

/** The engine's name of a dialect; 2020-12 when none is declared, undefined for one it does not know. */
export function draftOf(dialect: unknown): Draft | undefined {
  if (dialect === undefined) return '2020-12'
  if (typeof dialect !== 'string') return undefined
  const match =
    /^https?:\/\/json-schema\.org\/(?:draft\/)?(2020-12|2019-09|draft-0[4-7])\/schema#?$/.exec(
      dialect,
    )?.[1]
  if (match === undefined) return undefined
  if (match === 'draft-04') return '4'
  return match.startsWith('draft') ? '7' : (match as Draft)
}
