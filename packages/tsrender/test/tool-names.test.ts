import { runInNewContext } from 'node:vm'
import { bindNamespace, jsToolNames, renderCatalog } from '@toolprism/tsrender'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from './support/hostile'

const namesOf = (originals: string[], shape: 'namespace' | 'functions' = 'namespace') =>
  renderCatalog([{ name: 'ns', tools: originals.map((name) => ({ name })) }], { shape }).names[0]!
    .tools

const originals = fc.uniqueArray(
  fc.oneof(
    hostileText,
    fc.constantFrom(
      'a-b',
      'a_b',
      'a.b',
      'a b',
      'then',
      'then_',
      '2fa',
      '_2fa',
      'delete',
      'delete_',
      '検索',
      'é',
    ),
  ),
  { minLength: 1, maxLength: 8 },
)

describe('names are', () => {
  test('one for each tool, and legal', () => {
    fc.assert(
      fc.property(
        originals,
        fc.constantFrom('namespace' as const, 'functions' as const),
        (list, shape) => {
          const table = namesOf(list, shape)
          expect(new Set(table.map(({ original }) => original))).toEqual(new Set(list))
          expect(new Set(table.map(({ js }) => js)).size).toBe(list.length)
          for (const { js } of table)
            if (shape === 'functions')
              expect(() => runInNewContext(`"use strict"; (function ${js}() {})`)).not.toThrow()
        },
      ),
    )
  })

  test('the same in any order', () => {
    fc.assert(
      fc.property(originals, (list) => {
        expect(namesOf([...list].reverse())).toEqual(namesOf(list))
      }),
    )
  })

  test('unchanged when a tool comes or goes, but for those it then collides with', () => {
    fc.assert(
      fc.property(originals, (list) => {
        const before = new Map(namesOf(list).map(({ original, js }) => [original, js]))
        const [gone, ...rest] = list
        const changed = namesOf(rest).filter(({ original, js }) => before.get(original) !== js)
        // A survivor may only lose the mark of a collision that ended.
        for (const { original, js } of changed)
          expect(before.get(original)!.startsWith(`${js}_`), `${gone} ${original}`).toBe(true)
      }),
    )
  })

  test('reachable by their access, in code', () => {
    fc.assert(
      fc.property(originals, (list) => {
        const table = namesOf(list)
        const ns = bindNamespace(table, (original, input) => [original, input])
        for (const { original, access } of table)
          expect(runInNewContext(`ns${access}({ a: 1 })`, { ns })).toEqual([original, { a: 1 }])
      }),
    )
  })

  test('kept, cleaned, or marked', () => {
    const table = namesOf(['plain', 'a-b', 'x.y', 'x y', '', '1a', 'then', '検索'])
    const js = Object.fromEntries(table.map((one) => [one.original, one.js]))
    expect(js).toMatchObject({
      plain: 'plain',
      'a-b': 'a_b',
      '': 'tool',
      '1a': '_1a',
      // biome-ignore lint/suspicious/noThenProperty: the name of a tool.
      then: 'then_',
      検索: '検索',
    })
    expect(js['x.y']).toMatch(/^x_y_[0-9a-f]{4}$/)
    expect(js['x y']).toMatch(/^x_y_[0-9a-f]{4}$/)
  })

  test('kept from what the caller reserves', () => {
    const { names } = renderCatalog([{ name: 'ns', tools: [{ name: 'help' }, { name: 'then' }] }], {
      reserved: ['help'],
    })
    expect(names[0]!.tools.map(({ js }) => js)).toEqual(['help_', 'then'])
  })

  test('those of namespaces too', () => {
    const { names, text } = renderCatalog([
      { name: 'agent_sales-app', tools: [{ name: 'a' }] },
      { name: 'delete', tools: [{ name: 'a' }] },
    ])
    expect(names.map(({ js }) => js)).toEqual(['agent_sales_app', 'delete_'])
    expect(text).toContain('declare const delete_: {')
  })
})

describe('bindNamespace', () => {
  const names = namesOf(['get-it', 'put'])
  const bound = bindNamespace(names, (original, input) => ({ original, input }))

  test('calls with the original name and passes what it was given', () => {
    expect(bound['get_it']!({ a: 1 })).toEqual({ original: 'get-it', input: { a: 1 } })
    expect(bound['put']!()).toEqual({ original: 'put', input: undefined })
  })

  test('has nothing but the tools, and stays so', async () => {
    expect(Object.keys(bound)).toEqual(['get_it', 'put'])
    expect(bound['toString']).toBeUndefined()
    expect(Object.isFrozen(bound)).toBe(true)
    expect(await bound).toBe(bound)
  })
})

describe('jsToolNames', () => {
  test('agrees with renderCatalog when asked for stable names', () => {
    expect({ ...jsToolNames(['a.b', 'c'], { strategy: 'stable' }) }).toEqual({
      'a.b': 'a_b',
      c: 'c',
    })
  })
  test('refuses a strategy it does not know', () => {
    expect(() => jsToolNames([], { strategy: 'other' as never })).toThrow(/^Option strategy/)
  })
})
