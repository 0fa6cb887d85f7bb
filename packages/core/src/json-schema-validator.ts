import type { JsonSchema } from './json-schema'
import { parsePointer } from './places'
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

type Engine = typeof import('./cfworker-engine')

let engine: Engine | undefined
let loading: Promise<Engine> | undefined

/** The default validator: `@cfworker/json-schema`, without eval, loaded on first use. Draft 2020-12, 2019-09, 07, 06 and 04. */
export const defaultValidator: JsonSchemaValidator = {
  compile(schema, documents = {}) {
    const draft = draftOf(schema.$schema)
    if (draft === undefined) return undefined
    if (engine) return engine.compileSchema(schema, draft, documents)
    loading ??= import('./cfworker-engine').then((loaded) => {
      loaded.useParsePointer(parsePointer)
      engine = loaded
      return loaded
    })
    return loading.then((loaded) => loaded.compileSchema(schema, draft, documents))
  },
}

export type Draft = '4' | '7' | '2019-09' | '2020-12'

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
