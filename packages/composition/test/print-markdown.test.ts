import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileSpans, hostileText } from './hostile'
import { exactSpans, exactText } from './markdown-properties'
import { inventory, parse, readText } from './markdown-support'
import { runtime, view } from './support'

const render = (...nodes: unknown[]) =>
  runtime.surfaces.markdown.render(view(...nodes), { heading: false })

describe('authored text is literal', () => {
  test('in every place it can stand, the parsed text is the authored text', () => {
    fc.assert(fc.property(hostileText, exactText), { numRuns: 60, endOnFailure: true })
  }, 60_000)

  test('with looks in any mixture', () => {
    fc.assert(fc.property(hostileSpans, exactSpans), { numRuns: 60, endOnFailure: true })
  }, 60_000)

  test.each([
    ['www.x.y~'],
    ['***x***'],
    ['1. a'],
    ['# a'],
    ['a #'],
    ['- [ ] a'],
    ['a@b.c'],
    ['http://a.b/_c_'],
    ['<b>a</b>'],
    ['&amp;'],
    ['a | b'],
    ['~~a~~'],
    ['[^1]: a'],
    ['==='],
    ['`a'],
    ['\\'],
    ['1986\\. x'],
  ])('%j', (text) => {
    exactText(text)
  })
})

test('emphasis next to letters still opens and closes', () => {
  const spans = [
    { text: 'a' },
    { text: '(b)', bold: true },
    { text: 'c' },
    { text: 'd', italic: true },
    { text: 'e' },
  ]
  const markdown = render({ type: 'text', text: spans })
  const tree = parse(markdown)
  expect(readText(tree)).toBe('a(b)cde')
  expect(inventory(tree).types).toContain('strong')
  expect(inventory(tree).types).toContain('emphasis')
})

test('a link at the beginning never reads as a link definition', () => {
  const spans = [{ text: 'a]:b', code: true, href: 'https://e.com' }]
  expect(readText(parse(render({ type: 'text', text: spans })))).toBe('a]:b')
})

test('headings nest by section and stop at six', () => {
  let node: unknown = { type: 'heading', text: 'deep', level: 4 }
  for (let level = 0; level < 5; level++)
    node = { type: 'section', title: `s${level}`, body: [node] }
  const lines = render(node).split('\n\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    '##',
    '###',
    '####',
    '#####',
    '######',
    '######',
  ])
})

test('two lists in a row stay two lists', () => {
  const list = (ordered: boolean) => ({ type: 'list', ordered, items: ['a', 'b'] })
  const types = parse(render(list(false), list(false), list(true), list(true))).children!.map(
    (node) => node.type,
  )
  expect(types).toEqual(['list', 'list', 'list', 'list'])
})

test('a fence is longer than any run inside, and the code comes back', () => {
  const code = '```\n````js\n  x\n```'
  const [node] = parse(render({ type: 'code', code, language: 'c++' })).children!
  expect(node).toMatchObject({ type: 'code', value: code, lang: 'c++' })
})

test('an inline picture is its text, a picture with an address is an image', () => {
  const data = { type: 'image', src: 'data:image/png;base64,AAAA', alt: 'A [b]' }
  expect(render(data)).toBe('\\[Image: A \\[b\\]\\]')
  const url = { type: 'image', src: 'https://e.com/(a)', alt: 'A', href: '/x' }
  expect(render(url)).toBe('[![A](https://e.com/%28a%29)](/x)')
})

test('tables with pipes keep their shape', () => {
  const node = {
    type: 'table',
    columns: [{ key: 'a', label: 'a|b' }],
    rows: [{ a: [{ text: 'x|y', code: true }] }, { a: null }, { a: true }, { a: 1234.5 }],
  }
  const [table] = parse(render(node)).children!
  expect(table!.children!.map(readText)).toEqual(['a|b', 'x|y', '', 'Yes', '1,234.5'])
})
