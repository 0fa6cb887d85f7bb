import { fromJsonSchema, type JsonSchema } from '@toolprism/core'
import { type Draft, loadJsonSchemaSuite } from '../json-schema-suite.mjs'
import type { ConformanceSuite } from '../lib/suite.mjs'

const dialects: Partial<Record<Draft, string>> = {
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
  draft7: 'http://json-schema.org/draft-07/schema#',
}

export default {
  name: 'json-schema',
  async run(conformance) {
    for (const [draft, dialect] of Object.entries(dialects))
      for (const group of loadJsonSchemaSuite(draft as Draft)) {
        if (group.optional) continue
        for (const test of group.tests) {
          const name = `default, ${draft}`
          const id = `${group.file}: ${group.description}: ${test.description}`
          try {
            // A boolean schema is no document of ours; an object around it says the same.
            const document =
              typeof group.schema === 'boolean' ? { allOf: [group.schema] } : group.schema
            const schema = fromJsonSchema(
              { $schema: dialect, ...(document as JsonSchema) },
              { defaults: false },
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
