import { jsToolNames, renderMcpNamespace, renderToolDecls } from '@toolprism/tsrender'
import { expect, test } from 'vitest'

// Each pair was observed on agentsdk v0.3.0 (commit 83744a0). Where the original's text was not TypeScript
// at all (`a?: bad-name`), ours differs and says so in its own test.
const compat = { compat: 'airlock-0.3' } as const

const argsOf = (inputSchema: unknown) =>
  renderMcpNamespace('ns', [{ name: 't', inputSchema }], compat).slice(
    'declare const ns: {\n  t(args: '.length,
    -'): unknown;\n};\n'.length,
  )

const string = { type: 'string' }
const nil = { type: 'null' }

test.each<[unknown, string]>([
  [undefined, '{}'],
  [null, '{}'],
  [{}, '{}'],
  [true, '{}'],
  [false, '{}'],
  ['s', '{}'],
  [[], '{}'],
  [{ type: 'object' }, '{}'],
  [{ anyOf: [nil, { type: 'number' }] }, 'number | null'],
  [{ anyOf: [{ type: 'number' }, nil] }, 'number | null'],
  [{ anyOf: [nil, nil] }, 'null | null'],
  [{ anyOf: [null, nil] }, 'any | null'],
  [{ anyOf: [string, { type: 'number' }] }, '{}'],
  [{ anyOf: [string] }, '{}'],
  [{ anyOf: [string, nil, { type: 'number' }] }, '{}'],
  [{ anyOf: [string, nil], enum: ['a'] }, 'string | null'],
  [{ const: 'a', enum: ['b'] }, '"a"'],
  [{ const: null }, '{}'],
  [{ const: { k: 1 } }, 'any'],
  [{ const: false }, 'false'],
  [{ enum: ['a', 1, null, true, { x: 1 }, [1]] }, '"a" | 1 | null | true | any | any'],
  [{ enum: ['a', 'a'] }, '"a" | "a"'],
  [{ enum: [] }, '{}'],
  [string, 'string'],
  [{ type: 'string', format: 'date-time' }, 'string'],
  [{ type: 'string', format: 'agent-file' }, 'FilePath'],
  [{ type: 'string', format: 'agent-dir' }, 'DirPath'],
  [{ type: 'string', format: 'agent-file', enum: ['a'] }, '"a"'],
  [{ type: 'number' }, 'number'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'boolean' }, 'boolean'],
  [nil, 'null'],
  [{ type: 'array' }, 'any[]'],
  [{ type: 'array', items: null }, 'any[]'],
  [{ type: 'array', items: string }, 'string[]'],
  [{ type: 'array', items: {} }, '{}[]'],
  [{ type: 'array', items: { enum: ['x | y'] } }, '("x | y")[]'],
  [
    { type: 'array', items: { type: 'array', items: { anyOf: [string, nil] } } },
    '((string | null)[])[]',
  ],
  [{ items: string }, '{}'],
  [{ type: 'file' }, 'any'],
  [{ oneOf: [string] }, '{}'],
  [{ allOf: [string] }, '{}'],
  [{ $ref: '#/$defs/x', $defs: { x: string } }, '{}'],
  [{ type: 'string', nullable: true, default: 'x', title: 'T' }, 'string'],
  [{ type: 'array', prefixItems: [string] }, 'any[]'],
])('the original prints %j as %s', (schema, printed) => {
  expect(argsOf(schema)).toBe(printed)
})

test.each<[string, unknown]>([
  ['a type array', { type: ['string', 'null'] }],
  ['a boolean schema', true],
  ['boolean items', { type: 'array', items: true }],
  ['an additionalProperties schema', { type: 'object', additionalProperties: {} }],
  ['an array of items', { type: 'array', items: [string] }],
  ['a boolean exclusiveMinimum', { type: 'number', exclusiveMinimum: true }],
  ['a fractional minItems', { type: 'array', minItems: 1.5 }],
  ['a single required', { type: 'object', required: 'a' }],
  ['a format that is no string', { type: 'string', format: 1 }],
  ['a pattern that is no string', { type: 'string', pattern: 1 }],
  ['a description that is no string', { type: 'string', description: 1 }],
])('%s anywhere blanks the whole input of a tool, as the original did', (_, schema) => {
  expect(argsOf({ type: 'object', properties: { a: schema, b: string } })).toBe('{}')
})

test.each<[unknown, string]>([
  ['q"\\\n\t\r\f\b\v', String.raw`"q\"\\\n\t\r\f\b\v"`],
  ['\0\x1b\x7f', String.raw`"\x00\x1b\x7f"`],
  ['\u2028\u00a0\u200b', String.raw`"\u2028\u00a0\u200b"`],
  ['é日本😀', '"é日本😀"'],
  // Go wrote `\a` and `\U000e0001`, which TypeScript reads as "a" and "U000e0001".
  ['\x07\u{e0001}', String.raw`"\x07\u{e0001}"`],
  [1.5, '1.5'],
  [-3, '-3'],
  [1e21, '1e+21'],
  [Number('12345678901234567890'), '1.2345678901234567e+19'],
  [1e-7, '1e-07'],
  [1234567.5, '1.2345675e+06'],
  [1e18, '1000000000000000000'],
])('the literal %j is printed as %s', (value, printed) => {
  expect(argsOf({ const: value })).toBe(printed)
})

const find = {
  type: 'object',
  properties: { q: { type: 'string', description: 'Find\nthis' }, n: { type: 'integer' } },
  required: ['q', 'nowhere'],
}

test('properties are sorted, one a line, with a trailing comment', () => {
  expect(renderMcpNamespace('mcp_x', [{ name: 't', inputSchema: find }], compat)).toBe(
    `declare const mcp_x: {
  t(args: {
    n?: number;
    q: string; // Find this
  }): unknown;
};
`,
  )
})

test('properties are sorted by byte and a nested comment follows its brace', () => {
  const inner = { type: 'object', properties: { b: string, B: string }, description: 'nested' }
  expect(argsOf({ type: 'object', properties: { a: inner } })).toBe(
    `{
    a?: {
      B?: string;
      b?: string;
    }; // nested
  }`,
  )
})

test('a tool is a function under a JSDoc block', () => {
  const tool = {
    name: 'f',
    description: ' Do\n  it ',
    llmHint: ' slow ',
    inputSchema: { type: 'object', properties: { a: string } },
    outputSchema: string,
    inputExamples: [{ a: 'x' }],
  }
  expect(renderToolDecls([tool], compat)).toBe(
    `/**
 * Do
 *   it
 * [slow]
 * @example f({"a":"x"})
 */
declare function f(args: {
  a?: string;
}): string;
`,
  )
})

test('tools keep their order, a blank line between; the block stands even when empty', () => {
  expect(renderToolDecls([{ name: 'b' }, { name: 'a', llmHint: ' ' }], compat)).toBe(
    `/**
 * 
 */
declare function b(args: {}): {};

/**
 * 
 */
declare function a(args: {}): {};
`,
  )
})

test('no tools give no text', () => {
  expect(renderToolDecls([], compat)).toBe('')
  expect(renderMcpNamespace('ns', [], compat)).toBe('')
})

test('a namespace is printed as given, its tools sorted, a description on one line', () => {
  const tools = [
    { name: 'ping', description: ' Says\npong. ' },
    { name: 'B' },
    { name: 'a-b' },
    { name: 'a_b' },
    { name: 'c-d', description: ' ' },
  ]
  expect(renderMcpNamespace('agent_x', tools, compat)).toBe(
    `declare const agent_x: {
  B(args: {}): unknown;
  "a-b"(args: {}): unknown;
  a_b(args: {}): unknown;
  c_d(args: {}): unknown;
  /** Says pong. */
  ping(args: {}): unknown;
};
`,
  )
})

test.each<[string[], Record<string, string>]>([
  [['a-b', 'c-d'], { 'a-b': 'a_b', 'c-d': 'c_d' }],
  [['a-b', 'a_b', 'c-d'], { 'a-b': 'a-b', a_b: 'a_b', 'c-d': 'c_d' }],
  [['a-b_c', 'a_b-c', 'a-b-c'], { 'a-b-c': 'a_b_c', 'a_b-c': 'a_b-c', 'a-b_c': 'a-b_c' }],
  [
    ['x.y', '1-a', 'delete', '-', ''],
    { 'x.y': 'x.y', '1-a': '1_a', delete: 'delete', '-': '_', '': '' },
  ],
  [['a-b', 'a-b'], { 'a-b': 'a_b' }],
])('the names %j become %j', (names, map) => {
  expect({ ...jsToolNames(names) }).toEqual(map)
})

test('a name like a member of Object.prototype is a name', () => {
  const map = jsToolNames(['__proto__', 'to-string', 'toString'])
  expect(Object.keys(map)).toEqual(['__proto__', 'to-string', 'toString'])
  expect(Object.values(map)[0]).toBe('__proto__')
})
