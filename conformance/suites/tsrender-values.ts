import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { renderType } from '@toolprism/tsrender'
import { verifyAll } from '@toolprism/tsrender/verify'
import type { ValidateFunction } from 'ajv'
import { createGeneratorSync } from 'json-schema-faker'
import { literalType } from '../lib/literal-type'
import type { Conformance, ConformanceSuite } from '../lib/suite.mjs'

const require = createRequire(join(process.cwd(), 'package.json'))

/** What the goal asks; `TSRENDER_VALUES=20` answers in a fraction of the time. */
const VALUES = Number(process.env['TSRENDER_VALUES'] ?? 200)
/** Schemas compiled in one program. */
const BATCH = 60
const ASSIGNABLE = 'generated values are assignable'

/** For every schema of the real catalogs: values a library makes and ajv accepts are assignable in `exact`. */
export default {
  name: 'tsrender-values',
  async run(conformance) {
    const folder = [process.env['TOOLPRISM_SHARED'], '../../shared', '../../../shared']
      .map((path) => path && join(path, 'catalogs'))
      .find((path) => path && existsSync(path))
    if (!folder) {
      console.log(
        'tsrender-values: no catalogs here (TOOLPRISM_SHARED names the folder above them)',
      )
      return
    }
    const files = readdirSync(folder).filter((name) => name.endsWith('.tools.json'))
    for (const file of files) {
      const schemas = readSchemas(folder, file)
      let values = 0
      for (let start = 0; start < schemas.length; start += BATCH)
        values += askBatch(conformance, schemas.slice(start, start + BATCH))
      console.log(`tsrender-values ${file}: ${values} values of ${schemas.length} schemas`)
    }
  },
} satisfies ConformanceSuite

interface Asked {
  id: string
  schema: object
}

function readSchemas(folder: string, file: string): Asked[] {
  const { tools } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    tools: Record<string, unknown>[]
  }
  return tools.flatMap((tool) =>
    (['inputSchema', 'outputSchema'] as const)
      .filter((side) => tool[side])
      .map((side) => ({ id: `${file} ${tool['name']} ${side}`, schema: tool[side] as object })),
  )
}

/** Compiles a batch of schemas with their values and answers how many values there were. */
function askBatch(conformance: Conformance, schemas: readonly Asked[]): number {
  const made = schemas.map(({ schema }) => valuesOf(schema))
  const texts = schemas.map(({ schema }, index) => {
    const { type, types } = renderType(schema, { profile: 'exact' })
    // Equal values are one question.
    const values = new Set(made[index]!.values.map((value) => literalType(value)))
    const questions = [...values].map(
      (value, at) => `export const answer${at}: [${value}] extends [Asked] ? true : false = true`,
    )
    return [...types.map(({ text }) => text), `type Asked = ${type}`, ...questions].join('\n')
  })
  verifyAll(texts).forEach((problems, index) => {
    const { id } = schemas[index]!
    const { values, tried } = made[index]!
    if (problems.length)
      conformance.fail(ASSIGNABLE, id, `${problems.length} rejected: ${problems[0]!.message}`)
    else for (const _ of values) conformance.pass(ASSIGNABLE)
    if (values.length === VALUES) conformance.pass(`${VALUES} values a schema`)
    else
      conformance.fail(`${VALUES} values a schema`, id, `${values.length} valid in ${tried} tries`)
  })
  return made.reduce((sum, { values }) => sum + values.length, 0)
}

function valuesOf(schema: object): { values: unknown[]; tried: number } {
  const validate = compile(schema)
  const generator = createGeneratorSync({
    seed: 1,
    refDepthMax: 3,
    optionalsProbability: 0.6,
  } as never)
  const values: unknown[] = []
  let tried = 0
  while (values.length < VALUES && tried < VALUES * 3) {
    tried++
    let value: unknown
    try {
      value = generator.generate(schema as never)
    } catch {
      continue
    }
    if (validate(value)) values.push(value)
  }
  return { values, tried }
}

function compile(schema: object): ValidateFunction {
  const old = /draft-0[47]/.test(`${(schema as { $schema?: string }).$schema}`)
  const { default: Ajv } = require(old ? 'ajv' : 'ajv/dist/2020')
  const { default: addFormats } = require('ajv-formats')
  const ajv = new Ajv({ strict: false, allErrors: false, logger: false })
  addFormats(ajv)
  return ajv.compile(schema)
}
