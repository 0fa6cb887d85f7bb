import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restateRunHost } from '@toolprism/adapter-restate'
import { redisBlobStore, redisEventStore } from '@toolprism/adapter-restate/redis'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntil } from '../../../durable/wait-until'
import { startRedis } from './durable/redis-server'
import { createScenario, type Scenario } from './durable/scenario'
import type { WorkerOptions } from './durable/worker'

let scenario: Scenario
const closers: (() => void)[] = []
beforeAll(async () => {
  scenario = await createScenario({
    host: { redact: (text) => text.replace(/sk-\w+/g, '[redacted]') },
  })
})
afterAll(async () => {
  for (const close of closers) close()
  await scenario.close()
})

/** Another version of the worker takes the place of the one there is. */
async function deploy(change: Partial<WorkerOptions>): Promise<void> {
  await scenario.workers[0]!.kill()
  await scenario.startWorker(0, change)
}

async function untilStarted(runId: string): Promise<void> {
  await waitUntil(`${runId} to run`, 20_000, async () => {
    const rows = await scenario.engine.query(
      `select j.name from sys_journal j join sys_invocation i on j.id = i.id where i.target_service_key = '${runId}' and j.name = '0.start'`,
    )
    return rows.length > 0
  })
}

const effectsOf = (runId: string) => scenario.effects().filter((effect) => effect.runId === runId)

test('parallel tools run once each, side by side', async () => {
  await deploy({ toolMs: 100 })
  await scenario.host.start('r', 'work')
  const { transcript, status } = await scenario.result('r')
  expect(status).toBe('completed')
  const calls = transcript.flatMap((message) => (message.role === 'tool' ? message.content : []))
  expect(calls.map(({ state }) => state)).toEqual(calls.map(() => 'ok'))
  expect(effectsOf('r')).toHaveLength(calls.length)
})

test('a step silent for longer than the engine likes is not begun again', async () => {
  // Past the inactivity time, within that and the time to abort.
  await deploy({ stepTimeoutMs: 2000 })
  await scenario.register()
  await scenario.host.start('silent', 'slow 3000')
  expect((await scenario.result('silent')).status).toBe('completed')
  await deploy({})
  await scenario.register()
  expect(effectsOf('silent').map(({ nonce }) => nonce)).toEqual(['begun'])
})

test('cancel reaches the step within a second', async () => {
  const { host } = scenario
  await host.start('cancelled', 'slow 60000')
  await waitUntil('the step to begin', 10_000, () => effectsOf('cancelled').length === 1)
  const cancelled = Date.now()
  await host.cancel('cancelled')
  const result = await scenario.result('cancelled')
  expect(result.status).toBe('aborted')
  expect(await host.status('cancelled')).toEqual({ state: 'cancelled' })
  const [, aborted] = effectsOf('cancelled')
  expect(Number(aborted!.nonce.split(' ')[1]) - cancelled).toBeLessThan(1000)
  await expect(host.cancel('cancelled')).resolves.toBeUndefined()
})

test('a tool that must not run twice is not begun again, and the model is told', async () => {
  await deploy({ toolMs: 60_000 })
  const { host } = scenario
  await host.start('paid', 'pay')
  const [token] = await waitUntil(
    'the question',
    10_000,
    async () => (await host.status('paid')).waitingFor,
  )
  await host.decide('paid', token!, { allow: true })
  await waitUntil('the payment to begin', 10_000, () => effectsOf('paid').length === 1)
  await deploy({})
  const result = await scenario.result('paid')
  expect(result.status).toBe('completed')
  expect(JSON.stringify(result.transcript)).toContain('Whether it took effect is unknown')
  expect(effectsOf('paid')).toHaveLength(1)
})

test('changed tools hold a run until a worker has the old ones', async () => {
  const { host, folder } = scenario
  await host.start('changed', `hold ${join(folder, 'changed')}`)
  await untilStarted('changed')
  await deploy({ extraTool: true })
  writeFileSync(join(folder, 'changed'), '')
  await waitUntil('the engine to say why', 20_000, async () => {
    const rows = await scenario.engine.query(
      "select last_failure from sys_invocation where target_service_key = 'changed'",
    )
    return String(rows[0]?.['last_failure']).includes('the tools are not those')
  })
  expect(await host.status('changed')).toEqual({ state: 'running' })
  await deploy({})
  expect((await scenario.result('changed')).status).toBe('completed')
})

test('a step renamed by a deploy holds a run until the old code is back', async () => {
  const { host, folder } = scenario
  await host.start('renamed', `hold ${join(folder, 'renamed')}`)
  await untilStarted('renamed')
  await deploy({ renameSteps: true })
  writeFileSync(join(folder, 'renamed'), '')
  await waitUntil('the engine to say why', 20_000, async () => {
    const rows = await scenario.engine.query(
      "select last_failure_error_code as code from sys_invocation where target_service_key = 'renamed'",
    )
    return rows[0]?.['code'] === 'RT0016'
  })
  await deploy({})
  expect((await scenario.result('renamed')).status).toBe('completed')
})

test('no secret is in the journal', async () => {
  await deploy({ redact: true })
  const { host, engine } = scenario
  // The input's secret is taken out by the host; the model's own by the agent.
  await host.start('secret-1', 'secret sk-fromtheperson')
  await host.start('secret-2', 'work sk-alsofromtheperson')
  await Promise.all([scenario.result('secret-1'), scenario.result('secret-2')])
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
  const { folder } = scenario
  const { port } = await startRedis(folder)
  const redis = new Redis(port, '127.0.0.1')
  const eventStore = redisEventStore(redis)
  closers.push(
    () => redis.disconnect(),
    () => eventStore.close(),
  )
  await deploy({ redisPort: port, modelMs: 100, toolMs: 100 })
  const host = restateRunHost({
    ...scenario.engine,
    service: 'agent',
    eventStore,
    blobs: redisBlobStore(redis),
  })
  await host.start('large', 'large 900000')
  await host.start('told', 'work')
  const seen: { type: string; sequence: number; callId?: string }[] = []
  const reading = (async () => {
    for await (const event of host.events('told', { signal: AbortSignal.timeout(60_000) }))
      seen.push(event as never)
  })()
  await waitUntil('a third of the events', 20_000, () =>
    seen.some(({ type }) => type === 'tool.started'),
  )
  await deploy({ redisPort: port, modelMs: 100, toolMs: 100 })
  const result = (await host.result('told', { timeoutMs: 60_000 })) as unknown as {
    transcript: { role: string; content: { callId?: string }[] }[]
  }
  await reading
  expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map((_, index) => index + 1))
  expect(seen[0]?.type).toBe('run.started')
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
  for await (const event of host.events('told', { after: 3 })) again.push(event)
  expect(again).toEqual(seen.slice(3))
  const large = (await host.result('large', { timeoutMs: 60_000 })) as { status: string }
  expect(large.status).toBe('completed')
  expect(JSON.stringify(large)).toContain('x'.repeat(900_000))
  const kept = await scenario.engine.query(
    "select j.raw from sys_journal j join sys_invocation i on j.id = i.id where i.target_service_key = 'large'",
  )
  // Hexadecimal. Some entry is the reference, and none is the result.
  const texts = kept.map(({ raw }) => decode(raw))
  expect(texts.some((text) => text.includes('large/1.tool.0/'))).toBe(true)
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(10_000)
})
