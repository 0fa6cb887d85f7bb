import {
  callTool,
  defineTool,
  fromJsonSchema,
  type JsonSchema,
  toJsonSchema,
  toolNames,
} from '@toolprism/core'
import { applyProfile, lintTools, type Provider, providerRules } from '@toolprism/core/profiles'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'

// The numbers are those of the public reports in the research: adapters-ui.md, section 8.
const providers = Object.keys(providerRules) as Provider[]
const tool = (inputSchema: unknown, more: object = {}) => ({
  name: 'tool',
  description: 'Does it.',
  inputSchema: inputSchema as JsonSchema,
  execute: () => 1,
  ...more,
})
const rules = (schema: unknown, provider: Provider, more?: object) =>
  lintTools([tool(schema, more)], { providers: [provider] }).map(
    ({ rule, pointer }) => `${rule} ${pointer}`,
  )

const shapes = toJsonSchema(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('circle'), radius: z.number() }),
    z.object({ kind: z.literal('square'), side: z.number(), label: z.string().optional() }),
  ]),
)

describe('1. a union at the root', () => {
  test.each(['openai', 'anthropic', 'cursor'] as const)(
    '%s: reported, and merged into one object',
    (provider) => {
      expect(rules(shapes, provider)).toContain('root-combinator /oneOf')
      expect(applyProfile(shapes, provider).schema).toMatchObject({
        type: 'object',
        properties: {
          kind: { enum: ['circle', 'square'] },
          radius: { type: 'number' },
          side: { type: 'number' },
        },
        required: ['kind'],
        description: 'One of: kind = "circle", radius; or kind = "square", side, label?',
      })
    },
  )

  test('the full schema still validates', async () => {
    const made = defineTool({
      name: 'draw',
      inputSchema: fromJsonSchema(shapes),
      execute: () => 'ok',
    })
    expect((await callTool(made, { kind: 'circle' })).isError).toBe(true)
    expect((await callTool(made, { kind: 'circle', radius: 1 })).isError).toBeUndefined()
  })

  test('"at least one of" at the root is told', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }
    expect(applyProfile(schema, 'anthropic').schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      description: 'One of: a; or b',
    })
  })
})

test('2. an output schema without an object root is reported', () => {
  expect(
    rules({ type: 'object', properties: {} }, 'mcp', { outputSchema: z.array(z.string()) }),
  ).toEqual(['output-not-object /outputSchema'])
})

test('3. a name too long for the host', () => {
  expect(rules({ type: 'object', properties: {} }, 'openai', { name: 'x'.repeat(65) })).toEqual([
    'name-too-long /name',
  ])
  expect(rules({ type: 'object', properties: {} }, 'mcp', { name: 'x'.repeat(65) })).toEqual([])
})

test('4. and 5. characters a host does not take, and collisions once cleaned', () => {
  const findings = lintTools(
    [tool({ type: 'object' }, { name: 'a.b' }), tool({ type: 'object' }, { name: 'a_b' })],
    { providers: ['openai'] },
  )
  expect(findings.map((finding) => `${finding.rule} ${finding.tool}`)).toEqual([
    'name-illegal a.b',
    'name-collision a_b',
  ])
  expect(rules({ type: 'object' }, 'cursor', { name: 'get-weather' })).toEqual([
    'name-illegal /name',
  ])
  expect(rules({ type: 'object' }, 'gemini', { name: '1st' })).toEqual(['name-illegal /name'])
  const names = toolNames(['tool-get-weather', 'files.read'])
  expect(names.toName('tool-get-weather')).toBe('tool-get-weather')
})

test.each([undefined, null, ''])('6. omitted arguments (%j) are an empty object', async (input) => {
  const made = defineTool({ name: 'now', inputSchema: z.object({}), execute: (value) => value })
  expect((await callTool(made, input)).structuredContent).toEqual({})
})

test.each([[['x']], [3], ['text'], [true]])(
  '6. other input that is no object (%j) is an error',
  async (input) => {
    const made = defineTool({ name: 'now', inputSchema: z.object({}), execute: () => 1 })
    expect((await callTool(made, input)).isError).toBe(true)
  },
)

test('7. and 9. an unknown or foreign kind of schema is a finding, never a throw', () => {
  expect(rules({ query: z.string() }, 'mcp')).toEqual(['schema-unusable '])
  expect(rules({ _def: {}, parse() {} }, 'mcp')).toEqual(['schema-unusable '])
  expect(rules(undefined, 'mcp')).toEqual(['schema-unusable '])
})

test.each(providers)('8. %s: an empty schema becomes an object', (provider) => {
  expect(applyProfile({}, provider).schema).toMatchObject({ type: 'object', properties: {} })
})

test('10. deep zod types stay shallow in our types', () => {
  // The type-check cost of a 40-field schema is a goal in bench/; here only that it converts.
  const fields = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`f${index}`, z.object({ a: z.string() })]),
  )
  expect(Object.keys(toJsonSchema(z.object(fields))['properties'] as object)).toHaveLength(40)
})

test('11. what is sent is the parsed output, without extra keys', async () => {
  const made = defineTool({
    name: 'row',
    inputSchema: z.object({}),
    outputSchema: z
      .strictObject({ id: z.number() })
      .catch({ id: 0 })
      .pipe(z.object({ id: z.number() })),
    execute: () => ({ id: 1 }),
  })
  expect((await callTool(made, {})).structuredContent).toEqual({ id: 1 })
})

test('12. dialects: none is sent, old and unknown ones are reported', () => {
  expect(toJsonSchema(z.object({}))).not.toHaveProperty('$schema')
  const old = { type: 'object', $schema: 'http://json-schema.org/draft-07/schema#', properties: {} }
  expect(rules(old, 'mcp')).toEqual(['old-dialect /$schema'])
  expect(rules({ ...old, $schema: 'https://example.org/x' }, 'mcp')).toEqual([
    'unknown-dialect /$schema',
  ])
  for (const provider of providers)
    expect(applyProfile(old, provider).schema).not.toHaveProperty('$schema')
})

describe('13. $defs and $ref', () => {
  const tree = {
    type: 'object',
    properties: { root: { $ref: '#/$defs/Tree' }, tag: { $ref: '#/$defs/Tag' } },
    $defs: {
      Tag: { type: 'string', maxLength: 3 },
      Tree: {
        type: 'object',
        properties: { tag: { $ref: '#/$defs/Tag' }, next: { $ref: '#/$defs/Tree' } },
      },
    },
  }
  test('are kept whole where a host takes them', () => {
    expect(applyProfile(tree, 'anthropic').schema).toEqual(tree)
  })
  test('are inlined for Gemini, recursion cut with a description, nothing dangling', () => {
    expect(applyProfile(tree, 'gemini').schema).toEqual({
      type: 'object',
      properties: {
        root: {
          type: 'object',
          properties: {
            tag: { type: 'string', maxLength: 3 },
            next: { type: 'object', description: 'Nested Tree, of the same form' },
          },
        },
        tag: { type: 'string', maxLength: 3 },
      },
    })
  })
  test('doubling definitions do not explode', () => {
    const $defs: Record<string, unknown> = { d0: { type: 'string' } }
    for (let level = 1; level < 40; level++)
      $defs[`d${level}`] = {
        type: 'object',
        properties: { a: { $ref: `#/$defs/d${level - 1}` }, b: { $ref: `#/$defs/d${level - 1}` } },
      }
    const schema = { type: 'object', properties: { x: { $ref: '#/$defs/d39' } }, $defs }
    expect(JSON.stringify(applyProfile(schema, 'gemini').schema).length).toBeLessThan(3_000_000)
  })
})

test('14. Gemini: unknown keywords are rewritten or told in the description', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      kind: { const: 'a' },
      level: { const: 3 },
      name: { type: ['string', 'null'], pattern: '^a' },
      count: { type: 'integer', exclusiveMinimum: 0, multipleOf: 5 },
      either: { type: ['string', 'number'] },
      when: { type: 'string', format: 'date' },
      map: { type: 'object', propertyNames: { pattern: '^x' } },
      both: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    },
  }
  expect(applyProfile(schema, 'gemini').schema).toEqual({
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['a'] },
      level: { type: 'integer', description: 'one of 3' },
      name: { type: 'string', pattern: '^a', nullable: true },
      count: { type: 'integer', minimum: 0, description: 'exclusiveMinimum 0, multipleOf 5' },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      when: { type: 'string', description: 'format "date"' },
      map: { type: 'object', description: 'propertyNames {"pattern":"^x"}' },
      both: { type: 'string', nullable: true },
    },
  })
  expect(rules(schema, 'gemini')).toEqual(
    expect.arrayContaining([
      'keyword /additionalProperties',
      'keyword /properties/kind/const',
      'type-list /properties/name/type',
      'keyword /properties/count/exclusiveMinimum',
      'format /properties/when/format',
      'keyword /properties/map/propertyNames',
    ]),
  )
})

describe('15. OpenAI strict', () => {
  const schema = toJsonSchema(
    z.object({
      query: z.string().min(2),
      limit: z.number().optional(),
      level: z.enum(['a', 'b']).optional(),
      filter: z
        .object({ tag: z.string().optional(), none: z.string().nullable().optional() })
        .optional(),
      list: z.array(z.object({ note: z.string().optional() })),
    }),
  )
  const { schema: strict, restoreInput, obstacles } = applyProfile(schema, 'openai-strict')

  test('optional becomes required and nullable, every object closed', () => {
    expect(strict).toEqual({
      type: 'object',
      properties: {
        query: { type: 'string', description: 'minLength 2' },
        limit: { type: ['number', 'null'] },
        level: { type: ['string', 'null'], enum: ['a', 'b', null] },
        filter: {
          type: ['object', 'null'],
          properties: {
            tag: { type: ['string', 'null'] },
            none: { type: ['string', 'null'] },
          },
          required: ['tag', 'none'],
          additionalProperties: false,
        },
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { note: { type: ['string', 'null'] } },
            required: ['note'],
            additionalProperties: false,
          },
        },
      },
      required: ['query', 'limit', 'level', 'filter', 'list'],
      additionalProperties: false,
    })
    expect(obstacles).toEqual([])
  })

  test('null goes back to absent, where null was not asked for', () => {
    const sent = {
      query: 'ab',
      limit: null,
      level: null,
      filter: { tag: null, none: null },
      list: [{ note: null }, { note: 'x' }],
    }
    expect(restoreInput(sent)).toEqual({
      query: 'ab',
      filter: { none: null },
      list: [{}, { note: 'x' }],
    })
  })

  test('nulls inside a recursive definition go back too', () => {
    const tree = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/T' } },
      required: ['root'],
      $defs: { T: { type: 'object', properties: { next: { $ref: '#/$defs/T' } } } },
    }
    const made = applyProfile(tree, 'openai-strict')
    expect(made.restoreInput({ root: { next: { next: null } } })).toEqual({ root: { next: {} } })
  })

  test('free-form maps keep strict mode off, with the place', () => {
    const map = {
      type: 'object',
      properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
    }
    expect(applyProfile(map, 'openai-strict').obstacles).toEqual([
      { pointer: '/properties/labels', reason: 'a map with free keys cannot be strict' },
    ])
    expect(rules(map, 'openai-strict')).toContain('not-strict /properties/labels')
  })
})

test('16. an array without items gets some', () => {
  const schema = { type: 'object', properties: { list: { type: 'array' } } }
  expect(rules(schema, 'openai')).toEqual(['array-without-items /properties/list'])
  expect(applyProfile(schema, 'openai').schema).toMatchObject({
    properties: { list: { items: {} } },
  })
})

describe('17. stringified nested arguments', () => {
  const inputSchema = z.object({
    filter: z.object({ a: z.number() }),
    text: z.string(),
    tags: z.array(z.string()),
  })
  const made = defineTool({ name: 'find', inputSchema, execute: (input) => input })
  const input = { filter: '{"a":1}', text: '{"b":2}', tags: '["x"]' }

  test('are parsed only when asked, only where no string is allowed, and it is recorded', async () => {
    expect((await callTool(made, input)).isError).toBe(true)
    const result = await callTool(made, input, { repair: 'json-strings' })
    expect(result.structuredContent).toEqual({ filter: { a: 1 }, text: '{"b":2}', tags: ['x'] })
    expect(result.meta).toEqual({ 'toolprism/repaired': ['filter', 'tags'] })
  })

  test.each(['{"a":"no"}', '[1]', 'not json', '"text"'])('%s stays refused', async (filter) => {
    const result = await callTool(made, { filter, text: 'x', tags: [] }, { repair: 'json-strings' })
    expect(result.isError).toBe(true)
  })
})

test('property names a provider has no letters for are renamed and renamed back', () => {
  const schema = {
    type: 'object',
    properties: { 'odd key': { type: 'string' }, $top: { type: 'number' } },
    required: ['odd key'],
  }
  const made = applyProfile(schema, 'anthropic')
  const [odd, top] = Object.keys(made.schema['properties'] as object)
  expect(odd).toMatch(/^odd_key_[0-9a-z]{4}$/)
  expect(made.schema['required']).toEqual([odd])
  expect(made.restoreInput({ [odd!]: 'x', [top!]: 1 })).toEqual({ 'odd key': 'x', $top: 1 })
})

test('a list in items becomes prefixItems', () => {
  const schema = {
    type: 'object',
    properties: {
      pair: {
        type: 'array',
        items: [{ type: 'string' }, { type: 'number' }],
        additionalItems: false,
      },
    },
  }
  expect(applyProfile(schema, 'anthropic').schema).toMatchObject({
    properties: { pair: { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false } },
  })
})

const samples: Record<string, JsonSchema> = {
  shapes,
  nested: toJsonSchema(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime().optional(),
      both: z.intersection(
        z.object({ a: z.string() }),
        z.object({ b: z.number().int().positive() }),
      ),
      pair: z.tuple([z.string(), z.number()]),
      map: z.record(z.string(), z.number()),
      any: z.unknown(),
      deep: z
        .array(z.union([z.string(), z.object({ x: z.literal(1) })]))
        .min(1)
        .max(3),
    }),
  ),
  all: { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a'] }] },
  reference: {
    $ref: '#/$defs/A',
    $defs: { A: { type: 'object', properties: { a: { type: 'array' } } } },
  },
}

describe.each(Object.entries(samples))('%s', (_, schema) => {
  test.each(providers)('what is sent to %s has no error left', (provider) => {
    const made = applyProfile(schema, provider)
    const left = lintTools([tool(made.schema)], { providers: [provider] }).filter(
      ({ severity }) => severity === 'error',
    )
    expect(left).toEqual([])
  })

  test('the full schema is not changed', () => {
    const before = JSON.stringify(schema)
    for (const provider of providers) applyProfile(schema, provider)
    expect(JSON.stringify(schema)).toBe(before)
  })
})

test('a list too long for the host is reported', () => {
  const many = Array.from({ length: 41 }, (_, index) =>
    tool({ type: 'object' }, { name: `t${index}` }),
  )
  expect(lintTools(many, { providers: ['cursor'] })).toMatchObject([
    { tool: '*', rule: 'too-many-tools' },
  ])
})
