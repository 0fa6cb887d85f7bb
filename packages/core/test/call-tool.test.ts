import { callTool, defineTool, resultCode, type ToolDefinition, ToolError } from '@toolprism/core'
import { expect, test } from 'vitest'
import * as z from 'zod'

const search = defineTool({
  name: 'search',
  description: 'Searches.',
  inputSchema: z.object({ query: z.string(), limit: z.number().int().max(50).default(10) }),
  execute: ({ query, limit }) => ({ query, limit }),
})

const returning = (value: unknown): ToolDefinition => ({
  name: 'returning',
  description: 'd',
  inputSchema: { type: 'object' },
  execute: () => value,
})

test('the parsed input reaches execute and a value becomes structuredContent plus text', async () => {
  const result = await callTool(search, { query: 'a' })
  expect(result).toEqual({
    content: [{ type: 'text', text: '{"query":"a","limit":10}' }],
    structuredContent: { query: 'a', limit: 10 },
  })
})

test.each([undefined, null, ''])('missing input (%j) becomes {}', async (input) => {
  expect(await callTool(returning('ok'), input)).toEqual({
    content: [{ type: 'text', text: 'ok' }],
  })
})

test('a refused input names path, expected and got', async () => {
  const result = await callTool(search, { qurey: 'a', limit: '3' })
  expect(result.isError).toBe(true)
  expect(resultCode(result)).toBe('INPUT_INVALID')
  expect(result.content).toEqual([
    {
      type: 'text',
      text: [
        'Invalid input for search:',
        '- query: expected a string, got nothing; you sent "qurey", did you mean "query"?',
        '- limit: expected a number, got "3"',
      ].join('\n'),
    },
  ])
})

test.each([0, false, null, []])('the falsy value %j is a result', async (value) => {
  const result = await callTool(returning(value), {})
  expect(result.structuredContent).toEqual(value)
  expect(result.isError).toBeUndefined()
})

test('an empty string is a text block', async () => {
  expect(await callTool(returning(''), {})).toEqual({ content: [{ type: 'text', text: '' }] })
})

test.each([
  ['an Error', new Error('boom'), 'boom'],
  ['a string', 'plain', 'plain'],
  ['undefined', undefined, 'The tool failed: undefined was thrown.'],
  ['a null-prototype object', Object.assign(Object.create(null), { message: 'bare' }), 'bare'],
])('%s thrown becomes an error result', async (_, thrown, text) => {
  const tool: ToolDefinition = {
    ...returning(0),
    execute() {
      throw thrown
    },
  }
  const result = await callTool(tool, {})
  expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text }] })
})

test("a ToolError's code and details are kept on meta", async () => {
  const tool: ToolDefinition = {
    ...returning(0),
    async execute() {
      throw new ToolError('RATE_LIMITED', 'later', { retryable: true, details: { after: 3 } })
    },
  }
  const result = await callTool(tool, {})
  expect(result.meta).toEqual({
    'toolprism/code': 'RATE_LIMITED',
    'toolprism/retryable': true,
    'toolprism/details': { after: 3 },
  })
})

test('yields are progress and the last one is the result', async () => {
  const tool: ToolDefinition = {
    ...returning(0),
    async *execute() {
      yield 'one'
      yield 'two'
    },
  }
  const seen: unknown[] = []
  const result = await callTool(tool, {}, { onProgress: (update) => seen.push(update.data) })
  expect(seen).toEqual(['one', 'two'])
  expect(result.content).toEqual([{ type: 'text', text: 'two' }])
})

test('a tool that ignores its signal is abandoned', async () => {
  const tool: ToolDefinition = { ...returning(0), execute: () => new Promise(() => {}) }
  const controller = new AbortController()
  const running = callTool(tool, {}, { signal: controller.signal })
  controller.abort()
  expect(resultCode(await running)).toBe('CANCELLED')
  expect(resultCode(await callTool(tool, {}, { timeoutMs: 1 }))).toBe('TIMEOUT')
})

test('a bad block becomes an error that says which', async () => {
  const result = await callTool(
    returning({ content: [{ type: 'text', text: 'a' }, { type: 'video' }] }),
    {},
  )
  expect(result.content[0]).toMatchObject({
    text: expect.stringContaining('content[1] has the unknown type "video"'),
  })
})

test('the parsed output is sent', async () => {
  const tool = defineTool({
    name: 'row',
    inputSchema: z.object({}),
    outputSchema: z.object({ id: z.number() }),
    execute: () => ({ id: 1, secret: 'x' }),
  })
  expect((await callTool(tool, {})).structuredContent).toEqual({ id: 1 })
})

test('a hook blocks, rewrites and fails closed', async () => {
  const blocked = await callTool(search, { query: 'a' }, { beforeExecute: () => ({ block: 'no' }) })
  expect(blocked).toMatchObject({ isError: true, meta: { 'toolprism/code': 'BLOCKED' } })
  const rewritten = await callTool(
    search,
    { query: 'a' },
    { beforeExecute: async () => ({ input: { query: 'b' } }) },
  )
  expect(rewritten.structuredContent).toEqual({ query: 'b', limit: 10 })
  const failed = await callTool(
    search,
    { query: 'a' },
    { beforeExecute: () => Promise.reject('x') },
  )
  expect(resultCode(failed)).toBe('BLOCKED')
})

test('a JSON Schema is really validated and defaults are filled', async () => {
  const tool = defineTool({
    name: 'metrics',
    schema: {
      type: 'object',
      properties: {
        environment: { type: 'string', enum: ['staging', 'production'] },
        minutes: { type: 'number', default: 15 },
      },
      required: ['environment'],
      additionalProperties: false,
    },
    execute: (input) => input,
  })
  const good = await callTool(tool, { environment: 'staging' })
  expect(good.structuredContent).toEqual({ environment: 'staging', minutes: 15 })
  const bad = await callTool(tool, { environment: 'prodution', minuts: 3 })
  expect(bad.content[0]).toMatchObject({
    text: [
      'Invalid input for metrics:',
      '- environment: expected one of "staging", "production", got "prodution"; did you mean "production"?',
      '- unknown key "minuts" (did you mean "minutes"?); known: environment, minutes',
    ].join('\n'),
  })
})

test('json-strings repair parses and records', async () => {
  const tool = defineTool({
    name: 'nested',
    inputSchema: z.object({ filter: z.object({ a: z.number() }) }),
    execute: ({ filter }) => filter,
  })
  const input = { filter: '{"a":1}' }
  expect((await callTool(tool, input)).isError).toBe(true)
  const result = await callTool(tool, input, { repair: 'json-strings' })
  expect(result.structuredContent).toEqual({ a: 1 })
  expect(result.meta).toEqual({ 'toolprism/repaired': ['filter'] })
})
