import { createAgent } from '@toolprism/harness'
import { fakeClock, scriptedModel, settle } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import {
  counting,
  ended,
  events,
  gate,
  ofType,
  states,
  texts,
  tool,
  untilAborted,
} from '../helpers'

const serial = { annotations: {} }

describe('scenario 12: the user stops during call 2 of 3', () => {
  test('every call has exactly one result, and the transcript is a good history', async () => {
    const third = counting({ name: 'third', ...serial })
    const tools = [
      tool({ name: 'first', ...serial, execute: () => 'first done' }),
      tool({
        name: 'second',
        ...serial,
        execute(_, context) {
          queueMicrotask(() => run.abort('enough'))
          return untilAborted(context)
        },
      }),
      third,
    ]
    const model = scriptedModel([
      { text: 'On it.', calls: [{ name: 'first' }, { name: 'second' }, { name: 'third' }] },
      'welcome back',
    ])
    const agent = createAgent({ model, tools, autoApprove: true })
    const run = agent.run('go')
    const seen = events(run)
    const result = await ended(run)
    expect(result).toMatchObject({
      status: 'aborted',
      error: { code: 'ABORTED', message: 'enough' },
    })
    expect(states(result.transcript)).toEqual(['ok', 'cancelled', 'skipped'])
    expect(texts(result.transcript)[2]).toContain('Nothing was run')
    expect(third.inputs).toEqual([])
    expect(ofType(seen, 'run.ended')).toMatchObject([{ status: 'aborted' }])
    const next = await ended(agent.run('again', { history: result.transcript }))
    expect(next).toMatchObject({ status: 'completed', text: 'welcome back' })
    expect(model.requests[1]!.messages).toHaveLength(result.transcript.length + 1)
  })

  test('stopped by the very event that a call begins: it has not begun', async () => {
    const work = counting({ name: 'work' })
    const run = createAgent({
      model: scriptedModel([{ calls: [{ name: 'work' }] }]),
      tools: [work],
    }).run('go')
    run.subscribe((event) => {
      if (event.type === 'tool.started') run.abort()
    })
    expect(states((await ended(run)).transcript)).toEqual(['skipped'])
    expect(work.inputs).toEqual([])
  })

  test('by a signal of the caller, aborted before or during', async () => {
    const agent = createAgent({ model: scriptedModel(['hi']), tools: [] })
    const result = await ended(
      agent.run('go', { signal: AbortSignal.abort(new Error('too late')) }),
    )
    expect(result).toMatchObject({ status: 'aborted', error: { message: 'too late' } })
  })
})

describe('scenario 13: the stream ends with half a call', () => {
  const half = [
    { type: 'text-delta', delta: 'I will' },
    { type: 'tool-input-start', id: 'x', toolName: 'write' },
    { type: 'tool-input-delta', id: 'x', delta: '{"te' },
  ] as const

  test('dead stream: nothing of it is kept, nothing is run, the retry goes on', async () => {
    const write = counting({ name: 'write' })
    const model = scriptedModel([[...half], 'done'])
    const run = createAgent({ model, tools: [write], retry: { baseDelayMs: 0 } }).run('go')
    const seen = events(run)
    const result = await ended(run)
    expect(result).toMatchObject({ status: 'completed', text: 'done' })
    expect(result.transcript).toHaveLength(2)
    expect(write.inputs).toEqual([])
    const [retried] = ofType(seen, 'model.retried')
    expect(retried?.messageId).toBe(ofType(seen, 'text.delta')[0]!.messageId)
    // The card that was announced is closed.
    expect(ofType(seen, 'tool.failed')).toMatchObject([{ toolName: 'write', failure: 'cancelled' }])
  })

  test('aborted stream: its words are kept, its half call is not', async () => {
    const model = scriptedModel([{ text: 'I will', hangs: 'forever' }])
    const run = createAgent({ model, tools: [tool({ name: 'write' })] }).run('go')
    run.subscribe((event) => {
      if (event.type === 'text.delta') run.abort()
    })
    const result = await ended(run)
    expect(result).toMatchObject({ status: 'aborted', text: 'I will' })
    expect(result.transcript.at(-1)).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'I will' }],
    })
  })
})

describe('scenario 14: a tool that ignores its signal', () => {
  test('the run ends without it; its late value and its late throw are nothing', async () => {
    const late = gate<string>()
    const model = scriptedModel([{ calls: [{ name: 'stubborn' }] }])
    const stubborn = tool({
      name: 'stubborn',
      execute() {
        queueMicrotask(() => run.abort())
        return late.promise
      },
    })
    const run = createAgent({ model, tools: [stubborn] }).run('go')
    const seen = events(run)
    const result = await ended(run)
    expect(states(result.transcript)).toEqual(['abandoned'])
    expect(texts(result.transcript)[0]).toContain('may still be running')
    const before = seen.length
    late.fail(new Error('much too late'))
    await settle()
    expect(seen).toHaveLength(before)
  })

  test('a grace time lets it end by itself', async () => {
    const clock = fakeClock()
    const work = gate<string>()
    const agent = createAgent({
      model: scriptedModel([{ calls: [{ name: 'slow' }] }]),
      tools: [tool({ name: 'slow', execute: () => work.promise })],
      limits: { abortGraceMs: 100 },
      clock,
    })
    const run = agent.run('go')
    await settle()
    run.abort()
    await clock.advance(50)
    work.open('just in time')
    expect(states((await ended(run)).transcript)).toEqual(['cancelled'])
  })

  test('a time-out ends the call, not the run', async () => {
    const clock = fakeClock()
    const agent = createAgent({
      model: scriptedModel([{ calls: [{ name: 'stubborn' }, { name: 'quick' }] }, 'moving on']),
      tools: [
        tool({ name: 'stubborn', timeoutMs: 1000, execute: () => new Promise(() => {}) }),
        tool({ name: 'quick' }),
      ],
      clock,
    })
    const run = agent.run('go')
    await clock.advance(999)
    expect(clock.pending).toBeGreaterThan(0)
    await clock.advance(1)
    const result = await ended(run)
    expect(result).toMatchObject({ status: 'completed', text: 'moving on' })
    expect(states(result.transcript)).toEqual(['timeout', 'ok'])
    expect(texts(result.transcript)[0]).toContain('within 1000 ms')
  })
})

describe('scenario 15: an abort while something waits', () => {
  test('for an approval: the question is closed, and a late answer is a duplicate', async () => {
    const model = scriptedModel([{ calls: [{ name: 'write' }] }])
    const run = createAgent({ model, tools: [tool({ name: 'write', ...serial })] }).run('go')
    const seen = events(run)
    await run.result
    const [question] = run.pending
    run.abort()
    const result = await ended(run)
    expect(states(result.transcript)).toEqual(['skipped'])
    expect(run.pending).toEqual([])
    expect(ofType(seen, 'permission.resolved')).toMatchObject([{ decision: 'deny' }])
    expect(run.resolve(question!.id, { allow: true })).toBe('duplicate')
    expect((await run.result).status).toBe('aborted')
  })

  test('in a retry back-off', async () => {
    const clock = fakeClock()
    const model = scriptedModel([{ throws: Object.assign(new Error('busy'), { status: 529 }) }])
    const run = createAgent({ model, clock }).run('go')
    await settle()
    expect(clock.pending).toBe(1)
    run.abort()
    expect((await ended(run)).status).toBe('aborted')
    expect(clock.pending).toBe(0)
  })

  test.each(['beforeModelCall', 'afterModelCall', 'beforeToolCall', 'onRunStart'] as const)(
    'inside the hook %s',
    async (point) => {
      const entered = gate()
      const model = scriptedModel([{ calls: [{ name: 'look' }] }])
      const hooks = {
        [point]: () => {
          entered.open()
          return new Promise<undefined>(() => {})
        },
      }
      const run = createAgent({ model, tools: [tool({ name: 'look' })], hooks }).run('go')
      await entered.promise
      run.abort()
      expect((await ended(run)).status).toBe('aborted')
    },
  )

  test('inside a tool that calls another process: its signal aborts', async () => {
    const seen: unknown[] = []
    const remote = tool({
      name: 'mcp__server__work',
      execute: (_, context) => {
        context.signal.addEventListener('abort', () => seen.push(context.signal.reason))
        return new Promise(() => {})
      },
    })
    const model = scriptedModel([{ calls: [{ name: 'mcp__server__work' }] }])
    const run = createAgent({ model, tools: [remote], autoApprove: true }).run('go')
    run.subscribe((event) => {
      if (event.type === 'tool.started') queueMicrotask(() => run.abort('stop it'))
    })
    await ended(run)
    expect(seen).toHaveLength(1)
  })

  test('while a tool asks a person', async () => {
    const ask = tool({
      name: 'ask',
      async execute(_, context) {
        const answer = await context.elicit!({
          message: 'Which?',
          requestedSchema: { type: 'object' },
        })
        return `the person said ${answer.action}`
      },
    })
    const model = scriptedModel([{ calls: [{ name: 'ask' }] }])
    const run = createAgent({ model, tools: [ask] }).run('go')
    expect(await run.result).toMatchObject({ status: 'paused', pending: [{ kind: 'question' }] })
    run.abort()
    expect(states((await ended(run)).transcript)).toEqual(['cancelled'])
  })
})
