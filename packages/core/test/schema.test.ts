import { fromJsonSchema, toJsonSchema, toStandardSchema } from '@toolprism/core'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import * as z from 'zod'

test('a field with a default is optional on the input side only', () => {
  const schema = z.object({ a: z.string().default('x') })
  expect(toJsonSchema(schema)).toEqual({
    type: 'object',
    properties: { a: { type: 'string', default: 'x' } },
  })
  expect(toJsonSchema(schema, { side: 'output' })).toMatchObject({ required: ['a'] })
})

test('converted once, kept by identity, frozen', () => {
  const schema = z.object({ a: z.string() })
  expect(toJsonSchema(schema)).toBe(toJsonSchema(schema))
  expect(Object.isFrozen(toJsonSchema(schema)['properties'])).toBe(true)
})

test('an own document passes as it is', () => {
  const own = {
    type: 'object',
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: {},
  }
  expect(toJsonSchema(own)).toBe(own)
})

test('ArkType and Valibot with its converter are taken', () => {
  expect(toJsonSchema(type({ a: 'string' }))).toMatchObject({ required: ['a'], type: 'object' })
  expect(toJsonSchema(toStandardJsonSchema(v.object({ a: v.string() })))).toMatchObject({
    type: 'object',
    required: ['a'],
  })
})

test.each([
  ['wrap it with toStandardJsonSchema', v.object({})],
  ['wrap it, as in z.object', { a: z.string() }],
  ['object at its root', z.string()],
  ['object at its root', { type: 'string' }],
  ['Date cannot be represented', z.object({ d: z.date() })],
  ['its keys are query', { query: 'string' }],
  ['not string', 'x'],
  ['use zod 4', { _def: {}, parse() {} }],
])('refused, naming the fix: %s', (text, schema) => {
  expect(() => toJsonSchema(schema as never)).toThrow(text)
})

test('an empty schema is an empty closed object', () => {
  expect(toJsonSchema({})).toEqual({ type: 'object', properties: {}, additionalProperties: false })
})

test('a wrapped JSON Schema validates, sync once loaded', async () => {
  const schema = fromJsonSchema({ type: 'object', properties: { a: { type: 'number' } } })
  expect(await schema['~standard'].validate({ a: 1 })).toEqual({ value: { a: 1 } })
  expect(schema['~standard'].validate({ a: 2 })).toEqual({ value: { a: 2 } })
  const refused = { issues: [{ message: 'expected a number, got "x"', path: ['a'] }] }
  // The texts of a refusal load with the first one.
  expect(await schema['~standard'].validate({ a: 'x' })).toEqual(refused)
  expect(schema['~standard'].validate({ a: 'x' })).toEqual(refused)
  expect(schema['~standard'].jsonSchema.input({ target: 'draft-07' })).toMatchObject({
    type: 'object',
  })
})

test('with a budget, validate does all that callTool does with raw input', async () => {
  const schema = toStandardSchema(z.object({ a: z.number().optional() }), {
    inputBudget: { values: 3 },
  })
  expect(schema['~standard'].validate(null)).toEqual({ value: {} })
  expect(schema['~standard'].validate({ a: 1, b: [1, 2] })).toMatchObject({
    issues: [{ message: expect.stringContaining('more than 3 values') }],
  })
})

test('a union is told by its closest branch', async () => {
  const schema = toStandardSchema(
    z.object({
      shape: z.union([
        z.object({ kind: z.literal('circle'), radius: z.number() }),
        z.object({ kind: z.literal('square'), side: z.number() }),
      ]),
    }),
  )
  expect(await schema['~standard'].validate({ shape: { kind: 'square', side: 'x' } })).toEqual({
    issues: [{ message: 'expected a number, got "x"', path: ['shape', 'side'] }],
  })
})
