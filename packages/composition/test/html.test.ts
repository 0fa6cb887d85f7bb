import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { runtime, view } from './support'

const { html } = runtime.surfaces
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // Printed compact; the style stands before the section, as a fragment may.
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    // Lists without bullets need the role: without it Safari does not call them lists.
    'no-redundant-role': 'off',
    'prefer-native-element': ['error', { exclude: ['list'] }],
    // Spans and links are written by authors in any length.
    'text-content': 'off',
  },
})

const problems = async (fragment: string) => {
  const page = `<!DOCTYPE html>\n<html lang="en"><head><title>t</title></head><body>${fragment}</body></html>`
  const report = await validator.validateString(page)
  return report.results.flatMap((result) =>
    result.messages.map((message) => `${message.ruleId}: ${message.message}`),
  )
}

test.each(runtime.primitives.map((entry) => [entry.type, entry.example] as const))(
  '%s is valid HTML',
  async (_, example) => {
    const found = await problems(html.render(view(example), { css: 'separate' }).html)
    expect(found).toEqual([])
  },
)

test('containers in containers are valid HTML', async () => {
  const all = runtime.primitives.map((entry) => entry.example)
  const columns = { type: 'columns', columns: [{ body: all }, { body: all, weight: 3 }] }
  const details = { type: 'details', summary: 's', open: true, body: [columns] }
  const deep = view({
    type: 'section',
    title: 'a',
    note: 'n',
    body: [details, { type: 'section', title: 'b', body: all }],
  })
  expect(await problems(html.render(deep, { css: 'separate' }).html)).toEqual([])
})

test('no script, no style attribute, no id: a strict content policy and two views on one page', () => {
  const all = runtime.primitives.map((entry) => entry.example)
  const { html: page, js } = html.render(view(...all))
  expect(page).not.toMatch(/<script|style="| id="| on[a-z]+=/)
  expect(js).toBe('')
})

test('links and pictures leak no referrer', () => {
  const page = html.render(
    view(
      { type: 'image', src: '/a.png', alt: 'A', href: 'https://e.com' },
      { type: 'text', text: [{ text: 'a', href: 'https://e.com' }] },
    ),
  ).html
  expect(page.match(/rel="noopener noreferrer"/g)).toHaveLength(2)
  expect(page).toContain('referrerpolicy="no-referrer"')
})

test('css apart is the whole sheet; inside it is what the view needs', () => {
  const divider = view({ type: 'divider' })
  const apart = html.render(divider, { css: 'separate' })
  expect(apart.html).not.toContain('<style>')
  expect(apart.css).toContain('.av-value')
  expect(html.render(divider).html).not.toContain('.av-value')
})

test('the label of the view', () => {
  const labels = [
    html.render({ ...view({ type: 'divider' }), meta: { ariaLabel: 'Mine' } }),
    html.render(view({ type: 'divider' })),
    html.renderNode({ type: 'divider' }),
  ].map(({ html: page }) => /aria-label="([^"]*)"/.exec(page)![1])
  expect(labels).toEqual(['Mine', 'Title', 'View'])
})

test('bars: an empty bar for zero, no bar when all are zero, at least a sliver for anything else', () => {
  const bars = (...values: number[]) =>
    runtime.surfaces.text.renderNode({
      type: 'bars',
      items: values.map((value) => ({ label: 'a', value })),
    })
  expect(bars(0, 0)).toBe('a  0\na  0')
  expect(
    bars(0, 1000, 1)
      .split('\n')
      .map((line) => line.match(/█*/g)!.join('').length),
  ).toEqual([0, 20, 1])
})
