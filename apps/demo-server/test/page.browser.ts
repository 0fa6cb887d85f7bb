import { mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../../../tools/chromium'
import { loopbackHosts } from '../src/guard'
import { type Listening, serve } from '../src/serve'
import { createTestApp } from './test-app'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
let listening: Listening
let url = ''

beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'toolprism-page-'))
  await build({
    configFile: fileURLToPath(new URL('../web/vite.config.ts', import.meta.url)),
    resolve: { conditions: ['@toolprism/source', 'browser', 'module', 'import', 'default'] },
    build: { outDir: webRoot, emptyOutDir: true },
    logLevel: 'error',
  })
  const { app } = createTestApp({
    workspace: repository,
    webRoot,
    hosts: () => loopbackHosts('127.0.0.1', listening.port),
  })
  listening = await serve(app, { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${listening.port}/`
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  await listening?.close()
})

interface Visit {
  width?: number
  scheme?: 'light' | 'dark'
}

/** Opens the page and fails on any console error, so on any violation of the policy too. */
async function visit(
  { width = 1280, scheme = 'light' }: Visit,
  use: (page: Page) => Promise<void>,
) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme })
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${url}#/tools`)
  await use(page)
  const target = process.env['SCREENSHOTS']
  if (target)
    await page.screenshot({ path: join(target, `tools-${width}-${scheme}.png`), fullPage: true })
  await page.close()
  expect(problems).toEqual([])
}

async function search(page: Page) {
  await page
    .getByRole('button', { name: /^Search text/ })
    .first()
    .click()
  await page.getByLabel('pattern').fill('export function checkInputBudget')
  await page.getByRole('button', { name: 'Run tool' }).click()
  await page.locator('.tp-card[data-status="done"]').waitFor()
}

describe('the tools page', () => {
  test.each([
    { width: 1280, scheme: 'light' },
    { width: 1280, scheme: 'dark' },
    { width: 320, scheme: 'light' },
    { width: 320, scheme: 'dark' },
  ] as const)('runs a search from the form, shows card and result: %j', async (options) => {
    await visit(options, async (page) => {
      await search(page)
      expect(await page.locator('.tp-card').getAttribute('data-status')).toBe('done')
      expect(await page.locator('.raw').textContent()).toContain(
        'packages/core/src/input-budget.ts',
      )
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })

  test.each(['light', 'dark'] as const)('axe finds nothing, %s', async (scheme) => {
    await visit({ scheme }, async (page) => {
      await search(page)
      await page.locator('.tp-header').click()
      const report = await page.evaluate(
        `(() => { const module = undefined; ${axe}; return axe.run() })()`,
      )
      const { violations } = report as { violations: { id: string; nodes: { html: string }[] }[] }
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    })
  })

  test('is worked by keyboard alone', async () => {
    await visit({}, async (page) => {
      await page.getByRole('button', { name: /^Find files/ }).focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('pattern').focus()
      await page.keyboard.type('*.md')
      await page.keyboard.press('Enter')
      await page.locator('.tp-card[data-status="done"]').waitFor()
      expect(await page.locator('.raw').textContent()).toContain('README.md')
    })
  })
})
