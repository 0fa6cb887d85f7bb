import type { JsonSchema } from './json-schema'
import { faultsToIssues } from './json-schema-faults'
import type { StandardIssue } from './standard-schema'

/** Checks one value; undefined means it is valid. */
export type JsonSchemaCheck = (value: unknown) => readonly StandardIssue[] | undefined

/**
 * Compiles JSON Schemas. `compile` may answer a promise while the engine loads; once loaded it answers at once.
 * Undefined stands for a dialect the engine does not know: the value is then not checked, and the caller told so.
 */
export interface JsonSchemaValidator {
  compile(schema: JsonSchema): JsonSchemaCheck | undefined | Promise<JsonSchemaCheck | undefined>
}

type Engine = typeof import('@cfworker/json-schema')

let engine: Engine | undefined
let loading: Promise<Engine> | undefined

/** The default validator: `@cfworker/json-schema`, without eval, loaded on first use. Draft 2020-12, 2019-09, 07, 06 and 04. */
export const defaultValidator: JsonSchemaValidator = {
  compile(schema) {
    const draft = draftOf(schema.$schema)
    if (draft === undefined) return undefined
    if (engine) return check(engine, schema, draft)
    loading ??= import('@cfworker/json-schema').then((loaded) => {
      engine = loaded
      return loaded
    })
    return loading.then((loaded) => check(loaded, schema, draft))
  },
}

function check(loaded: Engine, schema: JsonSchema, draft: Draft): JsonSchemaCheck {
  // The engine writes its own properties into a schema: it gets a copy.
  const validator = new loaded.Validator(structuredClone(schema) as object, draft, true)
  const explainer = () => new loaded.Validator(structuredClone(schema) as object, draft, false)
  return (value) => {
    if (validator.validate(value).valid) return undefined
    const faults = explainer()
      .validate(value)
      .errors.map(({ error, ...fault }) => ({
        ...fault,
        message: error,
      }))
    return faultsToIssues(faults, schema, value)
  }
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
