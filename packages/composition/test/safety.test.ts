import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compositions } from './compositions'
import { everyHandlerAnswers, safeOnEverySurface } from './safety-properties'
import { slackViolations } from './slack-rules'
import { runtime, view } from './support'

test('hostile compositions are safe on every surface', () => {
  fc.assert(fc.property(compositions, safeOnEverySurface), { numRuns: 20, endOnFailure: true })
}, 60_000)

test('every handler answers every input', async () => {
  const anything = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
    }),
    fc.jsonValue(),
    compositions,
  )
  await fc.assert(fc.asyncProperty(anything, everyHandlerAnswers), {
    numRuns: 30,
    endOnFailure: true,
  })
})

test('the validator of Slack rules finds what it should', () => {
  const section = (fields: unknown[]) => ({ type: 'section', fields })
  const bad = {
    text: '',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } },
      { type: 'rich_text', elements: [] },
      section([{ type: 'mrkdwn', text: 'a <b' }]),
      {
        type: 'rich_text',
        elements: [
          { type: 'rich_text_section', elements: [{ type: 'link', url: '/a', text: 'a' }] },
        ],
      },
      { type: 'table', rows: [[{ type: 'raw_text', text: '' }]], column_settings: [null] },
    ],
  }
  expect(slackViolations(bad).length).toBeGreaterThanOrEqual(7)
})

test('a message far over every Slack limit still fits', () => {
  const long = '👩‍👩‍👧'.repeat(1_000)
  const table = {
    type: 'table',
    columns: [{ key: 'a', label: 'A' }],
    rows: Array.from({ length: 300 }, (_, index) => ({ a: `${index} ${'x'.repeat(60)}` })),
  }
  const small = { ...table, rows: table.rows.slice(0, 80) }
  const composition = {
    ...view(
      { type: 'text', text: long },
      small,
      small,
      table,
      ...Array(80).fill({ type: 'divider' }),
      ...Array(80).fill({ type: 'heading', text: 'x'.repeat(200) }),
    ),
    title: `${'x'.repeat(149)}👩‍👩‍👧`,
  }
  const message = runtime.surfaces.slack.render(composition)
  expect(slackViolations(message)).toEqual([])
  expect(message.blocks).toHaveLength(50)
  expect(JSON.stringify(message.blocks.at(-1))).toMatch(/\d+ more blocks/)
})
