import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseModel } from '../../src/choose-model'
import { createRegistry } from '../../src/registry'
import { startReplayServer } from '../replay-server'
import { buildPage, closeBrowser, type DemoServer, serveDemo, visit } from './demo-page'

const workspace = mkdtempSync(join(tmpdir(), 'toolprism-use-chat-'))
writeFileSync(join(workspace, 'a.txt'), 'the answer is 42\n')

let planner: DemoServer
let endpoint: DemoServer
let replay: Awaited<ReturnType<typeof startReplayServer>>
beforeAll(async () => {
  const webRoot = await buildPage(fileURLToPath(new URL('./use-chat', import.meta.url)))
  const registry = createRegistry({ workspace, allowWrites: true })
  planner = await serveDemo({ workspace, webRoot, registry })
  replay = await startReplayServer([
    { tool: 'grep', input: { pattern: 'answer' } },
    { text: 'It is 42, says a.txt.' },
  ])
  const model = await chooseModel(undefined, { DEMO_MODEL_URL: replay.url })
  endpoint = await serveDemo({ workspace, webRoot, registry, model })
})
afterAll(async () => {
  await closeBrowser()
  await planner?.close()
  await endpoint?.close()
  await replay?.close()
})

async function send(page: Page, text: string) {
  await page.getByLabel('Message').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

const ready = (page: Page) => page.locator('main[data-status="ready"]').waitFor()

describe('/api/ai-sdk, driven by useChat', () => {
  test('runs a tool and answers from its result, by the planner', async () => {
    await visit({ server: planner, at: '', picture: 'use-chat' }, async (page) => {
      await send(page, 'search for "answer"')
      await page.locator('.tool[data-state="output-available"]').waitFor()
      await page.getByText('the answer is 42').last().waitFor()
      await ready(page)
      expect(await page.locator('main').getAttribute('data-error')).toBe('')
    })
  })

  test('runs a tool and answers, by the model at DEMO_MODEL_URL', async () => {
    await visit({ server: endpoint, at: '', picture: 'use-chat-endpoint' }, async (page) => {
      await send(page, 'what is the answer?')
      await page.getByText('It is 42, says a.txt.').waitFor()
      expect(await page.locator('.tool').getAttribute('data-state')).toBe('output-available')
      await ready(page)
    })
  })

  test.each([
    ['Approve', true],
    ['Deny', false],
  ] as const)('asks before a tool that changes things: %s', async (button, written) => {
    const path = `${button}.txt`
    await visit({ server: planner, at: '', picture: `use-chat-${button}` }, async (page) => {
      await send(page, `write_file ${JSON.stringify({ path, content: 'x' })}`)
      await page.getByRole('button', { name: button }).click()
      await page
        .locator(`.tool[data-state="${written ? 'output-available' : 'output-denied'}"]`)
        .waitFor()
      await ready(page)
      expect(existsSync(join(workspace, path))).toBe(written)
    })
  })

  test('tells of a tool that fails', async () => {
    await visit({ server: planner, at: '', picture: 'use-chat-failure' }, async (page) => {
      await send(page, 'read none.txt')
      await page.locator('.tool[data-state="output-error"]').waitFor()
      await ready(page)
      expect(await page.locator('.text').last().textContent()).toContain('none.txt')
    })
  })
})
