import { createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { ended, states, tool } from './helpers'

const calls = 5000
const perRun = 50

/** What the tools may ever get, checked by hand: the schemas are not their own judges. */
function isValid(input: unknown): boolean {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  const { id, tags, mode, ...rest } = input as Record<string, unknown>
  return (
    Number.isInteger(id) &&
    (id as number) >= 0 &&
    (tags === undefined || (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'))) &&
    (mode === 'fast' || mode === 'slow' || mode === undefined) &&
    Object.keys(rest).length === 0
  )
}

const jsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 0 },
    tags: { type: 'array', items: { type: 'string' } },
    mode: { enum: ['fast', 'slow'] },
  },
  required: ['id'],
  additionalProperties: false,
}
const zodSchema = z.strictObject({
  id: z.int().min(0),
  tags: z.array(z.string()).optional(),
  mode: z.enum(['fast', 'slow']).optional(),
})

const almost = fc.record(
  {
    id: fc.oneof(fc.nat(), fc.integer(), fc.double(), fc.string(), fc.constant(null)),
    tags: fc.oneof(fc.array(fc.string()), fc.array(fc.jsonValue()), fc.string(), fc.jsonValue()),
    mode: fc.oneof(fc.constantFrom('fast', 'slow', 'FAST', ''), fc.jsonValue()),
    extra: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const right = fc.record({
  id: fc.nat(),
  tags: fc.array(fc.string()),
  mode: fc.constantFrom('fast', 'slow'),
})
const text = fc.oneof(
  { weight: 2, arbitrary: right.map((value) => JSON.stringify(value)) },
  { weight: 5, arbitrary: almost.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: almost.chain((value) =>
      fc.nat(40).map((cut) => JSON.stringify(value).slice(0, cut)),
    ),
  },
  { weight: 1, arbitrary: almost.map((value) => JSON.stringify(JSON.stringify(value))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"id":1},"id":-1}',
      '{"id":1,"__proto__":{}}',
      '{"id":1e400}',
    ),
  },
)

test(`${calls} fuzzed calls: none with invalid arguments reaches execute`, async () => {
  const wrong: unknown[] = []
  let valid = 0
  const tools = [
    ['by_json_schema', jsonSchema],
    ['by_zod', zodSchema],
  ].map(([name, inputSchema]) =>
    tool({
      name: name as string,
      inputSchema: inputSchema as never,
      hints: { repeats: true, resources: () => [] },
      execute(input) {
        if (isValid(input)) valid++
        else wrong.push(input)
        return 'ok'
      },
    }),
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: perRun, maxLength: perRun }), async (inputs) => {
      const name = run++ % 2 ? 'by_zod' : 'by_json_schema'
      const model = scriptedModel([{ calls: inputs.map((input) => ({ name, input })) }, 'ok'])
      const result = await ended(createAgent({ model, tools }).run('go'))
      expect(states(result.transcript)).toHaveLength(perRun)
      expect(['ok', 'invalid']).toEqual(
        expect.arrayContaining([...new Set(states(result.transcript))]),
      )
    }),
    { numRuns: calls / perRun, endOnFailure: true },
  )
  expect(wrong).toEqual([])
  expect(valid).toBeGreaterThan(calls / 20)
})
