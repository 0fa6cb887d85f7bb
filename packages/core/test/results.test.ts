import {
  errorResult,
  imageResult,
  jsonResult,
  limitResult,
  resourceResult,
  resultCode,
  resultFailure,
  resultValue,
  textResult,
} from '@toolprism/core'
import { expect, test } from 'vitest'

test('the value of a result', () => {
  expect(resultValue(jsonResult({ a: 1 }))).toEqual({ a: 1 })
  expect(resultValue(jsonResult(null))).toBe(null)
  expect(resultValue(textResult('x'))).toBe('x')
  expect(resultValue({ content: [] })).toBe(undefined)
  const image = imageResult(new Uint8Array([1, 2, 3]), 'image/png')
  expect(resultValue(image)).toEqual([{ type: 'image', data: 'AQID', mimeType: 'image/png' }])
})

test('a resource from bytes', () => {
  expect(resourceResult({ uri: 'a:b', blob: new Uint8Array([255]) }).content).toEqual([
    { type: 'resource', resource: { uri: 'a:b', blob: '/w==' } },
  ])
})

test('failures have a code and a word of the event table', () => {
  expect(resultFailure(textResult('x'))).toBe(undefined)
  expect(resultCode(errorResult('x'))).toBe('TOOL_FAILED')
  expect(resultFailure(errorResult('x', { code: 'TIMEOUT' }))).toBe('timeout')
  expect(resultFailure(errorResult('x', { code: 'toString' }))).toBe('error')
})

test('text is cut in the middle at code points and says how much', () => {
  const limited = limitResult(textResult('😀'.repeat(500)), { characters: 200 })
  const text = (limited.content[0] as { text: string }).text
  expect(text.length).toBeLessThanOrEqual(200)
  expect(() => encodeURIComponent(text)).not.toThrow()
  expect(text).toMatch(/^😀+\n\[… \d+ of 1000 characters left out …\]\n😀+$/u)
  expect(limited.meta).toEqual({ 'toolprism/limited': { textCharacters: 1000 } })
})

test('structuredContent is dropped, never cut, and a big image becomes a note', () => {
  const big = { ...jsonResult({ a: 'x'.repeat(300) }), content: [] }
  expect(limitResult(big, { characters: 100 }).structuredContent).toBe(undefined)
  const image = limitResult(imageResult(new Uint8Array(300), 'image/png'), { characters: 100 })
  expect(image.content).toEqual([
    { type: 'text', text: '[image (image/png) left out: 300 bytes is over the limit]' },
  ])
})

test('a result within the limits is the same object', () => {
  const result = jsonResult({ a: 1 })
  expect(limitResult(result, { characters: 100 })).toBe(result)
})
