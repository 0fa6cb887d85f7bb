import type { Composition } from '@toolprism/composition'
import fc from 'fast-check'
import { hostileHref, hostileSpans, hostileText } from './hostile'

const label = hostileText.map((text) => text.slice(0, 60).padEnd(1, 'x'))
const rich = fc.oneof(hostileText, hostileSpans)
const tone = fc.constantFrom('neutral', 'info', 'success', 'warning', 'danger')
const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
const share = fc.double({ noNaN: true, min: 0, max: 1e6 })
const some = <T>(item: fc.Arbitrary<T>, maxLength = 4) =>
  fc.array(item, { minLength: 1, maxLength })
const node = (
  type: string,
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
) =>
  fc.record(
    { type: fc.constant(type), ...required, ...optional },
    { requiredKeys: ['type', ...Object.keys(required)] as never[] },
  )

const leaves = [
  node('heading', { text: label }, { level: fc.constantFrom(2, 3, 4) }),
  node('text', { text: rich }, { tone, size: fc.constantFrom('normal', 'small') }),
  node(
    'list',
    {
      items: some(
        fc.oneof(
          rich,
          fc.record(
            { text: rich, done: fc.boolean(), items: some(rich) },
            { requiredKeys: ['text'] },
          ),
        ),
      ),
    },
    { ordered: fc.boolean() },
  ),
  node('quote', { text: rich }, { source: label, href: hostileHref }),
  node('callout', { tone, text: rich }, { title: label }),
  node('code', { code: label }, { language: fc.constantFrom('js', 'c++'), caption: label }),
  node('stat', {
    items: some(
      fc.record(
        {
          label,
          value: fc.oneof(number, label),
          unit: fc.constantFrom('%', 'ms', '<u>'),
          delta: label,
          tone,
        },
        { requiredKeys: ['label', 'value'] },
      ),
    ),
  }),
  node('fields', { items: some(fc.record({ label, value: fc.oneof(number, rich) })) }),
  node(
    'table',
    {
      columns: fc.constant([
        { key: 'a', label: 'A|<b>' },
        { key: 'b', label: '' },
      ]),
      rows: some(
        fc.record(
          { a: fc.oneof(rich, number), b: fc.oneof(rich, fc.constant(null), fc.boolean()) },
          { requiredKeys: [] },
        ),
      ),
    },
    { caption: label },
  ),
  node(
    'bars',
    { items: some(fc.record({ label, value: share, tone }, { requiredKeys: ['label', 'value'] })) },
    { unit: fc.constant('%') },
  ),
  node(
    'trend',
    { label, points: fc.array(number, { minLength: 2, maxLength: 90 }) },
    { from: label, to: label },
  ),
  node('progress', { label, value: share }, { tone }),
  node('timeline', {
    items: some(
      fc.record({ at: label, title: label, text: rich, tone }, { requiredKeys: ['at', 'title'] }),
    ),
  }),
  node('divider', {}),
  node(
    'image',
    {
      src: fc.constantFrom(
        'https://e.com/a(b).png',
        '/a.png',
        'data:image/png;base64,iVBORw0KGgo=',
      ),
      alt: label,
    },
    { caption: label, href: hostileHref },
  ),
  node('links', {
    items: some(
      fc.record({ label, href: hostileHref, note: label }, { requiredKeys: ['label', 'href'] }),
    ),
  }),
  node('tags', { items: some(fc.record({ label, tone }, { requiredKeys: ['label'] })) }),
]

const body = fc.letrec<{ node: unknown; body: unknown[] }>((tie) => ({
  node: fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...leaves) },
    { weight: 1, arbitrary: node('section', { title: label, body: tie('body') }, { note: label }) },
    {
      weight: 1,
      arbitrary: node('details', { summary: label, body: tie('body') }, { open: fc.boolean() }),
    },
    {
      weight: 1,
      arbitrary: node('columns', {
        columns: fc.tuple(
          fc.record({ body: tie('body') }),
          fc.record({ body: tie('body'), weight: fc.constant(2) }),
        ),
      }),
    },
  ),
  body: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
})).body

/** Valid compositions full of hostile text. */
export const compositions = fc.record(
  { type: fc.constant('view' as const), title: label, subtitle: label, body },
  { requiredKeys: ['type', 'body'] },
) as fc.Arbitrary<Composition>
