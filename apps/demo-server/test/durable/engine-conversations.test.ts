import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RestateRunHost } from '@toolprism/adapter-restate'
import type { Json, RunStatus } from '@toolprism/harness'
import { beforeEach, describe, expect, test } from 'vitest'
import { createEngineConversations } from '../../src/durable/engine-conversations'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolprism-engine-'))
})

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A host whose runs are as the test says, and what it was asked to start. */
function fakeHost(states: Record<string, RunStatus['state']> = {}, forgotten: string[] = []) {
  const started: [string, Json][] = []
  const cancelled: string[] = []
  const host = {
    async start(runId: string, input: Json) {
      started.push([runId, input])
    },
    async status(runId: string) {
      if (forgotten.includes(runId)) throw failure('RUN_UNKNOWN')
      return { state: states[runId] ?? 'done' }
    },
    async result(runId: string) {
      if (forgotten.includes(runId)) throw failure('RUN_UNKNOWN')
      if (states[runId] === 'cancelled') throw failure('RUN_CANCELLED')
      return { transcript: [{ role: 'user', content: `said in ${runId}` }] }
    },
    async decide(_: string, token: string) {
      if (token === 'of another') throw failure('DECISION_INVALID')
      return 'accepted'
    },
    async cancel(runId: string) {
      cancelled.push(runId)
    },
    async *events(runId: string, { after = 0 } = {}) {
      yield { type: 'run.started', runId, sequence: after + 1 }
    },
  } as unknown as RestateRunHost
  return { host, started, cancelled }
}

const request = (number: number) => ({
  message: `message ${number}`,
  runId: `run-number-${number}`,
  conversationId: 'conversation-1',
})

describe('a conversation on an engine', () => {
  test('goes on in another process with what was said before', async () => {
    const { host, started } = fakeHost()
    await createEngineConversations({ host, folder }).start(request(1))
    await createEngineConversations({ host, folder }).start(request(2))
    expect(started).toEqual([
      ['run-number-1', { input: 'message 1', history: [] }],
      [
        'run-number-2',
        { input: 'message 2', history: [{ role: 'user', content: 'said in run-number-1' }] },
      ],
    ])
  })

  test('goes on from the run before one that came to nothing', async () => {
    const { host, started } = fakeHost({ 'run-number-2': 'cancelled' })
    const conversations = createEngineConversations({ host, folder })
    for (const number of [1, 2, 3]) await conversations.start(request(number))
    expect(JSON.stringify(started.at(-1))).toContain('said in run-number-1')
  })

  test.each(['queued', 'running', 'waiting'] as const)(
    'has one run at a time: %s',
    async (state) => {
      const { host, started } = fakeHost({ 'run-number-1': state })
      const conversations = createEngineConversations({ host, folder })
      await conversations.start(request(1))
      expect(await conversations.start(request(2))).toMatchObject({ refusal: /not over/ })
      expect(started).toHaveLength(1)
    },
  )

  test('takes one of two that come at the same moment', async () => {
    const { host, started } = fakeHost()
    const conversations = createEngineConversations({ host, folder })
    const both = await Promise.all([
      conversations.start(request(1)),
      conversations.start(request(2)),
    ])
    expect(both.filter((run) => 'refusal' in run)).toHaveLength(1)
    expect(started).toHaveLength(1)
  })

  test('takes one of two that come at the same moment after a run that is over', async () => {
    const { host, started } = fakeHost()
    const conversations = createEngineConversations({ host, folder })
    await conversations.start(request(1))
    const both = await Promise.all([
      conversations.start(request(2)),
      conversations.start(request(3)),
    ])
    expect(both.filter((run) => 'refusal' in run)).toHaveLength(1)
    expect(started).toHaveLength(2)
  })

  test('takes the next message when one could not be started', async () => {
    const { host } = fakeHost()
    const conversations = createEngineConversations({ host, folder })
    await conversations.start(request(1))
    const { status } = host
    host.status = () => Promise.reject(failure('ENGINE_UNREACHABLE'))
    await expect(conversations.start(request(2))).rejects.toThrow('ENGINE_UNREACHABLE')
    host.status = status
    expect(await conversations.start(request(3))).toMatchObject({ runId: 'run-number-3' })
  })

  test('goes on when the engine has forgotten its last run', async () => {
    const { host, started } = fakeHost({}, ['run-number-2'])
    const conversations = createEngineConversations({ host, folder })
    for (const number of [1, 2, 3]) await conversations.start(request(number))
    expect(started).toHaveLength(3)
    expect(JSON.stringify(started.at(-1))).toContain('said in run-number-1')
  })

  test('starts a run once', async () => {
    const { host } = fakeHost()
    await createEngineConversations({ host, folder }).start(request(1))
    expect(await createEngineConversations({ host, folder }).start(request(1))).toEqual({
      refusal: 'Run run-number-1 was started before.',
    })
  })
})

describe('a run on an engine', () => {
  const begun = async () => {
    const { host, cancelled } = fakeHost()
    const conversations = createEngineConversations({ host, folder })
    await conversations.start(request(1))
    const run = await conversations.find('run-number-1')
    if (!run) throw new Error('not found')
    return { run, cancelled }
  }

  test('is read from where the reader was', async () => {
    const { run } = await begun()
    const { signal } = new AbortController()
    const first = async (from: number) => {
      for await (const event of run.events({ from, signal })) return event
      return undefined
    }
    expect(await first(0)).toMatchObject({ sequence: 1 })
    expect(await first(5)).toMatchObject({ sequence: 5 })
  })

  test('is answered and stopped at the engine', async () => {
    const { run, cancelled } = await begun()
    expect(await run.resolve('token', { allow: true })).toBe('accepted')
    expect(await run.resolve('of another', { allow: true })).toBe('unknown')
    await run.abort()
    expect(cancelled).toEqual(['run-number-1'])
  })

  test('that nobody has started is no run', async () => {
    const { host } = fakeHost()
    expect(await createEngineConversations({ host, folder }).find('run-number-9')).toBeUndefined()
  })
})
