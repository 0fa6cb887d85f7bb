import {
  type CatalogOptions,
  type RenderTool,
  renderCatalog,
  renderType,
} from '@toolprism/tsrender'
import { verify } from '@toolprism/tsrender/verify'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { hostileSchema, hostileText } from './support/hostile'

const search: RenderTool = {
  name: 'search',
  description: 'Finds files.\nFast.',
  llmHint: 'prefer globs',
  inputExamples: [{ query: 'a' }],
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to look for.' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'Page size' },
    },
    required: ['query'],
  },
  outputSchema: { type: 'array', items: { type: 'string' } },
  annotations: { readOnlyHint: true },
}
const remove: RenderTool = { name: 'delete-all', annotations: { destructiveHint: true } }

/** The text, checked by the compiler. */
function text(options: CatalogOptions = {}, tools: RenderTool[] = [search, remove]) {
  const result = renderCatalog([{ name: 'my files', tools }], options)
  expect(verify(result.text)).toEqual([])
  return result.text
}

describe('layout', () => {
  test('a namespace, by default', () => {
    expect(text()).toBe(`declare const my_files: {
delete_all(): unknown;
/** Finds files.
Fast.
[prefer globs]
@example search({"query":"a"}) */
search(args: {
// What to look for.
query: string;
// Page size; int, 1..100, default 20
limit?: number;
}): string[];
};
`)
  })

  test('global functions, indented, with JSDoc for properties and promises', () => {
    const options = { shape: 'functions', docs: 'jsdoc', indent: '  ', promise: true } as const
    expect(text(options, [search])).toBe(`/** Finds files.
Fast.
[prefer globs]
@example search({"query":"a"}) */
declare function search(args: {
  /** What to look for. */
  query: string;
  /** Page size; int, 1..100, default 20 */
  limit?: number;
}): Promise<string[]>;
`)
  })

  test('one constant for all namespaces', () => {
    const namespaces = [
      { name: 'b', tools: [remove] },
      { name: 'a', tools: [remove] },
    ]
    const result = renderCatalog(namespaces, { shape: 'nested', indent: ' ' })
    expect(result.text).toBe(
      'declare const tools: {\na: {\n delete_all(): unknown;\n};\nb: {\n delete_all(): unknown;\n};\n};\n',
    )
    expect(verify(result.text)).toEqual([])
  })

  test('the form gpt-oss knows, as valid TypeScript', () => {
    expect(text({ shape: 'harmony', docs: 'trailing' }, [search])).toContain(
      'type search = (_: {\nquery: string; // What to look for.\nlimit?: number; // Page size; int, 1..100, default 20\n}) => string[];',
    )
  })

  test('tools alone are functions, a namespace without tools is nothing', () => {
    expect(renderCatalog([remove]).text).toBe('declare function delete_all(): unknown;\n')
    expect(renderCatalog([{ name: 'empty', tools: [] }]).text).toBe('')
    expect(renderCatalog([]).text).toBe('')
  })

  test('annotations are tags when they are trusted', () => {
    expect(text({ annotations: true })).toContain('/** @destructive */\ndelete_all')
    expect(text({ annotations: true })).toContain('[prefer globs]\n@readonly\n')
    expect(text()).not.toContain('@readonly')
  })

  test('properties in the order of the schema, by name, or required first', () => {
    const properties = { c: {}, a: {}, b: {} }
    const schema = { type: 'object', properties, required: ['b'] }
    const order = (order: 'source' | 'alpha' | 'required-first') =>
      renderType(schema, { order })
        .type.match(/\w(?=\??:)/g)
        ?.join('')
    expect([order('source'), order('alpha'), order('required-first')]).toEqual([
      'cab',
      'abc',
      'bca',
    ])
  })

  test('formats become named strings', () => {
    const inputSchema = {
      type: 'object',
      properties: { path: { type: 'string', format: 'agent-file' } },
    }
    const printed = text({ formatAliases: { 'agent-file': 'FilePath' } }, [
      { name: 't', inputSchema },
    ])
    expect(printed).toBe(
      'type FilePath = string;\ndeclare const my_files: {\nt(args?: { path?: FilePath }): unknown;\n};\n',
    )
  })

  test('long descriptions are cut, and told', () => {
    const result = renderCatalog([{ ...search, description: 'x'.repeat(50) }], {
      limits: { description: 10 },
    })
    expect(result.text).toContain(`/** ${'x'.repeat(9)}…`)
    expect(result.diagnostics).toMatchObject([{ code: 'text-clipped', tool: 'search' }])
  })
})

describe('facts beside types', () => {
  const comment = (schema: object) =>
    /\/\/ (.*)/.exec(renderType({ type: 'object', properties: { p: schema } }).type)?.[1]

  test.each([
    [{ type: 'number', minimum: 1 }, '>= 1'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 9 }, '> 0, <= 9'],
    [{ type: 'number', minimum: 3, exclusiveMinimum: true }, '> 3'],
    [{ type: 'integer', multipleOf: 5 }, 'int, multiple of 5'],
    [{ type: 'integer', minimum: -(2 ** 53 - 1), maximum: 2 ** 53 - 1 }, 'int'],
    [{ type: 'string', minLength: 1, maxLength: 64 }, 'len 1..64'],
    [{ type: 'string', pattern: '^a+$' }, '/^a+$/'],
    [{ type: 'string', format: 'date-time' }, 'date-time'],
    [{ type: 'array', minItems: 1, maxItems: 5, uniqueItems: true }, 'items 1..5, unique'],
    [{ type: 'array', items: { type: 'string', maxLength: 9 } }, 'each len <= 9'],
    [{ type: 'object', minProperties: 1 }, 'keys >= 1'],
    [{ type: 'string', default: 'x' }, 'default "x"'],
    [{ type: 'string', default: null }, undefined],
    [{ type: 'string', examples: ['x', 'y'] }, 'e.g. "x"'],
    [{ type: 'string', readOnly: true, deprecated: true }, 'deprecated, read-only'],
    [{ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] }, 'int, >= 1'],
    [{ oneOf: [{ const: 'a', description: 'first' }, { const: 'b' }] }, '"a": first'],
    [{ title: 'P' }, undefined],
    [{ title: 'Something else' }, 'Something else'],
  ])('%j says %s', (schema, said) => {
    expect(comment(schema)?.replace('; ', ', ')).toBe(said)
  })

  test.each([
    [
      'Page size (min 1, max 100)',
      { type: 'number', minimum: 1, maximum: 100 },
      'Page size (min 1, max 100)',
    ],
    ['Defaults to "x".', { type: 'string', default: 'x' }, 'Defaults to "x".'],
    ['The uuid of it', { type: 'string', format: 'uuid' }, 'The uuid of it'],
    ['Up to 1000', { type: 'number', maximum: 100 }, 'Up to 1000; <= 100'],
  ])('what %j says is not said again', (description, schema, said) => {
    expect(comment({ ...schema, description })).toBe(said)
  })
})

describe('documentation of definitions', () => {
  const schema = (uses: number) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: uses }, (_, index) => [`p${index}`, { $ref: '#/$defs/Long' }]),
    ),
    $defs: {
      Long: {
        enum: Array.from({ length: 20 }, (_, index) => `value ${index}`),
        description: 'Why',
      },
    },
  })

  test('stands beside the property where the definition is printed in place', () => {
    expect(renderType(schema(1)).type).toMatch(/^{\n\/\/ Why\np0\?: "value 0"/)
  })

  test('stands above the name where it has one', () => {
    const { type, types } = renderType(schema(3))
    expect(type).toBe('{ p0?: Long; p1?: Long; p2?: Long }')
    expect(types[0]?.text).toMatch(/^\/\/ Why\ntype Long = "value 0"/)
  })
})

describe('sharing', () => {
  const page = {
    page: { type: 'integer', description: 'Page number of the results' },
    perPage: { type: 'integer', description: 'Results on one page' },
  }
  const tools = ['a', 'b', 'c', 'd'].map((name) => ({
    name,
    inputSchema: { type: 'object', properties: { ...page, [name]: { type: 'string' } } },
  }))

  test('a shape that repeats gets a name', () => {
    const same = tools.map(({ name }) => ({
      name,
      inputSchema: { type: 'object', properties: page },
    }))
    const { text, types } = renderCatalog(same)
    expect(types.map(({ name }) => name)).toEqual(['PagePerPage'])
    expect(text).toContain('declare function a(args?: PagePerPage): unknown;')
    expect(renderCatalog(same, { share: 'refs' }).types).toEqual([])
  })

  test('properties that repeat together get a name', () => {
    const { text } = renderCatalog(tools, { share: 'groups' })
    expect(verify(text)).toEqual([])
    expect(text).toContain('declare function a(args?: PagePerPage & { a?: string }): unknown;')
    expect(renderCatalog(tools).types).toEqual([])
  })
})

describe('a pure function of the set of tools', () => {
  test('shuffled tools and properties give the same text', () => {
    const tool = fc.record({
      name: hostileText,
      description: hostileText,
      inputSchema: hostileSchema,
      outputSchema: hostileSchema,
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(tool, { selector: ({ name }) => name, maxLength: 5 }),
        fc.nat(),
        (tools, seed) => {
          const shuffled = tools
            .map((one, index) => [(index * 7 + seed) % 5, one] as const)
            .sort((a, b) => a[0] - b[0])
            .map(([, one]) => one)
          for (const share of ['shapes', 'groups'] as const)
            expect(renderCatalog(shuffled as RenderTool[], { order: 'alpha', share }).text).toBe(
              renderCatalog(tools as RenderTool[], { order: 'alpha', share }).text,
            )
        },
      ),
      { numRuns: 100 },
    )
  })

  test('nothing that was given is changed', () => {
    const schema = JSON.stringify(search)
    renderCatalog([search])
    expect(JSON.stringify(search)).toBe(schema)
  })
})

describe('schemas of libraries', () => {
  test('zod goes through its own JSON Schema, on the right side', () => {
    const schema = z.object({
      query: z.string().describe('What'),
      limit: z.number().int().max(9).default(5),
    })
    const { text } = renderCatalog([{ name: 't', inputSchema: schema, outputSchema: schema }])
    expect(text).toContain('limit?: number;\n}): {')
    expect(text).toContain('// What\nquery: string;')
    expect(text).toContain('limit: number;\n};\n')
  })

  test('one that cannot be converted is unknown, and told', () => {
    const { text, diagnostics } = renderCatalog([
      { name: 't', inputSchema: z.object({ at: z.date() }) },
    ])
    expect(text).toBe('declare function t(args?: unknown): unknown;\n')
    expect(diagnostics).toMatchObject([
      { code: 'unreadable-schema', tool: 't', pointer: '/inputSchema' },
    ])
  })
})

test.each([
  [{ profile: 'loose' }, 'profile'],
  [{ docs: true }, 'docs'],
  [{ shape: 'class' }, 'shape'],
  [{ indent: 'x' }, 'indent'],
  [{ typePrefix: '1' }, 'typePrefix'],
  [{ formatAliases: { uri: 'not a name' } }, 'formatAliases'],
  [{ limits: { depth: 0 } }, 'limits.depth'],
])('the bad option %j is refused by name', (options, name) => {
  expect(() => renderCatalog([], options as never)).toThrow(new RegExp(`^Option ${name}`))
})
