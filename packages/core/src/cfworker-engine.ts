import { Validator } from '@cfworker/json-schema'
import type { JsonSchema } from './json-schema'
import { faultsToIssues } from './json-schema-faults'
import type { Draft, JsonSchemaCheck, SchemaDocuments } from './json-schema-validator'

export { useParsePointer } from './json-schema-faults'

/** Compiles a schema with `@cfworker/json-schema`; its issues are told as ours. */
export function compileSchema(
  schema: JsonSchema,
  draft: Draft,
  documents: SchemaDocuments,
): JsonSchemaCheck {
  const make = (shortCircuit: boolean) => {
    const validator = new Validator(ownCopy(schema) as object, draft, shortCircuit)
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
