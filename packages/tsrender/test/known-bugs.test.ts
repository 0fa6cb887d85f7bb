import {
  bindNamespace,
  type CatalogOptions,
  jsToolNames,
  type RenderTool,
  type RenderTypeOptions,
  renderCatalog,
  renderMcpNamespace,
  renderToolDecls,
  renderType,
} from '@toolprism/tsrender'
import { verify } from '@toolprism/tsrender/verify'
import { describe, expect, test } from 'vitest'
import { ask } from './support/assignable'

// The numbers are those of the list of defects found in renderers of tools (reference §3).

const S = { type: 'string' }
const N = { type: 'number' }
const O = (properties: Record<string, unknown>, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
})

/** The type on one line, named types first, always checked by the compiler. */
function typeOf(schema: unknown, options: RenderTypeOptions = {}): string {
  const { type, types } = renderType(schema, { docs: 'none', ...options })
  const text = [...types.map((one) => one.text), type].join('\n')
  expect(
    verify(`${types.map((one) => one.text).join('\n')}\nexport type Checked = ${type}`),
  ).toEqual([])
  return text.replace(/\s+/g, ' ')
}

/** A catalog of one namespace, always checked by the compiler. */
function catalog(tools: RenderTool[], options: CatalogOptions = {}) {
  const result = renderCatalog([{ name: 'ns', tools }], options)
  expect(verify(result.text)).toEqual([])
  return result
}

/** Inside a comment only what the text says, and nothing after it becomes code. */
const described = (description: string) =>
  catalog([
    {
      name: 't',
      description,
      inputSchema: O({ a: { ...S, description, title: description, default: description } }),
    },
  ]).text

describe('A. precedence and combination', () => {
  test('1: an array of a union has parentheses', () => {
    expect(typeOf({ type: 'array', items: { anyOf: [S, N] } })).toBe('(string | number)[]')
  })
  test('2: an intersection of unions keeps its branches apart', () => {
    const branches = [O({ a: S }, 'a'), O({ b: S }, 'b')]
    const schema = { allOf: [{ anyOf: branches }, O({ c: S }, 'c')] }
    expect(typeOf(schema)).toBe('{ a: string; c: string } | { b: string; c: string }')
  })
  test('3: an intersection inside an array is merged', () => {
    const schema = { type: 'array', items: { allOf: [O({ a: S }, 'a'), O({ b: S }, 'b')] } }
    expect(typeOf(schema)).toBe('{ a: string; b: string }[]')
  })
  test('4: siblings of anyOf stay', () => {
    const schema = { ...O({ a: S, b: S }), anyOf: [{ required: ['a'] }, { required: ['b'] }] }
    expect(typeOf(schema)).toBe('{ a: string; b?: string } | { a?: string; b: string }')
  })
  test('5: siblings of allOf stay', () => {
    expect(typeOf({ ...O({ a: S }, 'a'), allOf: [O({ b: S }, 'b')] })).toBe(
      '{ a: string; b: string }',
    )
  })
  test('6: conflicting property types are intersected', () => {
    const either = (...type: string[]) => O({ a: { type } }, 'a')
    const schema = { allOf: [either('string', 'number'), either('number', 'boolean')] }
    expect(typeOf(schema)).toBe('{ a: number }')
  })
  test('7: a closed object forbids what its neighbour adds', () => {
    const schema = { allOf: [{ ...O({ a: S }), additionalProperties: false }, O({ b: S })] }
    expect(typeOf(schema)).toBe('{ a?: string; b?: never }')
  })
  test('8: siblings of $ref narrow it, but not up to draft 7; its description stays', () => {
    const schema = { $ref: '#/$defs/S', enum: ['x'], $defs: { S } }
    expect(typeOf(schema)).toBe('"x"')
    expect(typeOf(schema, { dialect: 7 })).toBe('string')
    const { text } = catalog([
      {
        name: 't',
        inputSchema: {
          ...O({ a: { $ref: '#/$defs/S', description: 'why', default: 'd' } }),
          $schema: 'http://json-schema.org/draft-07/schema#',
          $defs: { S },
        },
      },
    ])
    expect(text).toContain('// why; default "d"')
  })
  test('9: an unconstrained branch makes the union unknown', () => {
    expect(typeOf({ anyOf: [S, {}] })).toBe('unknown')
  })
  test('10: oneOf, type and enum on one property are one type', () => {
    const schema = {
      type: 'string',
      enum: ['a', 'b', 'c'],
      oneOf: [{ const: 'a' }, { const: 'b' }],
    }
    expect(typeOf(schema)).toBe('"a" | "b"')
  })
})

describe('B. type arrays, null, enum, const', () => {
  test('11: an object or null keeps its properties', () => {
    expect(typeOf({ ...O({ a: S }, 'a'), type: ['object', 'null'] })).toBe('{ a: string } | null')
  })
  test('12: an array or null keeps its items', () => {
    expect(typeOf({ type: ['array', 'null'], items: S })).toBe('string[] | null')
  })
  test('13: enum is cut down by type', () => {
    expect(typeOf({ type: 'string', enum: ['a', null, 1] })).toBe('"a"')
    expect(typeOf({ type: ['string', 'null'], enum: ['a'] })).toBe('"a"')
  })
  test('14: objects and arrays in enum are types', () => {
    expect(typeOf({ enum: [{ a: 1 }, [1, 2]] })).toBe('{ a: 1 } | [1, 2]')
  })
  test('15: enum beside items is taken for a slip, and told', () => {
    expect(typeOf({ type: 'array', enum: [['x']] })).toBe('["x"]')
    const { type, diagnostics } = renderType({ type: 'array', items: S, enum: ['x'] })
    expect(type).toBe('string[]')
    expect(diagnostics.map(({ code }) => code)).toEqual(['enum-mismatch'])
  })
  test('16: an empty enum is never', () => {
    expect(typeOf(O({ a: { enum: [] } }))).toBe('{ a?: never }')
  })
  test.each([null, false, 0, ''])('17: the constant %j is no absence', (value) => {
    expect(typeOf({ const: value })).toBe(JSON.stringify(value))
  })
  test('18: a description makes no object', () => {
    expect(typeOf({ description: 'x' })).toBe('unknown')
  })
  test('19: type null is null, an unknown type unknown', () => {
    expect(typeOf({ type: null })).toBe('null')
    expect(typeOf({ type: 'any' })).toBe('unknown')
    expect(typeOf({ type: 'file' })).toBe('unknown')
  })
  test('20: nullable adds null everywhere', () => {
    const nullable = true
    expect(typeOf({ ...S, nullable })).toBe('string | null')
    expect(typeOf({ enum: ['a'], nullable })).toBe('"a" | null')
    expect(typeOf({ $ref: '#/$defs/S', nullable, $defs: { S } })).toBe('string | null')
    expect(typeOf({ allOf: [S], nullable })).toBe('string | null')
  })
  test('21: leftovers of drafts 3 and 4 do no harm', () => {
    const schema = O({
      a: { ...N, minimum: 0, exclusiveMinimum: true },
      b: { ...S, required: true },
    })
    expect(typeOf({ id: 'x', ...schema })).toBe('{ a?: number; b?: string }')
  })
  test('22: numbers and strings become literals that mean the same', () => {
    expect(typeOf({ const: JSON.parse('1e400') })).toBe('number')
    expect(typeOf({ const: -0 })).toBe('0')
    expect(typeOf({ const: 2 ** 60 })).toBe(String(2 ** 60))
    const nasty = '"\\\n\0\x07\u2028\u2029\ud800\u{e0001}'
    expect(typeOf({ const: nasty })).toBe(
      String.raw`"\"\\\n\u0000\u0007\u2028\u2029\ud800\u{e0001}"`,
    )
  })
})

describe('C. references', () => {
  test('23: recursion stays recursion', () => {
    const node = O({ v: N, next: { $ref: '#/$defs/N' } }, 'v')
    expect(typeOf({ $ref: '#/$defs/N', $defs: { N: node } })).toBe(
      'type N = { v: number; next?: N }; N',
    )
  })
  test('24: a root that refers to itself has a name', () => {
    expect(typeOf(O({ next: { $ref: '#' } }), { name: 'list item' })).toBe(
      'type ListItem = { next?: ListItem }; ListItem',
    )
  })
  test('25: an alias that reaches itself unguarded is resolved', () => {
    const A = { $ref: '#/$defs/A' }
    expect(typeOf({ ...A, $defs: { A: { anyOf: [A, S] } } })).toBe('string')
    const B = { $ref: '#/$defs/B' }
    expect(typeOf({ ...A, $defs: { A: B, B: A } })).toBe('unknown')
    const record = { type: 'object', additionalProperties: A }
    expect(typeOf({ ...A, $defs: { A: record } })).toBe('type A = { [key: string]: A }; A')
  })
  test('26: a dangling reference is unknown and told; the rest stays typed', () => {
    const { type, diagnostics } = renderType(O({ a: { $ref: '#/$defs/none' }, b: S }))
    expect(type).toBe('{ a?: unknown; b?: string }')
    expect(diagnostics).toMatchObject([{ code: 'dangling-reference', pointer: '/properties/a' }])
  })
  test.each([
    ['#/$defs/My%20Type', { $defs: { 'My Type': S } }],
    ['#/$defs/x~1y~0z', { $defs: { 'x/y~z': S } }],
    ['#/$defs/100%', { $defs: { '100%': S } }],
    ['#/properties/a', {}],
    ['#/properties/p/$defs/Q', {}],
  ])('27: the pointer %s is decoded', ($ref, more) => {
    const schema = { ...O({ a: S, p: { $defs: { Q: S } }, b: { $ref } }), ...more }
    expect(typeOf(schema)).toContain('b?: string')
  })
  test.each(['constructor', '__proto__', 'toString'])(
    '28: #/$defs/%s does not reach the prototype',
    (name) => {
      expect(typeOf({ $ref: `#/$defs/${name}`, $defs: {} })).toBe('unknown')
    },
  )
  test.each([
    ['pkg.Page<Item[]>', 'PkgPageItem'],
    ['2Col', 'T2Col'],
    ['string', 'String_'],
    ['', 'Value'],
    ['日本', 'Shape'],
  ])('29: a definition called %j is %s', (name, printed) => {
    const pointer = name.replaceAll('/', '~1')
    const schema = {
      $ref: `#/$defs/${pointer}`,
      $defs: { [name]: O({ self: { $ref: `#/$defs/${pointer}` } }) },
    }
    expect(typeOf(schema)).toContain(`type ${printed} =`)
  })
  test('30: definitions that clean to one name stay two', () => {
    const node = (name: string, type: unknown) => O({ v: type, next: { $ref: `#/$defs/${name}` } })
    const schema = {
      ...O({ a: { $ref: '#/$defs/foo-bar' }, b: { $ref: '#/$defs/foo_bar' } }),
      $defs: { 'foo-bar': node('foo-bar', S), foo_bar: node('foo_bar', N) },
    }
    const [, first, second] = /a\?: (FooBar_\w+); b\?: (FooBar_\w+)/.exec(typeOf(schema)) ?? []
    expect(first).toBeDefined()
    expect(first).not.toBe(second)
  })
  test('31: definitions of two tools are shared when equal, told apart when not', () => {
    const tool = (name: string, type: unknown): RenderTool => ({
      name,
      inputSchema: {
        ...O({ n: { $ref: '#/$defs/Node' } }),
        $defs: { Node: O({ v: type, next: { $ref: '#/$defs/Node' } }) },
      },
    })
    expect(catalog([tool('a', S), tool('b', S)]).types.map(({ name }) => name)).toContain('Node_')
    expect(
      catalog([tool('a', S), tool('b', S)]).types.filter(({ text }) => text.includes('next')),
    ).toHaveLength(1)
    expect(
      catalog([tool('a', S), tool('b', N)]).types.filter(({ text }) => text.includes('next')),
    ).toHaveLength(2)
  })
  test('32: anchors and ids resolve, nothing is fetched', () => {
    expect(typeOf({ ...O({ a: { $ref: '#x' } }), $defs: { D: { ...S, $anchor: 'x' } } })).toBe(
      '{ a?: string }',
    )
    expect(typeOf({ ...O({ a: { $ref: 'd' } }), $defs: { D: { ...S, $id: 'd' } } })).toBe(
      '{ a?: string }',
    )
    expect(
      typeOf(O({ a: { $ref: 'http://169.254.169.254/x' }, b: { $ref: 'file:///etc/passwd' } })),
    ).toBe('{ a?: unknown; b?: unknown }')
  })
  test('33: definitions that fan out are named, not copied', () => {
    const $defs: Record<string, unknown> = { L18: S }
    for (let level = 0; level < 18; level++)
      $defs[`L${level}`] = O({
        a: { $ref: `#/$defs/L${level + 1}` },
        b: { $ref: `#/$defs/L${level + 1}` },
      })
    const schema = { $ref: '#/$defs/L0', $defs }
    expect(typeOf(schema).length).toBeLessThan(JSON.stringify(schema).length)
    expect(typeOf(schema, { share: 'none', profile: 'exact' }).length).toBeLessThan(
      4 * JSON.stringify(schema).length,
    )
  })
})

describe('D. objects', () => {
  test('34: an index signature admits the named properties', () => {
    expect(typeOf({ ...O({ name: S }, 'name'), additionalProperties: N })).toBe(
      '{ name: string; [key: string]: number | string }',
    )
  })
  test('35: an optional property adds undefined', () => {
    expect(typeOf({ ...O({ name: S }), additionalProperties: S })).toBe(
      '{ name?: string; [key: string]: string | undefined }',
    )
  })
  test('36: patterns leave other keys free, a prefix is a template', () => {
    const patternProperties = { '^x-': N }
    expect(typeOf({ type: 'object', patternProperties, additionalProperties: false })).toBe(
      '{ [key: `x-${string}`]: number }',
    )
    expect(typeOf({ type: 'object', patternProperties }, { profile: 'exact' })).toBe(
      '{ [key: `x-${string}`]: number; [key: string]: unknown }',
    )
    expect(
      typeOf(
        { type: 'object', patternProperties: { '*/': N } },
        { profile: 'exact', docs: 'line' },
      ),
    ).toBe('{ [key: string]: unknown }')
  })
  test('37: a required name without a property is there', () => {
    expect(typeOf({ ...O({ a: S }, 'b') })).toBe('{ a?: string; b: unknown }')
    expect(typeOf({ type: 'object', required: ['b'], additionalProperties: N })).toContain(
      'b: number',
    )
  })
  test('38: names that are no identifiers are quoted', () => {
    const names = ['a-b', '1x', 'with space', '', '"', '\n', '日本', '😀']
    const text = typeOf(O(Object.fromEntries(names.map((name) => [name, S]))))
    expect(text).toBe(`{ ${names.map((name) => `${JSON.stringify(name)}?: string`).join('; ')}; }`)
  })
  test('39: reserved words are not quoted', () => {
    expect(typeOf(O({ class: S, function: S, default: S }))).toBe(
      '{ class?: string; function?: string; default?: string }',
    )
  })
  test('40: __proto__ survives', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    )
    expect(typeOf(schema)).toBe('{ __proto__: string }')
  })
  test('41: an optional member of every object admits the inherited one', () => {
    expect(typeOf(O({ constructor: N, toString: S }))).toBe(
      '{ constructor?: number | Function; toString?: string | Function; }',
    )
  })
  test('41: … and so does the index signature beside it', () => {
    const schema = { ...O({ toString: S }), additionalProperties: N }
    expect(typeOf(schema)).toContain('[key: string]: number | string | Function | undefined')
    expect(ask([{ schema, values: [[{}, true]], options: { profile: 'exact' } }])).toEqual([[]])
  })
  test('42: three empty objects, three meanings', () => {
    expect(typeOf({ type: 'object' })).toBe('{ [key: string]: unknown }')
    expect(typeOf({ type: 'object', additionalProperties: false })).toBe('{ [key: string]: never }')
    expect(typeOf({})).toBe('unknown')
  })
  test.each([null, 'text', [], 7])('43: %j in place of a schema is unknown, alone', (junk) => {
    expect(typeOf(O({ a: junk, b: S }))).toBe('{ a?: unknown; b?: string }')
    expect(typeOf({ type: 'object', properties: junk })).toBe('{ [key: string]: unknown }')
  })
  test('44: listed property names are properties', () => {
    const schema = { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: N }
    expect(typeOf(schema)).toBe('{ a?: number; b?: number }')
  })
  test('45: dependencies are a comment', () => {
    const schema = { ...O({ a: S, b: S }), dependentRequired: { a: ['b'] } }
    expect(typeOf(schema)).toBe('{ a?: string; b?: string }')
    expect(catalog([{ name: 't', inputSchema: O({ p: schema }) }]).text).toContain('// a needs b')
  })
})

describe('E. arrays', () => {
  test('46: prefixItems is optional and open unless it says otherwise', () => {
    const prefixItems = [S, N]
    expect(typeOf({ type: 'array', prefixItems }, { profile: 'exact' })).toBe(
      '[string?, number?, ...unknown[]]',
    )
    expect(typeOf({ type: 'array', prefixItems, items: false, minItems: 2 })).toBe(
      '[string, number]',
    )
    expect(typeOf({ type: 'array', prefixItems: [S], items: N, minItems: 1 })).toBe(
      '[string, ...number[]]',
    )
  })
  test('47: the draft 7 form follows the same rules', () => {
    expect(typeOf({ type: 'array', items: [S, N] }, { profile: 'exact', dialect: 7 })).toBe(
      '[string?, number?, ...unknown[]]',
    )
    expect(
      typeOf({ type: 'array', items: [S], additionalItems: N, minItems: 1 }, { dialect: 7 }),
    ).toBe('[string, ...number[]]')
  })
  test('48: lengths are spelt out while short', () => {
    expect(typeOf({ type: 'array', items: S, minItems: 2 }, { profile: 'exact' })).toBe(
      '[string, string, ...string[]]',
    )
    expect(
      typeOf({ type: 'array', items: S, minItems: 100_000 }, { profile: 'exact' }).length,
    ).toBeLessThan(80)
    const property = O({ a: { type: 'array', items: S, minItems: 100_000 } })
    expect(catalog([{ name: 't', inputSchema: property }]).text).toContain('// items >= 100000')
  })
  test('49: no items, any items, no elements', () => {
    expect(typeOf({ type: 'array', items: false })).toBe('[]')
    expect(typeOf({ type: 'array', items: S, maxItems: 0 })).toBe('[]')
    expect(typeOf({ type: 'array' })).toBe('unknown[]')
    expect(typeOf({ type: 'array', items: true })).toBe('unknown[]')
  })
})

describe('F. text, comments, injection', () => {
  test('50: a description cannot end its comment', () => {
    expect(described('see **/*.ts */ export const evil = 1 /*')).not.toMatch(/\*\/ export/)
  })
  test.each(['\n', '\r', '\r\n', '\u2028', '\u2029', '\v', '\f', '\x85'])(
    '51: a line end (%j) does not end a line comment',
    (end) => {
      const lines = described(`a${end}export const evil = 1`).split(/\r\n|[\n\r\u2028\u2029]/)
      expect(lines.filter((line) => line.startsWith('export const evil'))).toHaveLength(1)
      expect(described(`a${end}export const evil = 1`)).toContain('// a export const evil = 1')
    },
  )
  test('52: hints, examples, defaults, formats, patterns and enum strings are as safe', () => {
    const evil = '*/ export const evil = 1 /*'
    const { text } = catalog([
      {
        name: 't',
        llmHint: evil,
        inputExamples: [{ a: evil }],
        inputSchema: O({
          a: { ...S, format: evil, default: evil, title: evil },
          b: { ...S, pattern: evil },
          c: { enum: [evil] },
        }),
      },
    ])
    expect(text.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\*\/ export/)
  })
  test('53: three backticks cannot end a Markdown fence', () => {
    const { text } = catalog([
      {
        name: 't',
        description: 'a\n```\nb ````',
        inputSchema: O({ a: { ...S, description: '```', enum: ['```', '````'] } }),
      },
    ])
    expect(text).not.toContain('```')
    expect(text).toContain('"\\x60``"')
  })
  test('54: controls, lone surrogates and bidi marks are gone', () => {
    const text = described('a\0b\x07c\x1bd\x7fe\ud800f\u202eg\u2066h\u{e0041}i\u200bj')
    expect(text).toContain('abcde\ufffdfghij')
    expect(text).toMatch(/^[\n -~\ufffd]*$/)
  })
  test('55: deprecated without a description', () => {
    expect(
      catalog([{ name: 't', inputSchema: O({ a: { ...S, deprecated: true } }) }]).text,
    ).toContain('// deprecated\na?: string;')
  })
  test('56: a description is printed once', () => {
    const text = catalog([
      { name: 't', description: 'TOOL', inputSchema: O({ a: { ...S, description: 'PROPERTY' } }) },
    ]).text
    expect(text.match(/TOOL/g)).toHaveLength(1)
    expect(text.match(/PROPERTY/g)).toHaveLength(1)
  })
})

describe('G. names and files', () => {
  test.each([
    [['a-b', 'a_b']],
    [['fooBar', 'foo_bar']],
    [['a.b', 'a-b', 'a b']],
    [['2fa', '_2fa']],
    [['検索', 'é']],
  ])('57: %j are as many names', (names) => {
    const {
      names: [table],
    } = catalog(names.map((name) => ({ name })))
    expect(new Set(table!.tools.map(({ js }) => js)).size).toBe(names.length)
  })
  test('58: names do not change when another tool goes', () => {
    const namesOf = (...names: string[]) =>
      Object.fromEntries(
        catalog(names.map((name) => ({ name }))).names[0]!.tools.map(({ original, js }) => [
          original,
          js,
        ]),
      )
    const all = namesOf('a.b', 'a-b', 'a b', 'c-d')
    expect(namesOf('a.b', 'a-b')).toEqual({ 'a.b': all['a.b'], 'a-b': all['a-b'] })
    expect(namesOf('c-d')).toEqual({ 'c-d': 'c_d' })
  })
  test('59: reserved words are members as they are, functions with a mark', () => {
    expect(catalog([{ name: 'delete' }, { name: 'export' }]).text).toContain(
      'delete(): unknown;\nexport(): unknown;',
    )
    expect(renderCatalog([{ name: 'delete' }]).text).toBe('declare function delete_(): unknown;\n')
  })
  test('60: then, toJSON, __proto__ and constructor are renamed and bound so', async () => {
    const unsafe = ['then', 'toJSON', '__proto__', 'constructor']
    const {
      names: [table],
    } = catalog(unsafe.map((name) => ({ name })))
    const bound = bindNamespace(table!.tools, (original) => original)
    expect(await Promise.resolve(bound)).toBe(bound)
    expect(Object.getPrototypeOf(bound)).toBeNull()
    expect(table!.tools.map(({ js }) => bound[js]!())).toEqual([...unsafe].sort())
  })
  test('61: always one object argument', () => {
    const inputSchema = O({ function: S, a: { type: 'array', items: { enum: ['x', 'y'] } } }, 'a')
    expect(catalog([{ name: 't', inputSchema }]).text).toContain(
      't(args: { function?: string; a: ("x" | "y")[] }): unknown;',
    )
  })
  test('62: empty and repeated names are told and declared once', () => {
    const { text, diagnostics } = catalog([
      { name: '' },
      { name: 'a' },
      { name: 'a', description: 'second' },
    ])
    expect(text).toBe('declare const ns: {\ntool(): unknown;\na(): unknown;\n};\n')
    expect(diagnostics.map(({ code }) => code).sort()).toEqual(['duplicate-tool', 'renamed'])
  })
  test('62: functions of one name have types of their own', () => {
    const recursive = (of: unknown) => O({ a: { $ref: '#' }, of })
    const tools = [S, N].map((of) => ({ name: 'a', inputSchema: recursive(of) }))
    expect(verify(renderToolDecls(tools))).toEqual([])
  })
  test('63: one bad tool leaves the others alone', () => {
    const bad = {
      name: 'bad',
      inputSchema: {
        type: 'object',
        get properties(): unknown {
          throw new Error('no')
        },
      },
    }
    const { text, diagnostics } = catalog([bad, { name: 'good', inputSchema: O({ a: S }, 'a') }])
    expect(text).toContain('good(args: { a: string }): unknown;')
    expect(diagnostics).toMatchObject([{ tool: 'bad', code: 'unreadable-schema' }])
  })
  test('64: no argument where none is taken, an optional one where none is needed', () => {
    const { text } = catalog([
      { name: 'a', inputSchema: { type: 'object', properties: {} } },
      { name: 'b', inputSchema: O({ x: S }) },
    ])
    expect(text).toContain('a(): unknown;\nb(args?: { x?: string }): unknown;')
  })
  test('65: results of any kind', () => {
    const { text } = catalog(
      [
        { name: 'a', outputSchema: { type: 'array', items: S } },
        { name: 'b', outputSchema: S },
      ],
      { promise: true },
    )
    expect(text).toContain('a(): Promise<string[]>;\nb(): Promise<string>;')
  })
  test('66: what an example calls is what is declared', () => {
    expect(renderCatalog([{ name: 'a-b', inputExamples: [{}] }]).text).toBe(
      '/** @example a_b({}) */\ndeclare function a_b(): unknown;\n',
    )
    expect(renderToolDecls([{ name: 'a-b', inputExamples: [{}] }])).toContain('* @example a_b({})')
    expect(renderMcpNamespace('ns', [{ name: 'a-b', inputExamples: [{}] }])).toContain(
      `@example ${jsToolNames(['a-b'])['a-b']}({})`,
    )
  })
})

test('every valid value of a schema stays assignable, whatever is printed of it', () => {
  const schema = {
    ...O({ a: { $ref: '#/$defs/A' } }, 'a'),
    $defs: { A: { anyOf: [{ type: 'null' }, O({ a: { $ref: '#/$defs/A' } })] } },
  }
  expect(
    ask([
      {
        schema,
        values: [
          [{ a: null }, true],
          [{ a: { a: { a: null } } }, true],
          [{}, false],
          [{ a: { a: 1 } }, false],
        ],
        options: { profile: 'exact' },
      },
    ]),
  ).toEqual([[]])
})
