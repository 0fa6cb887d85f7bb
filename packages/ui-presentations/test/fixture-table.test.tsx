import { renderToolCard as renderHtml } from '@toolprism/ui-presentations/html'
import { renderToolCard as renderMarkdown } from '@toolprism/ui-presentations/markdown'
import { ToolCard } from '@toolprism/ui-presentations/react'
import { renderToolCard as renderTerminal } from '@toolprism/ui-presentations/terminal'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { table, viewOf } from './support/fixtures'

const rows = Object.entries(table).map(([name, events]) => ({ name, view: viewOf(events) }))
const all = (title: (name: string) => string, render: (row: (typeof rows)[number]) => string) =>
  `${rows.map((row) => `${title(row.name)}\n${render(row)}`).join('\n\n')}\n`
const card = (node: ReactNode) => renderToStaticMarkup(node)
const lines = (html: string) => html.replace(/></g, '>\n<')

// The fifth renderer needs a browser: test/element.browser.ts pins it beside these.
describe('the fixture table (states, tones, kinds of result) through every renderer', () => {
  test('views', async () => {
    const views = Object.fromEntries(rows.map(({ name, view }) => [name, view]))
    await expect(`${JSON.stringify(views, null, 1)}\n`).toMatchFileSnapshot('golden/views.json')
  })

  test('html', async () => {
    const html = all(
      (name) => `<h2>${name}</h2>`,
      ({ view }) => lines(renderHtml(view, { approval: 'buttons' })),
    )
    await expect(html).toMatchFileSnapshot('golden/html.html')
  })

  test('react', async () => {
    const html = all(
      (name) => `<h2>${name}</h2>`,
      ({ view }) => lines(card(<ToolCard view={view} open onAnswer={() => {}} />)),
    )
    await expect(html).toMatchFileSnapshot('golden/react.html')
  })

  test('terminal', async () => {
    const text = all(
      (name) => `# ${name}`,
      ({ view }) => renderTerminal(view, { open: true, width: 72 }),
    )
    await expect(text).toMatchFileSnapshot('golden/terminal.txt')
  })

  test('terminal, ASCII and 40 columns', async () => {
    const text = all(
      (name) => `# ${name}`,
      ({ view }) => renderTerminal(view, { unicode: false, width: 40 }),
    )
    await expect(text).toMatchFileSnapshot('golden/terminal-ascii.txt')
  })

  test('markdown', async () => {
    const text = all(
      (name) => `## ${name}\n`,
      ({ view }) => renderMarkdown(view),
    )
    await expect(text).toMatchFileSnapshot('golden/markdown.md')
  })

  test('every renderer says the same: label, status, elapsed, arguments, result', () => {
    for (const { name, view } of rows) {
      const words = [
        view.label,
        view.statusText,
        view.elapsed,
        ...view.fields.map((field) => field.name),
      ]
      const shown = {
        html: plain(renderHtml(view)),
        react: plain(card(<ToolCard view={view} open />)),
        terminal: renderTerminal(view, { open: true, width: 400 }),
        markdown: renderMarkdown(view).replaceAll('\\', ''),
      }
      for (const [renderer, text] of Object.entries(shown))
        for (const word of words) expect(text, `${renderer}: ${name}`).toContain(word)
    }
  })
})

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '\n')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&amp;/g, '&')
}
