import axe from 'axe-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtime, view } from './support'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
let browser: Awaited<ReturnType<typeof chromium.launch>>

beforeAll(async () => {
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
afterAll(() => browser.close())

const everything = view(
  ...runtime.primitives.map((entry) => entry.example),
  { type: 'callout', tone: 'danger', title: 'T', text: 'a' },
  { type: 'callout', tone: 'success', text: 'a' },
  { type: 'text', text: 'a', tone: 'warning' },
  { type: 'text', text: 'small', size: 'small' },
  {
    type: 'tags',
    items: [
      { label: 'a', tone: 'info' },
      { label: 'b', tone: 'warning' },
      { label: 'c', tone: 'success' },
    ],
  },
  {
    type: 'list',
    items: [
      { text: 'a', done: true },
      { text: 'b', done: false, items: ['c'] },
    ],
  },
)

test.each([
  ['light', 960],
  ['dark', 960],
  ['light', 320],
] as const)(
  'axe finds nothing, and nothing is wider than the page: %s, %d pixels',
  async (colorScheme, width) => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
    const { html } = runtime.surfaces.html.render(everything)
    await page.setContent(
      `<!DOCTYPE html><html lang="en"><head><title>t</title></head><body style="margin:0"><main><h1>t</h1>${html}</main></body></html>`,
    )
    await page.evaluate(axe.source)
    const { violations } = (await page.evaluate('axe.run()')) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await page.close()
  },
)
