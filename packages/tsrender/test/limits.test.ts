import { renderCatalog } from '@toolprism/tsrender'
import { verifyAll } from '@toolprism/tsrender/verify'
import { describe, expect, test } from 'vitest'

const S = { type: 'string' }
const range = (length: number) => Array.from({ length }, (_, index) => index)

const definitions = (count: number, make: (next: { $ref: string }, index: number) => unknown) => ({
  $ref: '#/$defs/L0',
  $defs: {
    ...Object.fromEntries(
      range(count).map((index) => [`L${index}`, make({ $ref: `#/$defs/L${index + 1}` }, index)]),
    ),
    [`L${count}`]: S,
  },
})

const nested = (depth: number, wrap: (inner: unknown) => unknown) =>
  range(depth).reduce<unknown>((inner) => wrap(inner), S)
const objects = (count: number, name: string) =>
  range(count).map((index) => ({ type: 'object', properties: { [`${name}${index}`]: S } }))

// Schemas that make renderers overflow, explode or never end.
const hostile: Record<string, unknown> = {
  'fan-out over 18 levels': definitions(18, (next) => ({
    type: 'object',
    properties: { a: next, b: next },
  })),
  'fan-out of intersections': definitions(18, (next, index) => ({
    allOf: [next, { type: 'object', properties: { [`p${index}`]: next } }],
  })),
  'fan-out of alternatives': definitions(18, (next, index) => ({
    anyOf: [next, { allOf: [next, { type: 'object', properties: { [`p${index}`]: S } }] }],
  })),
  'a chain of 3,000 objects': definitions(3000, (next) => ({
    type: 'object',
    properties: { a: next },
  })),
  'a chain of 3,000 references': definitions(3000, (next) => next),
  '10,000 nested objects': nested(10_000, (inner) => ({
    type: 'object',
    properties: { a: inner },
  })),
  '10,000 nested arrays': nested(10_000, (items) => ({ type: 'array', items })),
  '10,000 nested alternatives': nested(10_000, (inner) => ({ anyOf: [inner, { type: 'null' }] })),
  '10,000 nested negations': nested(10_000, (not) => ({ not })),
  '100,000 elements at least': { type: 'array', items: S, minItems: 100_000 },
  'a tuple of 100,000': { type: 'array', prefixItems: [S], minItems: 100_000, maxItems: 200_000 },
  '5,000 values': { enum: range(5000).map((index) => `value${index}`) },
  '5,000 objects as values': { enum: range(5000).map((a) => ({ a })) },
  '5,000 properties': {
    type: 'object',
    properties: Object.fromEntries(range(5000).map((index) => [`p${index}`, S])),
  },
  'alternatives of each other': {
    $ref: '#/$defs/L0',
    $defs: Object.fromEntries(
      range(60).map((index) => [
        `L${index}`,
        { anyOf: range(60).map((other) => ({ $ref: `#/$defs/L${other}` })) },
      ]),
    ),
  },
  'intersections of each other': {
    $ref: '#/$defs/L0',
    $defs: Object.fromEntries(
      range(60).map((index) => [
        `L${index}`,
        { allOf: range(60).map((other) => ({ $ref: `#/$defs/L${other}` })) },
      ]),
    ),
  },
  'a product of alternatives': {
    allOf: range(12).map((index) => ({ anyOf: objects(3, `p${index}_`) })),
  },
  'two large sums': { allOf: [{ anyOf: objects(500, 'a') }, { anyOf: objects(500, 'b') }] },
  '100 exclusive objects': {
    oneOf: range(100).map((index) => ({
      type: 'object',
      properties: { [`p${index}`]: { const: index } },
      required: [`p${index}`],
    })),
  },
  'a pattern that backtracks': {
    type: 'object',
    properties: { ['a'.repeat(40)]: S },
    patternProperties: { '^(a+)+$': S },
  },
  '2,000 patterns': {
    type: 'object',
    patternProperties: Object.fromEntries(range(2000).map((index) => [`^p${index}`, S])),
  },
  'a megabyte of text': {
    type: 'object',
    properties: { a: { ...S, description: '*/`\u2028'.repeat(250_000) } },
  },
}

/** Length of the schema as JSON, measured without recursion for those that are too deep to print. */
const sizeOf = (schema: unknown) => {
  try {
    return JSON.stringify(schema).length
  } catch {
    return 300_000
  }
}

describe.each(['exact', 'prompt'] as const)('a hostile schema, %s', (profile) => {
  const texts = Object.values(hostile).map(
    (inputSchema) => renderCatalog([{ name: 't', inputSchema }], { profile }).text,
  )

  test.each(Object.keys(hostile).map((name, index) => [name, index] as const))(
    '%s: text stays in proportion',
    (name, index) => {
      expect(texts[index]!.length).toBeLessThan(4 * sizeOf(hostile[name]) + 500)
    },
  )

  test('all compile', () => {
    const problems = verifyAll(texts)
    expect(
      Object.fromEntries(
        Object.keys(hostile)
          .map((name, index) => [name, problems[index]])
          .filter(([, list]) => list!.length),
      ),
    ).toEqual({})
  }, 60_000)
})

test('what is cut is told, with its place', () => {
  const { diagnostics } = renderCatalog([
    {
      name: 't',
      inputSchema: nested(80, (inner) => ({ type: 'object', properties: { a: inner } })),
    },
  ])
  expect(diagnostics).toMatchObject([
    { code: 'too-deep', tool: 't', pointer: `/inputSchema${'/properties/a'.repeat(65)}` },
  ])
})
