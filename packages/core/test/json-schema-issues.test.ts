import {
  callTool,
  defineTool,
  fromJsonSchema,
  type JsonSchemaValidator,
  resultText,
} from '@toolprism/core'
import { ajvValidator } from '@toolprism/core/ajv'
import { describe, expect, test } from 'vitest'

const schema = {
  type: 'object',
  properties: {
    shape: { anyOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Square' }] },
    level: { enum: ['debug', 'warning'] },
    items: { type: 'array', items: { $ref: '#/$defs/Item' }, minItems: 1 },
    count: { type: 'integer', minimum: 1 },
    'odd key': { type: 'string' },
  },
  required: ['query'],
  additionalProperties: false,
  $defs: {
    Circle: {
      type: 'object',
      properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
      required: ['kind', 'radius'],
    },
    Square: {
      type: 'object',
      properties: { kind: { const: 'square' }, side: { type: 'number' } },
      required: ['kind', 'side'],
    },
    Item: { type: 'object', properties: { label: { type: 'string', pattern: '^a' } } },
  },
} as const

const validators: [string, JsonSchemaValidator | undefined][] = [
  ['default', undefined],
  ['ajv', ajvValidator()],
]

describe.each(validators)('%s validator', (_, validator) => {
  const issuesOf = async (input: unknown, own: object = schema) => {
    const made = fromJsonSchema(own as never, validator ? { validator } : {})
    const tool = defineTool({ name: 't', inputSchema: made, execute: () => 'ok' })
    return resultText(await callTool(tool, input))
      .split('\n')
      .slice(1)
      .sort()
  }

  test('tells path, expected, got and the closest name', async () => {
    const lines = await issuesOf({
      shape: { kind: 'square', side: 'x' },
      level: 'warnin',
      items: [{ label: 'abc' }, { label: 3 }, { label: 'b' }],
      count: 0,
      'odd key': 1,
      qury: 'x',
    })
    expect(lines).toEqual([
      '- ["odd key"]: expected a string, got number 1',
      '- count: expected a number of at least 1, got number 0',
      '- items[1].label: expected a string, got number 3',
      '- items[2].label: expected a string that matches /^a/, got "b"',
      '- level: expected one of "debug", "warning", got "warnin"; did you mean "warning"?',
      '- query: expected a value, got nothing; you sent "qury", did you mean "query"?',
      '- shape.side: expected a number, got "x"',
      '- unknown key "qury"; known: shape, level, items, count, odd key',
    ])
  })

  test('a union nobody is close to names its branches', async () => {
    const own = {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    }
    expect(await issuesOf({ a: [] }, own)).toEqual([
      '- a: expected string or number, got an empty array',
    ])
  })

  test('an unknown dialect is not checked, and the result says so', async () => {
    const own = { $schema: 'https://example.org/dialect', type: 'object', required: ['a'] }
    const tool = defineTool({
      name: 't',
      inputSchema: fromJsonSchema(own, validator ? { validator } : {}),
      execute: () => 'ok',
    })
    expect(await callTool(tool, {})).toEqual({
      content: [{ type: 'text', text: 'ok' }],
      meta: { 'toolprism/unchecked': 'https://example.org/dialect' },
    })
  })

  test('the engine is picked by $schema', async () => {
    const own = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } },
      dependencies: { a: ['b'] },
    }
    expect(await issuesOf({ pair: ['x', 'y'] }, own)).toEqual([
      '- pair[1]: expected a number, got "y"',
    ])
    expect(await issuesOf({ a: 1 }, own)).toHaveLength(1)
  })

  test('inherited names are no properties', async () => {
    const own = { type: 'object', required: ['toString'] }
    expect(await issuesOf({}, own)).toHaveLength(1)
  })

  test('documents given beside are followed', async () => {
    const made = fromJsonSchema(
      { type: 'object', properties: { a: { $ref: 'https://example.org/name' } } },
      {
        documents: { 'https://example.org/name': { type: 'string' } },
        ...(validator ? { validator } : {}),
      },
    )
    expect((await made['~standard'].validate({ a: 1 })).issues).toHaveLength(1)
  })
})

test.each([
  [
    'contains itself',
    () => {
      const own: Record<string, unknown> = { type: 'object' }
      own['not'] = own
      return own
    },
  ],
  ['leads nowhere', () => ({ type: 'object', properties: { a: { $ref: '#/$defs/Gone' } } })],
  [
    'deeper than',
    () => {
      let own: object = { type: 'object' }
      for (let i = 0; i < 400; i++) own = { type: 'object', not: own }
      return own
    },
  ],
  ['no plain data', () => ({ type: 'object', default: new Date(0) })],
])('a document that %s is refused at definition', (text, make) => {
  const definition = { name: 't', inputSchema: make(), execute: () => 1 }
  expect(() => defineTool(definition as never)).toThrow(text)
})

test('a recursive schema refuses a deep input without an overflow', async () => {
  const own = { type: 'object', properties: { next: { $ref: '#' } } } as const
  const tool = defineTool({ name: 't', inputSchema: own, execute: () => 'ok' })
  let deep: object = {}
  for (let level = 0; level < 5000; level++) deep = { next: deep }
  expect(resultText(await callTool(tool, deep))).toContain('64 levels')
})
