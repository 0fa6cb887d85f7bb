import {
  memoryEventStore,
  type RestateRunHostOptions,
  restateRunHost,
} from '@toolprism/adapter-restate'
import { expect, test } from 'vitest'

interface Asked {
  method: string
  url: string
  body: unknown
}

/** A host whose engine answers what it is told to, by the end of the address. */
function hostOf(
  answers: Record<string, [status: number, body: unknown]>,
  options: Partial<RestateRunHostOptions> = {},
) {
  const asked: Asked[] = []
  const host = restateRunHost({
    ingressUrl: 'http://engine:8080/',
    adminUrl: 'http://engine:9070',
    service: 'agent',
    fetch: async (url, init) => {
      const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined
      asked.push({ method: init?.method ?? 'GET', url: String(url), body })
      const [, [status, answer]] = Object.entries(answers).find(([end]) =>
        (end === 'sql' ? /query$/ : new RegExp(`${end}$`)).test(String(url)),
      ) ?? ['', [404, { message: 'not found' }]]
      const made = typeof answer === 'function' ? answer(body) : answer
      return new Response(JSON.stringify(made), { status })
    },
    ...options,
  })
  return { host, asked }
}

const open = { '/output': [470, { message: 'not ready' }] } as const
const ended = (status: string) =>
  ({ '/output': [200, { status: 'ended', result: { value: { status } } }] }) as const

test('starts a run under its id', async () => {
  const { host, asked } = hostOf({ '/send': [202, {}] })
  await host.start('r1', { input: 'go', history: [{ role: 'user', content: 'before' }] })
  expect(asked).toEqual([
    {
      method: 'POST',
      url: 'http://engine:8080/agent/r1/run/send',
      body: { runId: 'r1', input: 'go', history: [{ role: 'user', content: 'before' }] },
    },
  ])
})

test('secrets are taken out before the engine sees them', async () => {
  const { host, asked } = hostOf(
    { '/send': [202, {}] },
    { redact: (text) => text.replace(/sk-\w+/, '[redacted]') },
  )
  await host.start('r1', 'use sk-123')
  expect(JSON.stringify(asked)).not.toContain('sk-123')
})

test.each(["r'; drop", 'r~1', '', 'a/b', 'x'.repeat(201)])('"%s" names no run', async (runId) => {
  const { host, asked } = hostOf({})
  await expect(host.start(runId, 'go')).rejects.toMatchObject({ code: 'RUN_ID_INVALID' })
  await expect(host.status(runId)).rejects.toMatchObject({ code: 'RUN_ID_INVALID' })
  expect(asked).toEqual([])
})

test('an input that is no text is refused', async () => {
  const { host } = hostOf({})
  await expect(host.start('r', { question: 1 })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
})

test.each([
  ['completed', 'done'],
  ['max_steps', 'done'],
  ['failed', 'failed'],
  ['aborted', 'cancelled'],
])('a run that ended as %s is %s', async (status, state) => {
  const { host } = hostOf(ended(status) as never)
  expect(await host.status('r')).toEqual({ state })
})

test.each([
  ['running', 'running'],
  ['suspended', 'running'],
  ['pending', 'queued'],
])('an engine run that is %s is %s', async (status, state) => {
  const sql = (body: { query: string }) => ({
    rows: body.query.includes('sys_invocation') ? [{ status }] : [],
  })
  const { host } = hostOf({ ...open, sql: [200, sql] } as never)
  expect(await host.status('r')).toEqual({ state })
})

test('an unknown run is an error, whatever is asked', async () => {
  const { host } = hostOf({})
  const wanted = { code: 'RUN_UNKNOWN' }
  await expect(host.status('r')).rejects.toMatchObject(wanted)
  await expect(host.result('r')).rejects.toMatchObject(wanted)
  await expect(host.cancel('r')).rejects.toMatchObject(wanted)
  await expect(host.decide('r', 't', { allow: true })).rejects.toMatchObject(wanted)
})

test('a parked run waits, and goes on under its next key', async () => {
  const parked = { status: 'parked', next: 'r~1', pending: ['q'] }
  const { host } = hostOf({ 'r/output': [200, parked], sql: [200, { rows: [] }] })
  expect(await host.status('r')).toEqual({ state: 'waiting', waitingFor: ['q'] })
  const later = hostOf({
    'r/output': [200, parked],
    'r~1/output': [200, { status: 'ended', result: { value: { status: 'completed' } } }],
  })
  expect(await later.host.result('r')).toEqual({ status: 'completed' })
})

test('a decision the run could not use is an error', async () => {
  const message = 'DECISION_INVALID: allow must be true or false'
  const { host } = hostOf({ ...open, '/decide': [400, { message }] } as never)
  await expect(host.decide('r', 'q', {})).rejects.toMatchObject({
    code: 'DECISION_INVALID',
    message: 'allow must be true or false',
  })
})

test('a run the engine gave up says why', async () => {
  const { host } = hostOf({ '/output': [500, { message: 'HISTORY_INVALID: broken' }] })
  await expect(host.result('r')).rejects.toMatchObject({
    code: 'RUN_FAILED',
    message: expect.stringContaining('HISTORY_INVALID'),
  })
})

test('an engine that is away is named', async () => {
  const fetch = () => Promise.reject(new TypeError('fetch failed'))
  const { host } = hostOf({}, { fetch, requestTimeoutMs: 1 })
  await expect(host.start('r', 'go')).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' })
})

test('events come with their numbers, and what was missed is told', async () => {
  const eventStore = memoryEventStore({ maxEvents: 2 })
  await eventStore.append('r', undefined, [{ type: 'a' }, { type: 'b' }, { type: 'run.ended' }])
  const { host } = hostOf({}, { eventStore })
  const seen: unknown[] = []
  for await (const event of host.events('r')) seen.push(event)
  expect(seen).toEqual([
    { type: 'gap', runId: 'r', from: 1, to: 1 },
    { type: 'b', sequence: 2 },
    { type: 'run.ended', sequence: 3 },
  ])
})

test('a host without a store has no events', async () => {
  const { host } = hostOf({})
  await expect(host.events('r')[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'EVENTS_MISSING',
  })
})
