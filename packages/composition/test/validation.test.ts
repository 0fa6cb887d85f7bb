import { formatValidationError } from '@toolprism/composition/author'
import { expect, test } from 'vitest'
import { runtime, view } from './support'

const findings = (value: unknown) => runtime.validate(value).errors.map(formatValidationError)
const cyclicNode = { type: 'section', title: 'x', body: [{ type: 'nope' }] }

test.each<[string, unknown, string]>([
  ['null', null, 'must be an object with type "view" and a body'],
  ['a string', 'view', 'must be an object with type "view" and a body'],
  ['an empty body', view(), 'body must hold at least one node'],
  [
    'another root',
    { type: 'page', body: [{ type: 'divider' }] },
    'type must be "view", got "page"',
  ],
  [
    'an unknown root key',
    { ...view({ type: 'divider' }), colour: 1 },
    'has unrecognized key colour',
  ],
  ['a missing field', view({ type: 'heading' }), 'body[0].text (in heading) is required'],
  [
    'a wrong kind',
    view({ type: 'heading', text: 1 }),
    'body[0].text (in heading) must be a string, got a number',
  ],
  [
    'an empty text',
    view({ type: 'heading', text: '' }),
    'body[0].text (in heading) must not be empty',
  ],
  [
    'a long text',
    view({ type: 'heading', text: 'x'.repeat(201) }),
    'body[0].text (in heading) must have at most 200 characters',
  ],
  [
    'too many items',
    view({ type: 'stat', items: Array(7).fill({ label: 'a', value: 1 }) }),
    'body[0].items (in stat) must have at most 6 items',
  ],
  [
    'too few points',
    view({ type: 'trend', label: 'a', points: [1] }),
    'body[0].points (in trend) must have at least 2 items',
  ],
  [
    'a small number',
    view({ type: 'progress', label: 'a', value: -1 }),
    'body[0].value (in progress) must be at least 0',
  ],
  [
    'a fraction',
    view({ type: 'heading', text: 'a', level: 2.5 }),
    'body[0].level (in heading) must be a whole number, got a number',
  ],
  [
    'an enum',
    view({ type: 'callout', tone: 'dangr', text: 'a' }),
    'body[0].tone (in callout) must be one of: neutral, info, success, warning, danger, got "dangr"; did you mean danger?',
  ],
  ['no type', view({ text: 'a' }), 'body[0].type is required and must be one of: heading, text,'],
  ['no node', view('text'), 'body[0] must be an object, got a string'],
  [
    'a union field',
    view({ type: 'text', text: 1 }),
    'body[0].text (in text) must be a string or an array, got a number',
  ],
  ['a missing union field', view({ type: 'text' }), 'body[0].text (in text) is required'],
  [
    'a span',
    view({ type: 'text', text: [{ text: 'a', bolt: true }] }),
    'body[0].text[0] (in text) has unrecognized key bolt',
  ],
  [
    'a link',
    view({ type: 'links', items: [{ label: 'a', href: 'javascript:1' }] }),
    'body[0].items[0].href (in links) must be an https, http or mailto URL, or a relative path',
  ],
  [
    'a cell',
    view({ type: 'table', columns: [{ key: 'host', label: 'Host' }], rows: [{ hots: 1 }] }),
    'body[0].rows[0] (in table) has a cell for "hots", but the columns are host; did you mean host?',
  ],
  [
    'a column twice',
    view({
      type: 'table',
      columns: [
        { key: 'a', label: '' },
        { key: 'a', label: '' },
      ],
      rows: [],
    }),
    'body[0].columns[1].key (in table) repeats the key of a column',
  ],
  ['a nested unknown type', view(cyclicNode), 'body[0].body[0].type must be one of:'],
  [
    'an odd key',
    view({ type: 'divider', 'a b': 1, '\u2028': 2 }),
    'body[0] (in divider) has unrecognized keys "a b", "\\u2028"; divider declares no fields',
  ],
  [
    'a misspelt key',
    view({ type: 'text', txt: 'a', text: 'a' }),
    'body[0] (in text) has unrecognized key txt; text declares text, tone, size; did you mean text?',
  ],
])('%s', (_, value, expected) => {
  const [first, ...rest] = findings(value)
  expect(first!.startsWith(expected), first).toBe(true)
  expect(first).not.toMatch(/[\n\r\u2028\u2029]/)
  expect(rest).toEqual([])
})

test('an unknown type is echoed with the closest one; a huge one costs nothing', () => {
  expect(findings(view({ type: 'sections' }))[0]).toMatch(
    /, got "sections"; did you mean section\?$/,
  )
  const [huge] = findings(view({ type: 'x'.repeat(100_000) }))
  expect(huge!.length).toBeLessThan(400)
  expect(huge).not.toContain('did you mean')
})

test('a data object with a type is not taken for a primitive', () => {
  const value = view({ type: 'stat', items: [{ type: 'callout', label: 'a', value: [] }] })
  expect(runtime.validate(value).errors.map((error) => error.nodeType)).toEqual(['stat', 'stat'])
})

test('an error inside a node of unknown type names no primitive', () => {
  const [error] = runtime.validate(view(cyclicNode)).errors
  expect(error).not.toHaveProperty('nodeType')
})

test('long lists of errors and keys are cut with a count', () => {
  const many = findings(view(...Array(200).fill({ type: 'note' })))
  expect(many).toHaveLength(51)
  expect(many.at(-1)).toBe('150 more not listed')
  const keys = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, 1]))
  expect(findings(view({ type: 'divider', ...keys }))[0]).toContain('k9 and 20 more')
})

test('ids are unique, whatever the level', () => {
  const section = { type: 'section', title: 'x', body: [{ type: 'divider', id: 'a' }] }
  expect(findings(view({ type: 'divider', id: 'a' }, section))).toEqual([
    'body[1].body[0].id (in divider) repeats the id of body[0].id; ids are unique in a composition',
  ])
})

test('a body that shows nothing on a surface is a warning, containers looked into', () => {
  const hidden = { type: 'text', text: 'a', surfaces: ['html'] }
  const { valid, warnings } = runtime.validate(
    view({ type: 'section', title: 'x', body: [hidden] }, { ...hidden, surfaces: ['text'] }),
  )
  expect(valid).toBe(true)
  expect(warnings.map((warning) => warning.surface)).toEqual(['markdown', 'slack', 'snapshot'])
})

test('unknown meta keys are kept, known ones are checked', () => {
  expect(findings({ ...view({ type: 'divider' }), meta: { tenant: 'a' } })).toEqual([])
  expect(findings({ ...view({ type: 'divider' }), meta: { ariaLabel: 1 } })).toEqual([
    'meta.ariaLabel must be a string, got a number',
  ])
})

test('the composition comes back even when the schema refused it, and never when the budget did', () => {
  expect(runtime.validate(view({ type: 'nope' })).composition).toEqual(view({ type: 'nope' }))
  expect(runtime.validate(new Map())).not.toHaveProperty('composition')
})
