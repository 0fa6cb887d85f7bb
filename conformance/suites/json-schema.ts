import { createRequire } from 'node:module'
import { fromJsonSchema, type JsonSchema, type JsonSchemaValidator } from '@toolprism/core'
import { ajvValidator } from '@toolprism/core/ajv'
import { type Draft, loadJsonSchemaRemotes, loadJsonSchemaSuite } from '../json-schema-suite.mjs'
import type { ConformanceSuite } from '../lib/suite.mjs'

/** What the suite takes for granted: the dialect of each draft. */
const dialects: Partial<Record<Draft, string>> = {
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
  draft7: 'http://json-schema.org/draft-07/schema#',
}

const require = createRequire(import.meta.url)
const vocabularies = [
  'core',
  'applicator',
  'unevaluated',
  'validation',
  'meta-data',
  'format-annotation',
  'content',
]

let remotes: [string, JsonSchema][] | undefined

/** The remotes a schema leads to, by file name and transitively; another draft's do not compile with its engine. */
function remotesOf(schema: unknown, draft: string): Record<string, JsonSchema> {
  remotes ??= [...loadJsonSchemaRemotes()] as [string, JsonSchema][]
  const own = remotes.filter(([uri]) => {
    const folder = /localhost:1234\/(draft[^/]+)\//.exec(uri)?.[1]
    return folder === undefined || folder === draft
  })
  const found: Record<string, JsonSchema> = {}
  let text = JSON.stringify(schema)
  for (let size = -1; size < Object.keys(found).length; ) {
    size = Object.keys(found).length
    for (const [uri, document] of own) {
      if (Object.hasOwn(found, uri) || !text.includes(uri.split('/').at(-1)!)) continue
      found[uri] = document
      text += JSON.stringify(document)
    }
  }
  return found
}

/** The default validator has no metaschemas built in: a schema that refers to one is given it. */
function metaschemasOf(schema: unknown): Record<string, JsonSchema> {
  if (!JSON.stringify(schema).includes('json-schema.org/draft')) return {}
  const found: Record<string, JsonSchema> = {
    'http://json-schema.org/draft-07/schema': require('ajv/dist/refs/json-schema-draft-07.json'),
    'https://json-schema.org/draft/2020-12/schema': require('ajv/dist/refs/json-schema-2020-12/schema.json'),
  }
  for (const name of vocabularies)
    found[`https://json-schema.org/draft/2020-12/meta/${name}`] = require(
      `ajv/dist/refs/json-schema-2020-12/meta/${name}.json`,
    )
  return found
}

export default {
  name: 'json-schema',
  async run(conformance) {
    for (const [draft, dialect] of Object.entries(dialects))
      for (const validator of ['default', 'ajv'] as const)
        for (const group of loadJsonSchemaSuite(draft as Draft)) {
          if (group.optional) continue
          // A boolean schema is no document of ours; an object around it says the same.
          const document = (
            typeof group.schema === 'boolean' ? { allOf: [group.schema] } : group.schema
          ) as JsonSchema
          const documents = {
            ...remotesOf(document, draft),
            ...(validator === 'default' ? metaschemasOf(document) : {}),
          }
          // Each group its own engine: the suite gives the same ids to different documents.
          const engine: { validator?: JsonSchemaValidator } =
            validator === 'ajv' ? { validator: ajvValidator() } : {}
          for (const test of group.tests) {
            const name = `${validator}, ${draft}`
            const id = `${group.file}: ${group.description}: ${test.description}`
            try {
              const schema = fromJsonSchema(
                { $schema: dialect, ...document },
                { defaults: false, documents, ...engine },
              )
              const result = await schema['~standard'].validate(test.data)
              const valid = result.issues === undefined
              if (valid === test.valid) conformance.pass(name)
              else conformance.fail(name, id, `expected ${test.valid ? 'valid' : 'invalid'}`)
            } catch (error) {
              conformance.fail(name, id, (error as Error).message.split('\n')[0] ?? '')
            }
          }
        }
  },
} satisfies ConformanceSuite
