import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Gallery, openGallery } from './support/browser'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')
const folder = fileURLToPath(new URL('../test-results/', import.meta.url))
const looks = [
  { look: 'light' },
  { look: 'dark', media: { colorScheme: 'dark' } },
  { look: 'narrow', width: 320 },
  { look: 'right-to-left', direction: 'rtl' },
  { look: 'high-contrast', media: { forcedColors: 'active' } },
] as const

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.failureSummary}`),
    )
  })
}

// The pictures land in test-results/, to be looked at.
describe('every row of the fixture table', () => {
  let gallery: Gallery
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    gallery = await openGallery()
  })
  afterAll(() => gallery.close())

  describe.each(['react', 'element', 'html', 'groups', 'chat'])('%s', (renderer) => {
    let page: Page
    beforeAll(async () => {
      page = await gallery.open(`renderer=${renderer}&open=1`)
      await page.waitForSelector('.tp-header, .tp-composer')
    })
    afterAll(() => gallery.clear())

    test.each(looks)(
      '§6.2.8, §6.2.10: $look: axe finds nothing, nothing overflows',
      async (row) => {
        const {
          look,
          media,
          width = 768,
          direction = 'ltr',
        } = { media: {}, ...row } as {
          look: string
          media: object
          width?: number
          direction?: string
        } // one shape for all rows
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media })
        await page.setViewportSize({ width, height: 900 })
        await page.evaluate((value) => {
          document.documentElement.dir = value
        }, direction)
        expect(await violations(page)).toEqual([])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0)
        await page.screenshot({ path: `${folder}${renderer}-${look}.png`, fullPage: true })
      },
    )
  })

  test('the element draws the fixture table as it is pinned', async () => {
    const page = await gallery.open('renderer=element&open=1')
    await page.waitForSelector('tool-card')
    const cards = await page.evaluate(() =>
      [...document.querySelectorAll('main > div')].map((row) => {
        const card = row.querySelector('tool-card')?.shadowRoot?.querySelector('.tp-card')
        return `<h2>${row.querySelector('h2')?.textContent}</h2>\n${card?.outerHTML.replace(/></g, '>\n<')}`
      }),
    )
    await expect(`${cards.join('\n\n')}\n`).toMatchFileSnapshot('golden/element.html')
  })

  test('§6.2.10: on paper a card has its text and no buttons', async () => {
    const page = await gallery.open('renderer=react&open=1&only=state: approval$')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.tp-buttons').isVisible()).toBe(false)
    expect(await page.locator('.tp-fields').isVisible()).toBe(true)
  })

  test('without script an HTML card folds and unfolds', async () => {
    const page = await gallery.open('renderer=html&only=state: done')
    const html = await page.locator('main').innerHTML()
    const plain = await page.context().browser()?.newPage({ javaScriptEnabled: false })
    await plain?.setContent(html)
    await plain?.locator('.tp-header').click()
    expect(await plain?.locator('.tp-fields').isVisible()).toBe(true)
  })
})

test('goal: one card of 1,000 changes, one is drawn again', async () => {
  const gallery = await openGallery()
  const page = await gallery.open('renderer=live')
  await page.evaluate(() => {
    const { store, eventsOf } = window.gallery
    // Cards that wait have no clock that ticks.
    for (let index = 0; index < 1000; index++)
      store.dispatch(
        eventsOf(`tool_${index}`, [{ type: 'tool.queued', input: { index } }], {
          callId: `c${index}`,
        }),
      )
  })
  await page.waitForFunction(
    () =>
      window.gallery.renders.length >= 1000 &&
      document.querySelectorAll('.tp-card').length === 1000,
  )
  await page.evaluate(() => {
    const { store, eventsOf, renders } = window.gallery
    renders.length = 0
    store.dispatch(
      eventsOf(
        'tool_500',
        [
          { type: 'tool.queued', input: { index: 500 } },
          { type: 'tool.failed', failure: 'error', result: { content: [] } },
        ],
        { callId: 'c500' },
      ),
    )
  })
  await page.locator('[data-status=failed]').waitFor()
  expect(await page.evaluate(() => window.gallery.renders)).toEqual(['c500'])
  await gallery.close()
}, 120_000)
