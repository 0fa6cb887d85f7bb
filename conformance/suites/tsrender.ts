import { type RenderTypeOptions, renderType } from '@toolprism/tsrender'
import { verifyAll } from '@toolprism/tsrender/verify'
import { type Draft, loadJsonSchemaSuite } from '../json-schema-suite.mjs'
import { literalType } from '../lib/literal-type'
import type { Conformance, ConformanceSuite } from '../lib/suite.mjs'

const DRAFTS = [
  ['draft2020-12', 2020],
  ['draft7', 7],
  ['draft4', 4],
] as const satisfies readonly (readonly [Draft, RenderTypeOptions['dialect']])[]

/** Files about what no renderer reads: other servers, references that depend on the caller, annotations. */
const LEFT_OUT = new Set([
  'refRemote',
  'dynamicRef',
  'recursiveRef',
  'vocabulary',
  'format',
  'content',
])

/** Files whose keywords TypeScript can express. */
const EXPRESSIBLE = new Set(
  'additionalItems additionalProperties allOf anchor anyOf boolean_schema const enum infinite-loop-detection items maxItems minItems prefixItems properties ref required type not oneOf if-then-else'.split(
    ' ',
  ),
)

/** The kind of value a keyword speaks of: at a root without `type`, values of other kinds ask nothing of a type. */
const SPEAKS_OF: Record<string, string[]> = {
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
    'dependencies',
    'unevaluatedProperties',
  ],
  array: [
    'items',
    'prefixItems',
    'additionalItems',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
    'unevaluatedItems',
  ],
  string: ['pattern', 'minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}

export default {
  name: 'tsrender',
  async run(conformance) {
    // The exact profile says the same in both directions.
    runSuite(conformance, 'exact', 'input')
    runSuite(conformance, 'prompt', 'input')
    runSuite(conformance, 'prompt', 'output')
  },
} satisfies ConformanceSuite

interface Check {
  file: string
  id: string
  valid: boolean
}

/** Every instance of the official suite: is its literal type assignable exactly when it is valid? */
function runSuite(
  conformance: Conformance,
  profile: 'exact' | 'prompt',
  direction: 'input' | 'output',
) {
  const name = `${profile} ${direction}`
  const texts: string[] = []
  const checks: Check[][] = []
  for (const [draft, dialect] of DRAFTS)
    for (const group of loadJsonSchemaSuite(draft)) {
      const file = group.file.replace('.json', '')
      if (group.optional || LEFT_OUT.has(file) || refersElsewhere(group.schema)) continue
      const tests = group.tests.filter(({ data }) => isAsked(group.schema, data))
      const { type, types } = renderType(group.schema, { profile, direction, dialect })
      const questions = tests.map(
        ({ data, valid }, index) =>
          `export const answer${index}: [${literalType(data)}] extends [Asked] ? true : false = ${valid}`,
      )
      texts.push(
        [...types.map(({ text }) => text), `type Asked = ${type}`, ...questions].join('\n'),
      )
      checks.push(
        tests.map(({ description, valid }) => ({
          file,
          valid,
          id: `${draft} ${group.file}: ${group.description}: ${description}`,
        })),
      )
    }
  const rates = { all: [0, 0], expressible: [0, 0] } satisfies Record<string, [number, number]>
  verifyAll(texts).forEach((problems, index) => {
    const lines = texts[index]!.split('\n')
    const wrong = new Set<number>()
    for (const { line, message } of problems) {
      const answer = /^export const answer(\d+)/.exec(lines[line - 1] ?? '')?.[1]
      if (answer === undefined)
        conformance.fail(`${name}: compiles`, `${checks[index]![0]?.id}`, message)
      else wrong.add(Number(answer))
    }
    if (problems.length === wrong.size) conformance.pass(`${name}: compiles`)
    checks[index]!.forEach(({ file, id, valid }, at) => {
      if (valid) {
        // The prompt profile narrows inputs on purpose.
        if (!wrong.has(at)) conformance.pass(`${name}: valid instances are assignable`)
        else if (profile === 'exact' || direction === 'output')
          conformance.fail(`${name}: valid instances are assignable`, id, 'rejected')
        return
      }
      for (const rate of EXPRESSIBLE.has(file) ? [rates.all, rates.expressible] : [rates.all]) {
        rate[1]++
        if (!wrong.has(at)) rate[0]++
      }
    })
  })
  for (const [what, [rejected, total], goal] of [
    ['all', rates.all, 0.6],
    ['expressible keywords', rates.expressible, 0.85],
  ] as const) {
    const share = rejected / total
    console.log(
      `tsrender ${name}: ${rejected} of ${total} invalid instances rejected (${what}): ${(share * 100).toFixed(1)} %`,
    )
    if (profile !== 'exact') continue
    if (share >= goal) conformance.pass(`${name}: precision`)
    else
      conformance.fail(
        `${name}: precision`,
        what,
        `${(share * 100).toFixed(1)} % of invalid instances rejected, wanted ${goal * 100} %`,
      )
  }
}

const refersElsewhere = (schema: unknown) =>
  /"\$dynamicRef"|"\$recursiveRef"|"\$ref":"https?:\/\/(?:localhost|json-schema)/.test(
    JSON.stringify(schema),
  )

function isAsked(schema: unknown, data: unknown): boolean {
  if (typeof schema !== 'object' || schema === null || 'type' in schema) return true
  if (
    ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'enum', 'const'].some(
      (keyword) => keyword in schema,
    )
  )
    return true
  const kinds = Object.keys(SPEAKS_OF).filter((kind) =>
    SPEAKS_OF[kind]!.some((keyword) => keyword in schema),
  )
  return (
    kinds.length === 0 ||
    kinds.includes(Array.isArray(data) ? 'array' : data === null ? 'null' : typeof data)
  )
}
