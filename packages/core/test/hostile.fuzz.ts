import {
  callTool,
  checkInputBudget,
  defineTool,
  type ToolDefinition,
  toolNames,
} from '@toolprism/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'

const numRuns = 100_000

/** What JSON.parse can make, a `__proto__` key included, is plain; so is undefined as a property. */
const json = fc.jsonValue({ maxDepth: 6 })

type Maker = () => unknown

/** Makers of anything a program could hand over. Not the values: fast-check itself would fall into the traps. */
const hostile: fc.Arbitrary<Maker> = fc.letrec<{ value: Maker }>((tie) => {
  const plain = (arbitrary: fc.Arbitrary<unknown>) =>
    arbitrary.map(
      (value): Maker =>
        () =>
          value,
    )
  const wrap = (change: (value: unknown) => unknown) =>
    tie('value').map(
      (make): Maker =>
        () =>
          change(make()),
    )
  return {
    value: fc.oneof(
      { depthSize: 'small' },
      plain(
        fc.anything({
          withBigInt: true,
          withBoxedValues: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withNullPrototype: true,
          withObjectString: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
      ),
      plain(json),
      fc.constantFrom<Maker>(
        () => Symbol('s'),
        () => Number.NaN,
        () => -0,
        () => undefined,
        () => new Error('x'),
        () => /x/,
        () => () => 1,
      ),
      wrap(getter),
      wrap((value) => new Proxy(Object(value) as object, {})),
      wrap(throwing),
      wrap((value) => cyclic([value])),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }).map(
        (makers): Maker =>
          () => {
            const made: Record<string, unknown> = {}
            for (const [key, make] of Object.entries(makers))
              Object.defineProperty(made, key, { value: make(), enumerable: true })
            return made
          },
      ),
    ),
  }
}).value

let called = 0
function getter(value: unknown) {
  return Object.defineProperty({}, 'trap', {
    enumerable: true,
    get() {
      called++
      return value
    },
  })
}
function throwing(value: unknown) {
  return new Proxy(Object(value) as object, {
    ownKeys() {
      throw new Error('trap')
    },
    get() {
      throw new Error('trap')
    },
  })
}
function cyclic(items: unknown[]) {
  items.push(items)
  return items
}

const isPlain = (value: unknown): boolean => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every((item) => isPlain(item))
  return Reflect.ownKeys(value).every((key) => {
    const descriptor = Object.getOwnPropertyDescriptor(value, key)!
    return typeof key === 'string' && 'value' in descriptor && isPlain(descriptor.value)
  })
}

test('budget: the copy of JSON equals it and shares nothing, __proto__ keys are refused by name', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value)
      const checked = checkInputBudget(value)
      if (!checked.ok) {
        expect(/"__proto__":/.test(text) || text.length > 20_000).toBe(true)
        return
      }
      expect(JSON.stringify(checked.value)).toBe(text.replaceAll(/(?<=[[:,])-0(?=[\],}]|$)/g, '0'))
      if (typeof value === 'object' && value !== null) expect(checked.value).not.toBe(value)
    }),
    { numRuns },
  )
})

test('budget: whatever comes, it never throws, calls no getter, and answers plain data or a refusal', () => {
  called = 0
  fc.assert(
    fc.property(hostile, (make) => {
      const checked = checkInputBudget(make())
      if (checked.ok) expect(checked.value === undefined || isPlain(checked.value)).toBe(true)
      else expect(checked.code).toMatch(/^INPUT_(OVER_BUDGET|NOT_PLAIN_DATA)$/)
    }),
    { numRuns },
  )
  expect(called).toBe(0)
})

const names = fc.uniqueArray(
  fc.oneof(
    fc.string({ maxLength: 90, unit: 'grapheme' }),
    fc.stringMatching(/^[a-z_.\-/ ]{0,12}$/),
    fc.constantFrom('a.b', 'a/b', 'a_b', 'x'.repeat(70), `${'x'.repeat(70)}y`, '', '1'),
  ),
  { maxLength: 8 },
)

test('names: legal, injective, reversible, independent of order, stable in company', () => {
  fc.assert(
    fc.property(
      names,
      fc.constantFrom('portable', 'openai', 'cursor', 'gemini', 'mcp'),
      (originals, pattern) => {
        const map = toolNames(originals, { pattern } as const)
        const made = originals.map((original) => map.toName(original)!)
        expect(new Set(made).size).toBe(originals.length)
        const legal = {
          portable: /^[A-Za-z_][\w-]{0,63}$/,
          openai: /^[\w-]{1,64}$/,
          cursor: /^\w{1,60}$/,
          gemini: /^[A-Za-z_][\w.:-]{0,63}$/,
          mcp: /^[\w.-]{1,128}$/,
        }[pattern]!
        for (const [index, name] of made.entries()) {
          expect(name).toMatch(legal)
          expect(map.toOriginal(name)).toBe(originals[index])
          if (legal.test(originals[index]!)) expect(name).toBe(originals[index])
        }
        expect(toolNames([...originals].reverse(), { pattern } as const).names).toEqual(map.names)
        const fewer = toolNames(originals.slice(1), { pattern } as const)
        for (const original of originals.slice(1))
          expect(fewer.toName(original)).toBe(map.toName(original))
      },
    ),
    { numRuns },
  )
})

const blocks = new Set(['text', 'image', 'audio', 'resource', 'resource_link'])
const inputSchema = z.object({ a: z.string().optional(), b: z.array(z.number()).optional() })

test('callTool: never rejects, and the result is always well-formed', async () => {
  const checked = defineTool({ name: 'checked', inputSchema, execute: (input) => input })
  await fc.assert(
    fc.asyncProperty(
      hostile,
      hostile,
      fc.constantFrom('returns', 'throws', 'rejects', 'yields'),
      async (makeInput, makeOutput, way) => {
        const input = makeInput()
        const output = makeOutput()
        const open: ToolDefinition = {
          ...checked,
          inputSchema: z.looseObject({}),
          execute() {
            if (way === 'throws') throw output
            if (way === 'rejects') return Promise.reject(output)
            if (way === 'returns') return output
            return (async function* () {
              yield output
            })()
          },
        }
        for (const result of [await callTool(checked, input), await callTool(open, {})]) {
          expect(Array.isArray(result.content)).toBe(true)
          for (const block of result.content) expect(blocks.has(block.type)).toBe(true)
          expect([undefined, true]).toContain(result.isError)
          expect(() => JSON.stringify(result)).not.toThrow()
          if (result.structuredContent !== undefined)
            expect(isPlain(result.structuredContent)).toBe(true)
        }
      },
    ),
    { numRuns },
  )
})
