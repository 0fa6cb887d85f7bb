import { renderType } from '@toolprism/tsrender'
import { verify } from '@toolprism/tsrender/verify'
import { describe, expect, test } from 'vitest'

describe('a tuple whose optional or rest element holds an array of the type itself', () => {
  const inputSchema = {
    $ref: '#/$defs/Tree',
    $defs: {
      Tree: {
        anyOf: [
          { type: 'string' },
          {
            type: 'array',
            prefixItems: [
              { type: 'number' },
              { anyOf: [{ type: 'null' }, { type: 'array', items: { $ref: '#/$defs/Tree' } }] },
            ],
            minItems: 1,
            items: false,
          },
        ],
      },
    },
  }
  test('is an array of all its elements where it may be wide', () => {
    const { type, types } = renderType(inputSchema, { profile: 'exact' })
    const text = `${types.map(({ text }) => text).join('\n')}\ntype Root = ${type};`
    expect(verify(text)).toEqual([])
    expect(text).toContain('(number | Tree[] | null)[]')
  })

  test('ends before that element where it must not', () => {
    const { type, types } = renderType(inputSchema, { profile: 'prompt', direction: 'input' })
    const text = `${types.map(({ text }) => text).join('\n')}\ntype Root = ${type};`
    expect(verify(text)).toEqual([])
    expect(text).toContain('[number]')
  })
})
