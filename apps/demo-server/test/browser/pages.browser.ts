import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  axeFindings,
  buildPage,
  closeBrowser,
  type DemoServer,
  imageWidth,
  looks,
  overflow,
  repository,
  serveDemo,
  tabTo,
  visit,
} from './demo-page'

let server: DemoServer
beforeAll(async () => {
  server = await serveDemo({ workspace: repository, webRoot: await buildPage() })
})
afterAll(async () => {
  await closeBrowser()
  await server?.close()
})

async function search(page: Page) {
  const narrow = (page.viewportSize()?.width ?? 0) < 720
  if (narrow) await page.getByLabel('Tool', { exact: true }).selectOption('Search text')
  else await page.getByRole('button', { name: /^Search text/ }).click()
  await page.getByLabel('pattern').fill('export function checkInputBudget')
  await page.getByRole('button', { name: 'Run tool' }).click()
  await page.locator('.tp-card[data-status="done"]').waitFor()
}

describe('the tools page', () => {
  test.each(looks)('runs a search from the form, shows card and result: %j', async (look) => {
    await visit({ server, at: 'tools', ...look }, async (page) => {
      await search(page)
      const raw = await page.locator('.raw').textContent()
      expect(raw).toContain('packages/core/src/input-budget.ts')
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await page.locator('.tp-header').click()
      expect(await axeFindings(page)).toEqual([])
    })
  })

  test('is worked by keyboard alone', async () => {
    await visit({ server, at: 'tools', picture: 'tools-keyboard' }, async (page) => {
      await tabTo(page, '[data-tool=glob]')
      await page.keyboard.press('Enter')
      await tabTo(page, 'form input')
      await page.keyboard.type('*.md')
      await page.keyboard.press('Enter')
      await page.locator('.tp-card[data-status="done"]').waitFor()
      expect(await page.locator('.raw').textContent()).toContain('README.md')
    })
  })

  test('says what an input lacks, in the card', async () => {
    await visit({ server, at: 'tools', picture: 'tools-refused' }, async (page) => {
      await page.getByRole('button', { name: /^Read file/ }).click()
      await page.getByLabel('path').fill('no/such/file.txt')
      await page.getByRole('button', { name: 'Run tool' }).click()
      await page.locator('.tp-card[data-status="failed"]').waitFor()
      expect(await page.locator('.raw').textContent()).toContain('no/such/file.txt')
    })
  })

  test('an image of a result is seen', async () => {
    await visit({ server, at: 'tools', picture: 'tools-image' }, async (page) => {
      await page.getByRole('button', { name: /composition_render/ }).click()
      const composition = { type: 'view', title: 'Hello', body: [{ type: 'text', text: 'there' }] }
      await page.getByRole('textbox', { name: 'composition' }).fill(JSON.stringify(composition))
      await page.getByLabel('format').selectOption({ label: 'png' })
      await page.getByRole('button', { name: 'Run tool' }).click()
      await page.locator('.tp-card[data-status="done"]').waitFor()
      await page.locator('section img').first().waitFor()
    })
  })
})

describe('the declarations page', () => {
  test.each(looks)(
    'shows the tools as a model reads them, and what they cost: %j',
    async (look) => {
      await visit({ server, at: 'declarations', ...look }, async (page) => {
        expect(await page.locator('pre').textContent()).toContain('declare function grep(')
        const [declarations, json] = await page.locator('.figures dd').allTextContents()
        expect(Number(declarations?.replace(',', ''))).toBeLessThan(Number(json?.replace(',', '')))
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        expect(await axeFindings(page)).toEqual([])
      })
    },
  )

  test('is scrolled by keyboard', async () => {
    await visit({ server, at: 'declarations', picture: 'declarations-keyboard' }, async (page) => {
      await tabTo(page, 'pre')
    })
  })
})

describe('the composition page', () => {
  test.each(looks)('draws the example on every surface: %j', async (look) => {
    await visit({ server, at: 'compose', ...look }, async (page) => {
      for (const name of ['png', 'svg']) {
        await page.getByRole('tab', { name }).click()
        const image = page.locator('#surface img')
        await image.waitFor()
        expect(await imageWidth(image)).toBeGreaterThan(100)
        expect(await axeFindings(page)).toEqual([])
      }
      for (const name of ['text', 'markdown', 'slack']) {
        await page.getByRole('tab', { name }).click()
        expect(await page.locator('#surface').textContent()).toMatch(/checkout health/i)
      }
      await page.getByRole('tab', { name: 'pdf' }).click()
      const address = await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')
      expect(
        Buffer.from(address?.split(',')[1] ?? '', 'base64')
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
      await page.getByRole('tab', { name: 'html' }).click()
      await page.getByText('Orders').first().waitFor()
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await axeFindings(page)).toEqual([])
    })
  })

  test('tells what to repair, and draws again when it is', async () => {
    await visit({ server, at: 'compose', picture: 'compose-errors' }, async (page) => {
      const editor = page.getByLabel('Composition as JSON')
      await editor.fill('{"type":"view","body":[{"type":"tabel"}]}')
      await page.getByText('1 to repair').waitFor()
      expect(await page.locator('.findings').textContent()).toContain('tabel')
      expect(await axeFindings(page)).toEqual([])
      await editor.fill('{"type":')
      await page.getByText(/Not JSON/).waitFor()
      await editor.fill('{"type":"view","body":[{"type":"text","text":"repaired"}]}')
      await page.getByText('repaired', { exact: true }).waitFor()
    })
  })

  test('is worked by keyboard alone', async () => {
    await visit({ server, at: 'compose', picture: 'compose-keyboard' }, async (page) => {
      await page.getByText('Orders').first().waitFor()
      await tabTo(page, '[role=tab][aria-selected=true]')
      await page.keyboard.press('ArrowRight')
      await page.locator('#surface img').waitFor()
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.id')).toBe('surface')
    })
  })
})

describe('the MCP page', () => {
  test.each(looks)('has configuration to copy: %j', async (look) => {
    await visit({ server, at: 'mcp', ...look }, async (page) => {
      expect(await page.locator('main').textContent()).toContain(`${server.url}mcp`)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy for VS Code' }).click()
      await page.getByRole('button', { name: 'Copied for VS Code' }).waitFor()
      const copied = JSON.parse(await page.evaluate('navigator.clipboard.readText()'))
      expect(copied.servers.toolprism.url).toBe(`${server.url}mcp`)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await axeFindings(page)).toEqual([])
    })
  })

  test('is worked by keyboard alone', async () => {
    await visit({ server, at: 'mcp', picture: 'mcp-keyboard' }, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await tabTo(page, 'main button')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Copied for Claude Desktop/ }).waitFor()
    })
  })
})

test('pages are reached by keyboard', async () => {
  await visit({ server, at: 'mcp', picture: 'nav-keyboard' }, async (page) => {
    await tabTo(page, 'a[href="#/declarations"]')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Declarations' }).waitFor()
  })
})
