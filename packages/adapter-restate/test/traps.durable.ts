import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { redisBlobStore, redisEventStore } from '@toolprism/adapter-restate/redis'
import { Redis } from 'ioredis'
import { afterEach, expect, test } from 'vitest'
import { startRedis } from './durable/redis-server'
import { createScenario, type Scenario, type ScenarioOptions } from './durable/scenario'
import { waitUntil } from './durable/wait-until'

let scenario: Scenario
const closers: (() => void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) close()
  await scenario.close()
})

async function begin(options: ScenarioOptions): Promise<void> {
  scenario = await createScenario(options)
}

const effectsOf = (runId: string) => scenario.effects().filter((effect) => effect.runId === runId)

test('parallel tools run once each, side by side', async () => {
  await begin({ worker: { toolMs: 100 } })
  await scenario.host.start('r', 'work')
  const { transcript, status } = await scenario.result('r')
  expect(status).toBe('completed')
  const calls = transcript.flatMap((message) => (message.role === 'tool' ? message.content : []))
  expect(calls.map(({ state }) => state)).toEqual(calls.map(() => 'ok'))
  expect(effectsOf('r')).toHaveLength(calls.length)
})

test('a step silent for longer than the engine likes is not begun again', async () => {
  // Past the inactivity time, within that and the time to abort.
  await begin({ worker: { stepTimeoutMs: 2000 } })
  await scenario.host.start('r', 'slow 3000')
  expect((await scenario.result('r')).status).toBe('completed')
  expect(effectsOf('r').map(({ nonce }) => nonce)).toEqual(['begun'])
})

test('cancel reaches the step within a second', async () => {
  await begin({})
  const { host } = scenario
  await host.start('r', 'slow 60000')
  await waitUntil('the step to begin', 10_000, () => effectsOf('r').length === 1)
  const cancelled = Date.now()
  await host.cancel('r')
  const result = await scenario.result('r')
  expect(result.status).toBe('aborted')
  expect(await host.status('r')).toEqual({ state: 'cancelled' })
  const [, aborted] = effectsOf('r')
  expect(Number(aborted!.nonce.split(' ')[1]) - cancelled).toBeLessThan(1000)
  await expect(host.cancel('r')).resolves.toBeUndefined()
})

test('a tool that must not run twice is not begun again, and the model is told', async () => {
  await begin({ worker: { toolMs: 60_000 } })
  const { host } = scenario
  await host.start('r', 'pay')
  const [token] = await waitUntil(
    'the question',
    10_000,
    async () => (await host.status('r')).waitingFor,
  )
  await host.decide('r', token!, { allow: true })
  await waitUntil('the payment to begin', 10_000, () => effectsOf('r').length === 1)
  await scenario.workers[0]!.kill()
  await scenario.startWorker(0)
  const result = await scenario.result('r')
  expect(result.status).toBe('completed')
  expect(JSON.stringify(result.transcript)).toContain('Whether it took effect is unknown')
  expect(effectsOf('r')).toHaveLength(1)
})

test('changed tools hold a run until a worker has the old ones', async () => {
  const gate = (folder: string) => join(folder, 'open')
  await begin({})
  const { host, folder } = scenario
  await host.start('r', `hold ${gate(folder)}`)
  await waitUntil('the run to run', 10_000, async () => {
    const rows = await scenario.engine.query("select name from sys_journal where name = '0.start'")
    return rows.length > 0
  })
  await scenario.workers[0]!.kill()
  writeFileSync(gate(folder), '')
  await scenario.startWorker(0, { extraTool: true })
  await waitUntil('the engine to say why', 20_000, async () => {
    const rows = await scenario.engine.query(
      "select last_failure from sys_invocation where target_service_key = 'r'",
    )
    return String(rows[0]?.['last_failure']).includes('the tools are not those')
  })
  expect(await host.status('r')).toEqual({ state: 'running' })
  await scenario.workers[0]!.kill()
  await scenario.startWorker(0)
  expect((await scenario.result('r')).status).toBe('completed')
})

test('a step renamed by a deploy holds a run until the old code is back', async () => {
  await begin({})
  const { host, folder } = scenario
  await host.start('r', `hold ${join(folder, 'open')}`)
  await waitUntil('the run to run', 10_000, async () => {
    const rows = await scenario.engine.query("select name from sys_journal where name = '0.start'")
    return rows.length > 0
  })
  await scenario.workers[0]!.kill()
  writeFileSync(join(folder, 'open'), '')
  await scenario.startWorker(0, { renameSteps: true })
  await waitUntil('the engine to say why', 20_000, async () => {
    const rows = await scenario.engine.query(
      "select last_failure_error_code as code from sys_invocation where target_service_key = 'r'",
    )
    return rows[0]?.['code'] === 'RT0016'
  })
  await scenario.workers[0]!.kill()
  await scenario.startWorker(0)
  expect((await scenario.result('r')).status).toBe('completed')
})

test('no secret is in the journal', async () => {
  await begin({
    worker: { redact: true },
    host: { redact: (text) => text.replace(/sk-\w+/g, '[redacted]') },
  })
  const { host, engine } = scenario
  // The input's secret is taken out by the host; the model's own by the agent.
  await host.start('r', 'secret sk-fromtheperson')
  await host.start('s', 'work sk-alsofromtheperson')
  await Promise.all([scenario.result('r'), scenario.result('s')])
  const rows = await engine.query('select * from sys_journal')
  const texts = rows.map((row) => JSON.stringify(row) + decode(row['raw']))
  // The search finds what is there: so it would find a secret.
  expect(texts.some((text) => text.includes('[redacted]'))).toBe(true)
  expect(texts.filter((text) => text.includes('sk-'))).toEqual([])
})

function decode(raw: unknown): string {
  return typeof raw === 'string' ? Buffer.from(raw, 'hex').toString('latin1') : ''
}

test('large results stay out of the journal, and events survive a killed worker', async () => {
  await begin({ worker: {} })
  const { folder } = scenario
  const { port } = await startRedis(folder)
  const redis = new Redis(port, '127.0.0.1')
  const eventStore = redisEventStore(redis)
  closers.push(
    () => redis.disconnect(),
    () => eventStore.close(),
  )
  await scenario.workers[0]!.kill()
  await scenario.startWorker(0, { redisPort: port, modelMs: 100, toolMs: 100 })
  const { restateRunHost } = await import('@toolprism/adapter-restate')
  const host = restateRunHost({
    ...scenario.engine,
    service: 'agent',
    eventStore,
    blobs: redisBlobStore(redis),
  })
  // 40 million characters: more than the engine takes.
  await host.start('large', 'large 40000000')
  await host.start('r', 'work')
  const seen: { type: string; sequence: number; callId?: string }[] = []
  const reading = (async () => {
    for await (const event of host.events('r', { signal: AbortSignal.timeout(60_000) }))
      seen.push(event as never)
  })()
  await waitUntil('a third of the events', 20_000, () =>
    seen.some(({ type }) => type === 'tool.started'),
  )
  await scenario.workers[0]!.kill()
  await scenario.startWorker(0, { redisPort: port, modelMs: 100, toolMs: 100 })
  const result = (await host.result('r', { timeoutMs: 60_000 })) as unknown as {
    transcript: { role: string; content: { callId?: string }[] }[]
  }
  await reading
  expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map((_, index) => index + 1))
  expect(seen.filter(({ type }) => type === 'run.ended')).toHaveLength(1)
  const calls = result.transcript.flatMap((message) =>
    message.role === 'tool' ? message.content.map(({ callId }) => callId) : [],
  )
  const completed = new Set(
    seen.filter(({ type }) => type === 'tool.completed').map(({ callId }) => callId),
  )
  expect(calls.filter((callId) => !completed.has(callId))).toEqual([])
  // Read again from the middle: the same numbers.
  const again: unknown[] = []
  for await (const event of host.events('r', { after: 3 })) again.push(event)
  expect(again).toEqual(seen.slice(3))
  const large = (await host.result('large', { timeoutMs: 60_000 })) as { status: string }
  expect(large.status).toBe('completed')
  expect(JSON.stringify(large).length).toBeGreaterThan(40_000_000)
})
