import { type BlobStore, restateJournal } from '@toolprism/adapter-restate'
import { type AgentTool, createAgent, type RunResult } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { expect, test } from 'vitest'
import { createAttempt } from '../src/attempt'
import { createPacker } from '../src/blob-store'
import { type FakeEngine, fakeEngine, fakeSdk } from './fake-context'

interface Started {
  finished: Promise<RunResult>
  /** The engine wants no more of this attempt. */
  end(): void
}

function startAttempt(
  engine: FakeEngine,
  tools: AgentTool[],
  options: { blobs?: BlobStore; parkAfterMs?: number; onRunEnd?: () => void } = {},
): Started {
  const { context, end } = engine.context()
  const attempt = createAttempt(end.signal)
  const agent = createAgent({
    model: scriptedModel((request) =>
      request.step === 1
        ? { calls: tools.map(({ name }) => ({ name, input: { n: 1 } })) }
        : 'Done.',
    ),
    tools,
    permissions: { default: 'allow', rules: [{ effect: 'ask', tool: 'ask' }] },
    ...(options.onRunEnd ? { hooks: { onRunEnd: options.onRunEnd } } : {}),
  })
  const run = agent.run('go', {
    runId: 'r',
    journal: restateJournal({
      sdk: fakeSdk(engine) as never,
      context,
      runId: 'r',
      attempt,
      packer: createPacker(options.blobs, 1000, (message) => new Error(message)),
      flush: async () => {},
      questions: () => [],
    }),
    ...(options.parkAfterMs === undefined ? {} : { parkAfterMs: options.parkAfterMs }),
  })
  return { finished: run.finished, end: () => end.abort() }
}

const tool = (name: string, change: Partial<AgentTool> = {}): AgentTool => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  execute: () => `${name} ok`,
  ...change,
})

const textsOf = (result: RunResult) =>
  result.transcript.flatMap((message) =>
    message.role === 'tool' ? message.content.map((part) => [part.state, part.content[0]]) : [],
  )

test('what was done is not done again', async () => {
  const engine = fakeEngine()
  let runs = 0
  const tools = [tool('a', { execute: () => `run ${++runs}` }), tool('b')]
  const first = await startAttempt(engine, tools).finished
  const again = await startAttempt(engine, tools).finished
  expect(again.transcript).toEqual(first.transcript)
  expect(runs).toBe(1)
  expect(engine.kept.map(({ name }) => name)).toEqual([
    '0.start',
    '1.model',
    '1.check',
    '1.tool.0',
    '1.tool.1',
    '2.model',
  ])
})

test('an attempt that is over ends its run here, quietly', async () => {
  const engine = fakeEngine()
  let aborted = false
  let told = false
  let begin: () => void = () => {}
  const started = new Promise<void>((resolve) => {
    begin = resolve
  })
  const slow = tool('slow', {
    execute: (_, context) =>
      new Promise((_, reject) => {
        begin()
        context.signal.addEventListener('abort', () => {
          aborted = true
          reject(context.signal.reason)
        })
      }),
  })
  const attempt = startAttempt(engine, [slow], {
    onRunEnd: () => {
      told = true
    },
  })
  await started
  attempt.end()
  await expect(attempt.finished).rejects.toThrow('this attempt is over')
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect([aborted, told]).toEqual([true, false])
  expect(engine.kept.map(({ name }) => name)).not.toContain('1.tool.0')
})

test('a cancelled run tells its tools, keeps how they ended and ends as aborted', async () => {
  const engine = fakeEngine()
  let begin: () => void = () => {}
  const started = new Promise<void>((resolve) => {
    begin = resolve
  })
  const slow = tool('slow', {
    execute: (_, context) =>
      new Promise((_, reject) => {
        begin()
        context.signal.addEventListener('abort', () => reject(context.signal.reason))
      }),
  })
  const attempt = startAttempt(engine, [slow, tool('quick')])
  await started
  engine.cancel()
  const result = await attempt.finished
  expect(result.status).toBe('aborted')
  expect(textsOf(result).map(([state]) => state)).toEqual(['cancelled', 'ok'])
  expect(engine.kept.map(({ name }) => name)).toContain('1.tool.0')
})

test('a tool that must not run twice is not begun again', async () => {
  const engine = fakeEngine()
  let runs = 0
  let begin: () => void = () => {}
  const started = new Promise<void>((resolve) => {
    begin = resolve
  })
  const pay = tool('pay', {
    annotations: {},
    execute: () => {
      runs++
      begin()
      return runs === 1 ? new Promise(() => {}) : 'paid'
    },
  })
  const first = startAttempt(engine, [pay])
  await started
  first.end()
  await expect(first.finished).rejects.toThrow()
  const result = await startAttempt(engine, [pay]).finished
  expect(runs).toBe(1)
  expect(textsOf(result)[0]?.[0]).toBe('abandoned')
})

test('a result too large for the journal is kept beside it', async () => {
  const engine = fakeEngine()
  const kept = new Map<string, string>()
  const blobs: BlobStore = {
    put: async (key, text) => void kept.set(key, text),
    get: async (key) => kept.get(key),
  }
  const large = tool('large', { execute: () => 'x'.repeat(5000) })
  const first = await startAttempt(engine, [large], { blobs }).finished
  expect(JSON.stringify(engine.kept)).not.toContain('xxx')
  expect([...kept.keys()][0]).toMatch(/^r\/1\.tool\.0\//)
  const again = await startAttempt(engine, [large], { blobs }).finished
  expect(again.transcript).toEqual(first.transcript)
})

test('a run nobody answers is parked', async () => {
  const engine = fakeEngine()
  const attempt = startAttempt(engine, [tool('ask', { annotations: {} })], { parkAfterMs: 10 })
  const result = await attempt.finished
  expect(result).toMatchObject({ status: 'paused', pending: [{ toolName: 'ask' }] })
  expect(engine.state.has('waiting')).toBe(false)
})
