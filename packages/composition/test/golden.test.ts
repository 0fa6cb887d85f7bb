import { expect, test } from 'vitest'
import { runtime } from './support'

/** The composition of the specification, on every surface. */
const checkout = {
  type: 'view' as const,
  title: 'Checkout',
  body: [
    {
      type: 'stat',
      items: [{ label: 'p95', value: 412, unit: 'ms', delta: '+38%', tone: 'danger' }],
    },
    {
      type: 'bars',
      unit: '%',
      items: [
        { label: 'EU', value: 62 },
        { label: 'US', value: 38 },
      ],
    },
    { type: 'callout', tone: 'warning', text: 'Data after 15:00 is partial.' },
  ],
}
const { text, markdown, html, slack, svg } = runtime.surfaces

test('text', () => {
  expect(text.render(checkout)).toBe(`CHECKOUT

p95: 412 ms (+38%) [danger]

EU  ████████████████████  62%
US  ████████████          38%

! WARNING: Data after 15:00 is partial.`)
})

test('markdown', () => {
  expect(markdown.render(checkout)).toBe(`# Checkout

| p95 |
| --- |
| **412 ms** (+38%, danger) |

| Label | Value |
| --- | --- |
| EU | \`██████████\` 62% |
| US | \`██████░░░░\` 38% |

> **Warning:** Data after 15:00 is partial.`)
})

test('slack', () => {
  expect(slack.render(checkout).blocks).toEqual([
    { type: 'header', text: { type: 'plain_text', text: 'Checkout', emoji: false } },
    {
      type: 'section',
      fields: [{ type: 'mrkdwn', text: '*p95*\n412 ms (+38%, danger)', verbatim: true }],
    },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_preformatted',
          elements: [
            { type: 'text', text: 'EU  ████████████████████  62%\nUS  ████████████          38%' },
          ],
        },
      ],
    },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_quote',
          elements: [
            { type: 'text', text: 'Warning: ', style: { bold: true } },
            { type: 'text', text: 'Data after 15:00 is partial.' },
          ],
        },
      ],
    },
  ])
})

test('html and svg', async () => {
  const { html: page } = html.render(checkout, { css: 'separate' })
  await expect(page.replaceAll('><', '>\n<')).toMatchFileSnapshot('golden/checkout.html')
  await expect(svg.render(checkout).replaceAll('><', '>\n<')).toMatchFileSnapshot(
    'golden/checkout.svg',
  )
})

test('the same composition gives the same bytes', () => {
  for (const surface of Object.values(runtime.surfaces))
    expect(surface.render(checkout)).toEqual(surface.render(structuredClone(checkout)))
})
