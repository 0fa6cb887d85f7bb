import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunEvent } from '@toolprism/harness'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseModel } from '../src/choose-model'
import { startReplayServer } from './replay-server'
import { createTestApp } from './test-app'

const workspace = mkdtempSync(join(tmpdir(), 'toolprism-model-'))
writeFileSync(join(workspace, 'a.txt'), 'the answer is 42\n')
const host = '127.0.0.1:4600'
const turns = [
  { tool: 'grep', input: { pattern: 'answer' } },
  { text: 'The file a.txt says that the answer is 42.' },
]

let replay: Awaited<ReturnType<typeof startReplayServer>>
beforeEach(async () => {
  replay = await startReplayServer(turns)
})
afterEach(() => replay.close())

async function post(path: string, body: unknown) {
  const model = await chooseModel(undefined, { DEMO_MODEL_URL: replay.url })
  const { app } = createTestApp({ workspace, model, hosts: () => [host] })
  const response = await app.request(`http://${host}${path}`, {
    method: 'POST',
    headers: { host, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return dataOf(await response.text())
}

function dataOf(stream: string) {
  return [...stream.matchAll(/^data: ?(\{.*)$/gm)].map(([, json = '']) => JSON.parse(json))
}

const message = {
  message: 'what is the answer?',
  runId: 'run-number-1',
  conversationId: 'talk-number-1',
}

describe('a model at DEMO_MODEL_URL', () => {
  test('is named in the badge, with its host', async () => {
    const { badge } = await chooseModel(undefined, { DEMO_MODEL_URL: replay.url })
    expect(badge).toBe(`replayed-1 at ${new URL(replay.url).host}`)
  })

  test('runs the chat: it calls a tool, reads the result and answers', async () => {
    const events: RunEvent[] = await post('/api/chat', message)
    expect(events.find(({ type }) => type === 'tool.completed')).toMatchObject({ toolName: 'grep' })
    expect(events.at(-1)).toMatchObject({ status: 'completed', text: turns[1]?.text })
    expect(JSON.stringify(replay.requests[1]?.messages.at(-1))).toContain('the answer is 42')
  })

  test('is shown the same tools as every other host', async () => {
    await post('/api/chat', message)
    const grep = replay.requests[0]?.tools?.find((tool) => tool.function.name === 'grep')
    expect(grep?.function.parameters).toMatchObject({ type: 'object', required: ['pattern'] })
    expect(JSON.stringify(replay.requests[0]?.tools)).not.toContain('"presentation"')
  })

  test('runs /api/ai-sdk too', async () => {
    const parts = [{ type: 'text', text: message.message }]
    const chunks = await post('/api/ai-sdk', { messages: [{ id: 'm1', role: 'user', parts }] })
    expect(chunks.find(({ type }) => type === 'tool-output-available')).toBeDefined()
    const said = chunks.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta)
    expect(said.join('')).toBe(turns[1]?.text)
  })

  test('that is not there is said not to be', async () => {
    await expect(
      chooseModel(undefined, { DEMO_MODEL_URL: 'http://127.0.0.1:9/v1' }),
    ).rejects.toThrow(/DEMO_MODEL_URL http:\/\/127\.0\.0\.1:9\/v1 lists no model/)
  })

  test('that refuses ends the run with its reason', async () => {
    await replay.close()
    replay = await startReplayServer([{ status: 401 }])
    const events: RunEvent[] = await post('/api/chat', message)
    expect(events.at(-1)).toMatchObject({
      type: 'run.ended',
      status: 'failed',
      error: { message: expect.stringContaining('The key is wrong.') },
    })
  })
})
