import {
  type AgentOptions,
  createAgent,
  type Journal,
  type JournalFactory,
  memoryJournal,
  type StepContext,
} from '@toolprism/harness'
import { assertDeterministic, recordingJournal, scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { ended, events, ofType, states, texts, tool } from './helpers'

/** A run with everything a journal has to carry: retries, hooks, parallel calls, approvals, a refusal, budgets. */
const start =
  (change: Partial<AgentOptions> = {}) =>
  (journal: JournalFactory) =>
    createAgent({
      model: scriptedModel((request) => {
        if (request.step === 1 && request.attempt === 1) return { throws: new Error('ECONNRESET') }
        if (request.step === 1)
          return {
            text: 'First.',
            calls: [
              { name: 'read', input: { n: 1 } },
              { name: 'write', input: { n: 2 } },
              { name: 'read', input: { n: 3 } },
              { name: 'nowhere' },
            ],
            usage: { input: 5, output: 1 },
          }
        if (request.step === 2)
          return {
            calls: [
              { name: 'fail', input: { n: 4 } },
              { name: 'read', input: { n: 5 } },
            ],
          }
        return 'Done.'
      }),
      tools: [
        tool({ name: 'read', execute: ({ n }: { n: number }) => `read ${n}` }),
        tool({ name: 'write', annotations: {}, execute: ({ n }: { n: number }) => `wrote ${n}` }),
        tool({
          name: 'fail',
          execute() {
            throw new Error('no')
          },
        }),
      ],
      hooks: {
        beforeToolCall: ({ toolName, input }) =>
          toolName === 'read' ? { input: { n: input.n * 10 } } : undefined,
        onRunStart: () => undefined,
        onRunEnd: () => undefined,
      },
      retry: { baseDelayMs: 0 },
      limits: { timeBudgetMs: 1_000_000 },
      ...change,
    }).run('go', { runId: 'fixed', journal })

describe('a run over a journal', () => {
  test('is the same after a cut at every entry, with parallel steps coming back in any order', async () => {
    const { result, entries, replays } = await assertDeterministic(start())
    expect(result.status).toBe('completed')
    expect(texts(result.transcript)).toEqual([
      'read 10',
      'wrote 2',
      'read 30',
      expect.stringContaining('no tool "nowhere"'),
      'no',
      'read 50',
    ])
    expect(replays).toBe(entries.length + 1)
  })

  test('step ids are public: this list is the format', async () => {
    const { entries } = await assertDeterministic(start())
    expect(entries.map((entry) => `${entry.kind} ${entry.id}`).sort()).toEqual([
      'check 1.check',
      'check 2.check',
      'end 3.end',
      'model 1.model',
      'model 1.model.2',
      'model 2.model',
      'model 3.model',
      'now now.1',
      'now now.2',
      'now now.3',
      'random random.1',
      'sleep sleep.1',
      'start 0.start',
      'tool 1.tool.0',
      'tool 1.tool.1',
      'tool 1.tool.2',
      'tool 1.tool.3',
      'tool 2.tool.0',
      'tool 2.tool.1',
      expect.stringMatching(/^wait call_\w+_1_1_2\.1\.\w+$/),
    ])
  })

  test('compaction, edits by a person and repetition are deterministic too', async () => {
    const circling = (journal: JournalFactory) =>
      createAgent({
        model: scriptedModel((request) =>
          request.tools.length === 0
            ? 'Summary.'
            : { text: 'y'.repeat(2000), calls: [{ name: 'write', input: { n: 1 } }] },
        ),
        tools: [tool({ name: 'write', annotations: {} })],
        context: { window: 2000, reserve: 100, keepTurns: 1 },
      }).run('go', { runId: 'fixed', journal })
    const { result, entries } = await assertDeterministic(circling, {
      answer: () => ({ allow: true, input: { n: 2 } }),
    })
    expect(result.status).toBe('repetition')
    expect(entries.map((entry) => entry.kind)).toContain('compact')
    expect(entries.map((entry) => entry.id)).toContain('1.check.edit.1')
  })

  test('what changes between two runs is found', async () => {
    let count = 0
    const drifting = start({ tools: [tool({ name: 'read', execute: () => `call ${count++}` })] })
    await expect(assertDeterministic(drifting)).rejects.toThrow(/not deterministic/)
  })

  test('replayed steps are silent, later ones are told', async () => {
    const first = recordingJournal()
    await createdRun(first.factory).finished
    const cut = first.entries.findIndex((entry) => entry.id === '2.model')
    const again = recordingJournal({ recorded: first.entries.slice(0, cut + 1) })
    const run = createdRun(again.factory)
    const seen = events(run)
    const result = await ended(run)
    expect(again.replayed).toContain('1.tool.0')
    expect(ofType(seen, 'tool.completed').map((event) => event.step)).toEqual([2])
    expect(ofType(seen, 'run.ended')).toHaveLength(1)
    expect(texts(result.transcript)).toEqual(['ok', 'ok'])
  })

  const createdRun = (journal: JournalFactory) =>
    createAgent({
      model: scriptedModel((request) =>
        request.step < 3 ? { calls: [{ name: 'read', input: { n: request.step } }] } : 'Done.',
      ),
      tools: [tool({ name: 'read' })],
    }).run('go', { runId: 'fixed', journal })

  test('other tools than those it began with are refused', async () => {
    const first = recordingJournal()
    await createdRun(first.factory).finished
    const again = recordingJournal({ recorded: first.entries })
    const run = createAgent({ model: scriptedModel(['x']), tools: [tool({ name: 'other' })] }).run(
      'go',
      {
        runId: 'fixed',
        journal: again.factory,
      },
    )
    expect(await ended(run)).toMatchObject({
      status: 'failed',
      error: { code: 'JOURNAL_MISMATCH' },
    })
  })

  test('nothing secret is kept', async () => {
    const journal = recordingJournal()
    const run = createAgent({
      model: scriptedModel([
        { text: 'I use sk-12345.', calls: [{ name: 'read', input: { key: 'sk-12345' } }] },
        'Done with sk-12345.',
      ]),
      tools: [tool({ name: 'read', execute: ({ key }) => `used ${key}` })],
      redact: /sk-\d+/,
    }).run('my key is sk-12345', { journal: journal.factory })
    const seen = events(run)
    const result = await ended(run)
    // The tool got the real key; nobody else did.
    expect(texts(result.transcript)).toEqual(['used [redacted]'])
    const kept = [journal.entries, seen, result, run.snapshot()]
    expect(JSON.stringify(kept)).not.toContain('sk-1')
  })
})

describe('the context of a step', () => {
  test('gives tools an idempotency key that is the same on every attempt', async () => {
    const keys: unknown[] = []
    const read = tool({
      name: 'read',
      execute(_, context) {
        keys.push(context.idempotencyKey)
        return 'ok'
      },
    })
    const model = () =>
      scriptedModel([{ calls: [{ name: 'read' }, { name: 'read', input: { n: 1 } }] }, 'ok'])
    await createAgent({ model: model(), tools: [read] }).run('go', { runId: 'r' }).finished
    await createAgent({ model: model(), tools: [read] }).run('go', { runId: 'r' }).finished
    expect(keys).toEqual(['r/1.tool.0', 'r/1.tool.1', 'r/1.tool.0', 'r/1.tool.1'])
  })

  test('says which tools must never run twice, and an interrupted one does not', async () => {
    const replays = new Map<string, unknown>()
    let runs = 0
    const interrupting: JournalFactory = (binding) => {
      const inner = memoryJournal()(binding)
      return {
        ...inner,
        all: (steps, execute) => {
          for (const step of steps) replays.set(step.id, step.replay)
          return inner.all(steps, (input, context) =>
            execute(input, { ...context, interrupted: context.id === '1.tool.1' } as StepContext),
          )
        },
      }
    }
    const count = () => `run ${++runs}`
    const run = createAgent({
      model: scriptedModel([{ calls: [{ name: 'read' }, { name: 'pay' }, { name: 'put' }] }, 'ok']),
      tools: [
        tool({ name: 'read', execute: count }),
        tool({ name: 'pay', annotations: {}, execute: count }),
        tool({ name: 'put', annotations: { idempotentHint: true }, execute: count }),
      ],
      autoApprove: true,
    }).run('go', { journal: interrupting })
    const result = await ended(run)
    expect([...replays.values()]).toEqual(['repeat', 'never', 'repeat'])
    expect(states(result.transcript)).toEqual(['ok', 'abandoned', 'ok'])
    expect(texts(result.transcript)[1]).toContain('unknown')
    expect(runs).toBe(2)
  })
})

describe('a journal of an engine', () => {
  const engine = (change: (inner: Journal) => Partial<Journal>): Journal => {
    const inner = memoryJournal()({
      runId: 'r',
      signal: new AbortController().signal,
      clock: { now: () => 0, after: () => () => {} },
    })
    const { deliver, ...rest } = inner
    return { ...rest, ...change(inner) }
  }
  const model = () => scriptedModel([{ calls: [{ name: 'work' }] }, 'ok'])
  const work = tool({ name: 'work', annotations: {} })

  test('its own cancellation goes through, and never becomes a result', async () => {
    const cancelled = Object.assign(new Error('cancelled by the engine'), { code: 409 })
    const journal = engine(() => ({
      all: async (steps) => steps.map(() => ({ status: 'rejected', reason: cancelled })),
    }))
    const agent = createAgent({ model: model(), tools: [work], autoApprove: true })
    const run = agent.run('go', { journal })
    await expect(run.finished).rejects.toBe(cancelled)
    await expect(run.result).rejects.toBe(cancelled)
    const types: string[] = []
    for await (const event of run.events()) types.push(event.type)
    expect(types).not.toContain('tool.completed')
  })

  test('answers come through it, not through run.resolve', async () => {
    let answer: (value: { value: never }) => void = () => {}
    const journal = engine(() => ({
      wait: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    }))
    const run = createAgent({ model: model(), tools: [work] }).run('go', { journal })
    const seen = events(run)
    const paused = await run.result
    expect(paused.status).toBe('paused')
    expect(run.resolve(paused.pending![0]!.id, { allow: true })).toBe('unknown')
    answer({ value: { allow: true } as never })
    expect(states((await ended(run)).transcript)).toEqual(['ok'])
    expect(ofType(seen, 'permission.resolved')).toMatchObject([{ decision: 'allow' }])
  })

  test('parks a run nobody answers in time, and another goes on from its snapshot', async () => {
    const journal = engine(() => ({ wait: async () => ({ timedOut: true }) }))
    const run = createAgent({ model: model(), tools: [work] }).run('go', {
      journal,
      parkAfterMs: 1000,
    })
    const parked = await run.finished
    expect(parked).toMatchObject({ status: 'paused', pending: [{ toolName: 'work' }] })
    const id = parked.pending![0]!.id
    const next = createAgent({ model: scriptedModel(['ok']), tools: [work] }).resume(
      parked.snapshot!,
      { [id]: { allow: true } },
      { journal: engine(() => ({ wait: () => Promise.reject(new Error('nothing to wait for')) })) },
    )
    expect(states((await ended(next)).transcript)).toEqual(['ok'])
  })

  test('cancelling it aborts the run', async () => {
    const controller = new AbortController()
    const journal = engine(() => ({ signal: controller.signal }))
    const slow = tool({ name: 'work', execute: () => new Promise(() => {}) })
    const run = createAgent({ model: model(), tools: [slow] }).run('go', { journal })
    run.subscribe((event) => {
      if (event.type === 'tool.started')
        queueMicrotask(() => controller.abort(new Error('engine says stop')))
    })
    expect(await ended(run)).toMatchObject({
      status: 'aborted',
      error: { message: 'engine says stop' },
    })
  })
})
