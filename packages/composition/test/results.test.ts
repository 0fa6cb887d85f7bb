import { imageResult, jsonResult, textResult } from '@toolprism/composition'
import { expect, test } from 'vitest'

test.each([[undefined], [() => 1], [Symbol('s')], [{ toJSON: () => undefined }]])(
  'a value JSON cannot hold prints null and keeps isError %#',
  (value) => {
    expect(jsonResult(value)).toEqual({ content: [{ type: 'text', text: 'null' }] })
    expect(jsonResult(value, true)).toEqual({
      content: [{ type: 'text', text: 'null' }],
      isError: true,
    })
  },
)

const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic
const throwing = {
  toJSON: () => {
    throw new Error('no JSON')
  },
}

test.each([[{ n: 1n }], [cyclic], [throwing]])(
  'a value JSON cannot print is a failed result %#',
  (value) => {
    const result = jsonResult(value)
    expect(result.isError).toBe(true)
    expect(result.content[0]).toMatchObject({ type: 'text', text: expect.stringMatching(/./) })
  },
)

test('results have isError only when they failed', () => {
  expect(textResult('a')).toEqual({ content: [{ type: 'text', text: 'a' }] })
  expect(textResult('a', true)).toEqual({ content: [{ type: 'text', text: 'a' }], isError: true })
  expect(jsonResult({ a: 1 })).toEqual({ content: [{ type: 'text', text: '{\n  "a": 1\n}' }] })
  expect(imageResult(new Uint8Array([1]), 'image/png')).toEqual({
    content: [{ type: 'image', data: 'AQ==', mimeType: 'image/png' }],
  })
})
