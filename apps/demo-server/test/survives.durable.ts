import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, visit } from './browser/demo-page'
import { buildDemo, type RunningDemo, startDemo } from './durable/start-demo'
import { startToldEndpoint, type ToldEndpoint } from './durable/told-endpoint'

const workspace = mkdtempSync(join(tmpdir(), 'toolprism-survives-'))
const data = mkdtempSync(join(tmpdir(), 'toolprism-survives-data-'))
writeFileSync(join(workspace, 'a.txt'), 'the letter a\n')
const at = (name: string) => join(workspace, name)

let demo: RunningDemo
/** Another demo, on the engine of the first one. */
let guest: Promise<RunningDemo>
let model: ToldEndpoint
beforeAll(async () => {
  const [program, endpoint] = await Promise.all([buildDemo(), startToldEndpoint()])
  model = endpoint
  const environment = { DEMO_MODEL_URL: model.url, DEMO_MODEL: 'told' }
  demo = await startDemo({ program, workspace, data, environment })
  const { ingress, admin } = JSON.parse(readFileSync(join(data, 'durable/ports.json'), 'utf8'))
  guest = startDemo({
    ...{ program, workspace },
    data: mkdtempSync(join(tmpdir(), 'toolprism-survives-guest-')),
    environment: {
      ...environment,
      RESTATE_INGRESS_URL: `http://127.0.0.1:${ingress}`,
      RESTATE_ADMIN_URL: `http://127.0.0.1:${admin}`,
    },
  })
  // Looked at by its own test.
  guest.catch(() => {})
})
afterAll(async () => {
  await closeBrowser()
  await (await guest)?.close()
  await demo?.close()
  await model?.close()
})

/** Asks for steps, and answers the run's id. */
async function ask(page: Page, ...steps: string[]): Promise<string> {
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/chat'))
  await page.locator('.tp-composer textarea').fill(steps.join(' then '))
  await page.keyboard.press('Enter')
  return (await sent).postDataJSON().runId
}

const call = (name: string, input: object) => `call ${name} ${JSON.stringify(input)}`
const write = (path: string) => call('write_file', { path, content: 'written\n' })
const idle = (page: Page) => page.locator('.tp-chat[data-status="idle"]').waitFor()
const approve = (page: Page) => page.getByRole('button', { name: 'Approve' })
const cards = async (page: Page) => {
  const all = await page.locator('.tp-card').all()
  return Promise.all(all.map((card) => card.getAttribute('data-status')))
}
const answers = (page: Page) =>
  page.locator('.tp-message[data-from="assistant"] p').allTextContents()
const half = (page: Page) => page.locator('.tp-message p', { hasText: 'The first half,' }).waitFor()
const whole = 'The first half, the second half.'

interface Told {
  type: string
  sequence: number
  callId?: string
}

/** Everything the server tells of a run, from its beginning. */
async function told(runId: string, server = demo): Promise<Told[]> {
  const response = await fetch(`${server.url}api/chat/${runId}`)
  return (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)))
}

/** One run, told in one piece: numbers without a gap, each call ended once, and one end. */
function expectWhole(events: Told[]): void {
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  const ended = events.filter(({ type }) => /^tool\.(completed|failed)$/.test(type))
  expect(new Set(ended.map(({ callId }) => callId)).size).toBe(ended.length)
  expect(events.filter(({ type }) => type === 'run.ended')).toHaveLength(1)
  expect(events.at(-1)?.type).toBe('run.ended')
}

describe('the chat on an engine', () => {
  test('shows one whole run, though its worker is killed twice', async () => {
    await visit({ server: demo, at: 'chat', picture: 'survives' }, async (page) => {
      const runId = await ask(page, call('read_file', { path: 'a.txt' }), write('b.txt'), 'talk')
      await approve(page).waitFor()
      await demo.killWorker()
      await approve(page).click()
      await half(page)
      await demo.killWorker()
      // Another worker asks the model again, and what the first one had shown gives way.
      await model.askedAgain()
      model.goOn()
      await idle(page)
      expect(await cards(page)).toEqual(['done', 'done'])
      expect(await answers(page)).toEqual([whole])
      expect(readFileSync(at('b.txt'), 'utf8')).toBe('written\n')
      expectWhole(await told(runId))
      await page.reload()
      await page.locator('.tp-message p', { hasText: whole }).waitFor()
      expect(await cards(page)).toEqual(['done', 'done'])
      expect(await answers(page)).toEqual([whole])
    })
  })

  test('does not begin again what must not run twice, and says so', async () => {
    await visit({ server: demo, at: 'chat', picture: 'survives-once' }, async (page) => {
      const command = 'echo paid >> paid.txt; sleep 20'
      const runId = await ask(page, call('run_command', { command }))
      await approve(page).click()
      await waitUntil('the command to run', () => existsSync(at('paid.txt')))
      await demo.killWorker()
      await idle(page)
      expect(readFileSync(at('paid.txt'), 'utf8')).toBe('paid\n')
      expect(await cards(page)).toEqual(['failed'])
      expect(await page.locator('.tp-card').textContent()).toContain('unknown')
      expect(await answers(page)).toEqual(['Done.'])
      expectWhole(await told(runId))
    })
  })

  test('is played on a server that runs already, by a worker of its own', async () => {
    const other = await guest
    const runId = crypto.randomUUID()
    const response = await fetch(`${other.url}api/chat`, {
      method: 'POST',
      body: JSON.stringify({
        message: call('read_file', { path: 'a.txt' }),
        runId,
        conversationId: crypto.randomUUID(),
      }),
    })
    expect(await response.text()).toMatch(
      /the letter a.*"type":"run\.ended".*"status":"completed"/s,
    )
    expectWhole(await told(runId, other))
    // The first demo knows nothing of it.
    expect((await fetch(`${demo.url}api/chat/${runId}`)).status).toBe(404)
    expect(await other.interrupt()).toBe(0)
  })

  test('stops a run, and goes on with the conversation', async () => {
    await visit({ server: demo, at: 'chat', picture: 'survives-stop' }, async (page) => {
      const stopped = await ask(page, call('read_file', { path: 'a.txt' }), 'talk')
      await half(page)
      await page.getByRole('button', { name: 'Stop' }).click()
      await idle(page)
      expectWhole(await told(stopped))
      const next = await ask(page, write('c.txt'))
      await approve(page).click()
      await page.locator('.tp-message p', { hasText: 'Done.' }).waitFor()
      await idle(page)
      expect(await cards(page)).toEqual(['done', 'done'])
      expect(model.lastAsked()).toMatch(/the letter a.*call write_file/)
      expectWhole(await told(next))
    })
  })

  test('still waits for its answer after kill -9 of everything', async () => {
    // The stream that broke is an error in the console.
    const expectErrors = /Failed to load|ERR_|network/i
    await visit(
      { server: demo, at: 'chat', picture: 'survives-all', expectErrors },
      async (page) => {
        const runId = await ask(page, call('read_file', { path: 'a.txt' }), write('d.txt'))
        await approve(page).waitFor()
        const worker = demo.workerPid()
        await demo.killAndRestart()
        expect(isAlive(worker)).toBe(false)
        await page.reload()
        await approve(page).click()
        await page.locator('.tp-message p', { hasText: 'Done.' }).waitFor()
        await idle(page)
        expect(await cards(page)).toEqual(['done', 'done'])
        expect(readFileSync(at('d.txt'), 'utf8')).toBe('written\n')
        expectWhole(await told(runId))
      },
    )
  })

  test('leaves nothing behind on Ctrl-C', async () => {
    const worker = demo.workerPid()
    const engine = await demo.enginePort()
    expect(await demo.interrupt()).toBe(0)
    expect(isAlive(worker)).toBe(false)
    await expect(fetch(`http://127.0.0.1:${engine}/restate/health`)).rejects.toThrow()
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function waitUntil(what: string, look: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!look()) {
    if (Date.now() > deadline) throw new Error(`waited 20 s for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
