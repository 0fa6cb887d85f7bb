import { toAiTools, toToolApproval } from '@toolprism/adapter-ai-sdk'
import {
  fromLanguageModel,
  toUIMessageStream as fromRun,
  readApprovals,
  readRunPosition,
} from '@toolprism/adapter-ai-sdk/model'
import { createAgent, type Run } from '@toolprism/harness'
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  toUIMessageStream,
} from 'ai'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchChromium } from '../../../tools/chromium'
import { type ChatRoute, startChatServer } from './fixtures/chat-server'
import { chatTools, obedientModel } from './fixtures/chat-tools'

const state = chatTools()

/** The tools in the AI SDK's own loop. */
const viaStreamText: ChatRoute = async (messages, signal) => {
  const tools = toAiTools(state.tools, { version: 7 })
  const result = streamText({
    model: obedientModel(),
    tools,
    toolApproval: toToolApproval(state.tools),
    messages: await convertToModelMessages(messages, { tools }),
    stopWhen: isStepCount(5),
    abortSignal: signal,
  })
  return createUIMessageStreamResponse({
    stream: toUIMessageStream({ stream: result.stream, tools, originalMessages: messages }),
  })
}

const agent = createAgent({ model: fromLanguageModel(obedientModel()), tools: state.tools })
const runs = new Map<string, Run>()

/** The tools in the harness; a paused run waits here for the answer. */
const viaHarness: ChatRoute = async (messages) => {
  const position = readRunPosition(messages)
  const waiting = position && runs.get(position.runId)
  if (waiting) {
    for (const { id, decision } of readApprovals(messages)) waiting.resolve(id, decision)
    const stream = fromRun(waiting, { from: position.sequence + 1 })
    return createUIMessageStreamResponse({ stream })
  }
  const run = agent.run(messages.at(-1).parts[0].text)
  runs.set(run.runId, run)
  return createUIMessageStreamResponse({ stream: fromRun(run) })
}

const routes = { '/api/stream-text': viaStreamText, '/api/harness': viaHarness }

let browser: Browser
let server: Awaited<ReturnType<typeof startChatServer>>
let page: Page
beforeAll(async () => {
  server = await startChatServer(routes)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const send = (text: string) => page.evaluate((value) => (globalThis as any).chat.send(value), text)
const main = () => page.locator('main')
const tool = () => page.locator('section.tool').last()

describe.each(Object.keys(routes))('useChat against %s', (api) => {
  beforeEach(async () => {
    page = await browser.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(`${server.url}/?api=${encodeURIComponent(api)}`)
    return () => page.close()
  })

  test('a tool shows its label, its progress and its result, and the answer follows', async () => {
    await send('work')
    await page.waitForSelector(
      'section.tool[data-state="output-available"][data-preliminary="true"]',
    )
    expect(await tool().locator('.output').textContent()).toBe(
      '{"progress":1,"total":2,"message":"half"}',
    )
    state.release()
    await page.waitForSelector('main[data-status="ready"] p.text:text("Got a result")')
    expect(await tool().getAttribute('data-state')).toBe('output-available')
    expect(await tool().getAttribute('data-label')).toBe('The work')
    expect(await tool().locator('.output').textContent()).toBe('{"rows":2}')
    expect(await main().getAttribute('data-error')).toBe('')
  })

  test('a failed tool shows as an error, and the model reads one', async () => {
    await send('fail')
    await page.waitForSelector('main[data-status="ready"] p.text:text("Got an error")')
    expect(await tool().getAttribute('data-state')).toBe('output-error')
    expect(await tool().locator('.output').textContent()).toContain('no such row')
  })

  test('an approved call runs once, in the same message', async () => {
    const before = state.seen.erased
    await send('erase')
    await page.click('button.approve')
    await page.waitForSelector('main[data-status="ready"] p.text:text("Got a result")')
    expect(await tool().getAttribute('data-state')).toBe('output-available')
    expect(state.seen.erased).toBe(before + 1)
    expect(await main().getAttribute('data-messages')).toBe('2')
  })

  test('a denied call does not run', async () => {
    const before = state.seen.erased
    await send('erase')
    await page.click('button.deny')
    await page.waitForSelector('main[data-status="ready"] p.text')
    expect(await tool().getAttribute('data-state')).toBe('output-denied')
    expect(state.seen.erased).toBe(before)
  })

  test('stop reaches a tool that hangs', async () => {
    const before = state.seen.aborted
    await send('hang')
    await page.waitForSelector('section.tool[data-state="input-available"]')
    await page.evaluate(() => (globalThis as any).chat.stop())
    await page.waitForSelector('main[data-status="ready"]')
    await expect.poll(() => state.seen.aborted).toBe(before + 1)
  })
})
