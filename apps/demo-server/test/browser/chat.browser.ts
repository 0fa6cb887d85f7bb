import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool } from '@toolprism/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRegistry } from '../../src/registry'
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
import { toldModel } from './told-model'

const field = '.tp-composer textarea'
const workspace = mkdtempSync(join(tmpdir(), 'toolprism-chat-'))
const { model, goOn } = toldModel()
let cancelled = 0

/** Runs until it is cancelled. */
const wait = defineTool({
  name: 'wait',
  description: 'Waits.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
  execute: (_, { signal }) =>
    new Promise<string>((_, reject) =>
      signal.addEventListener('abort', () => {
        cancelled++
        reject(signal.reason)
      }),
    ),
})

let planner: DemoServer
let told: DemoServer
beforeAll(async () => {
  const webRoot = await buildPage()
  planner = await serveDemo({ workspace: repository, webRoot })
  const registry = createRegistry({ workspace, allowWrites: true })
  registry.tools.push(wait)
  told = await serveDemo({ workspace, webRoot, registry, model: { model, badge: 'Told' } })
})
afterAll(async () => {
  await closeBrowser()
  await planner?.close()
  await told?.close()
})

async function ask(page: Page, text: string) {
  await page.locator(field).fill(text)
  await page.keyboard.press('Enter')
}

const write = (path: string) => `call write_file ${JSON.stringify({ path, content: 'written\n' })}`
const idle = (page: Page) => page.locator('.tp-chat[data-status="idle"]').waitFor()
const answer = (page: Page) => page.locator('.tp-message[data-from="assistant"]').last()
const status = (page: Page) => page.locator('.tp-card').last().getAttribute('data-status')

describe('the chat, by the planner', () => {
  test.each(looks)('finds where a limit is defined and shows it, %j', async (look) => {
    await visit({ server: planner, at: 'chat', ...look }, async (page) => {
      await page.getByRole('button', { name: /^find where the input budget/ }).click()
      await answer(page).waitFor()
      await idle(page)
      expect(await page.locator('.tp-card[data-status="done"]').count()).toBe(2)
      expect(await answer(page).textContent()).toContain('packages/core/src/input-budget.ts')
      expect(await answer(page).textContent()).toMatch(/20_000|64/)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await axeFindings(page)).toEqual([])
    })
  })

  test.each(looks)('makes a report that is seen as an image: %j', async (look) => {
    await visit({ server: planner, at: 'chat', picture: 'report', ...look }, async (page) => {
      await page.getByRole('button', { name: /^make a status report/ }).click()
      await answer(page).waitFor()
      await idle(page)
      const image = page.locator('.tp-chat img').last()
      await image.waitFor()
      expect(await imageWidth(image)).toBeGreaterThan(400)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await axeFindings(page)).toEqual([])
    })
  })

  test.each(looks)('begins with things to try: %j', async (look) => {
    await visit({ server: planner, at: 'chat', picture: 'welcome', ...look }, async (page) => {
      expect(await page.locator('.tp-suggestion').count()).toBeGreaterThan(2)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await axeFindings(page)).toEqual([])
    })
  })
})

describe('the chat', () => {
  test('shows an answer while it is written', async () => {
    await visit({ server: told, at: 'chat', picture: 'stream' }, async (page) => {
      await ask(page, 'talk')
      await page.locator('.tp-message p', { hasText: 'The first half,' }).waitFor()
      expect(await page.locator('.tp-chat').getAttribute('data-status')).toBe('running')
      goOn()
      await page.locator('.tp-message p', { hasText: 'half, the second half.' }).waitFor()
      await idle(page)
    })
  })

  test.each(looks)(
    'asks before a tool that changes things, and runs it when allowed: %j',
    async (look) => {
      const name = `${look.width}-${look.scheme}.txt`
      await visit({ server: told, at: 'chat', picture: 'approve', ...look }, async (page) => {
        await ask(page, write(name))
        const approve = page.getByRole('button', { name: 'Approve' })
        await approve.waitFor()
        expect(existsSync(join(workspace, name))).toBe(false)
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        expect(await axeFindings(page)).toEqual([])
        await approve.click()
        await answer(page).waitFor()
        expect(readFileSync(join(workspace, name), 'utf8')).toBe('written\n')
        expect(await status(page)).toBe('done')
      })
    },
  )

  test('does not run what is denied', async () => {
    await visit({ server: told, at: 'chat', picture: 'deny' }, async (page) => {
      await ask(page, write('denied.txt'))
      await page.getByRole('button', { name: 'Deny' }).click()
      await answer(page).waitFor()
      expect(existsSync(join(workspace, 'denied.txt'))).toBe(false)
      expect(await status(page)).toBe('denied')
    })
  })

  test('stops a run and the call in it', async () => {
    await visit({ server: told, at: 'chat', picture: 'stop' }, async (page) => {
      const before = cancelled
      await ask(page, 'call wait {}')
      await page.locator('.tp-card[data-status="running"]').waitFor()
      await page.getByRole('button', { name: 'Stop' }).click()
      await idle(page)
      expect(cancelled).toBe(before + 1)
      expect(await status(page)).toBe('cancelled')
    })
  })

  test('reads on where it was after a reload', async () => {
    await visit({ server: told, at: 'chat', picture: 'reload' }, async (page) => {
      await ask(page, 'talk')
      await page.locator('.tp-message p', { hasText: 'The first half,' }).waitFor()
      await page.reload()
      await page.locator('.tp-message p', { hasText: 'The first half,' }).waitFor()
      goOn()
      await page.locator('.tp-message p', { hasText: 'half, the second half.' }).waitFor()
      await idle(page)
      expect(await page.locator('.tp-message').count()).toBe(2)
    })
  })

  test('still waits for its answer after a reload', async () => {
    await visit({ server: told, at: 'chat', picture: 'reload-approval' }, async (page) => {
      await ask(page, write('reloaded.txt'))
      await page.getByRole('button', { name: 'Approve' }).waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Approve' }).click()
      await answer(page).waitFor()
      expect(existsSync(join(workspace, 'reloaded.txt'))).toBe(true)
    })
  })

  test('still waits for its answer after the server was started anew', async () => {
    // The stream that broke is an error in the console.
    const expectErrors = /Failed to load|ERR_|network/i
    await visit({ server: told, at: 'chat', picture: 'restart', expectErrors }, async (page) => {
      await ask(page, 'call read_file {"path":"none.txt"}')
      await answer(page).waitFor()
      await ask(page, write('restarted.txt'))
      await page.getByRole('button', { name: 'Approve' }).waitFor()
      await told.restart()
      await page.reload()
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.locator('.tp-card[data-status="done"]').waitFor()
      await idle(page)
      expect(existsSync(join(workspace, 'restarted.txt'))).toBe(true)
      expect(await page.locator('.tp-card').count()).toBe(2)
    })
  })

  test('is worked by keyboard alone', async () => {
    await visit({ server: told, at: 'chat', picture: 'chat-keyboard' }, async (page) => {
      await tabTo(page, field)
      await page.keyboard.type(write('keyboard.txt'))
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Approve' }).waitFor()
      await tabTo(page, '[data-decision=allow]')
      await page.keyboard.press('Enter')
      await answer(page).waitFor()
      expect(existsSync(join(workspace, 'keyboard.txt'))).toBe(true)
      await tabTo(page, '.tp-header')
      const open = await page.locator('.tp-header').getAttribute('aria-expanded')
      await page.keyboard.press('Enter')
      expect(await page.locator('.tp-header').getAttribute('aria-expanded')).not.toBe(open)
    })
  })

  test('begins anew when asked to', async () => {
    await visit({ server: told, at: 'chat', picture: 'new-chat' }, async (page) => {
      await ask(page, 'talk')
      await page.locator('.tp-message p', { hasText: 'The first half,' }).waitFor()
      goOn()
      await idle(page)
      await page.getByRole('button', { name: 'New chat' }).click()
      expect(await page.locator('.tp-message').count()).toBe(0)
      await page.reload()
      expect(await page.locator('.tp-message').count()).toBe(0)
    })
  })
})
