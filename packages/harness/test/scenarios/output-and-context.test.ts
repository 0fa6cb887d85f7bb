import { createAgent, type RunEvent } from '@toolprism/harness'
import { fakeClock, scriptedModel, settle } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { counting, ended, events, ofType, results, states, texts, tool } from '../helpers'

const once = (name = 'work') => scriptedModel([{ calls: [{ name }] }, 'ok'])

describe('scenario 35: text that providers refuse, empty results, images', () => {
  const answer = async (value: unknown, limits = {}) => {
    const work = tool({ name: 'work', execute: () => value })
    return ended(createAgent({ model: once(), tools: [work], limits }).run('go'))
  }

  test('a cut never splits a character', async () => {
    for (let size = 200; size < 210; size++) {
      const result = await answer('😀'.repeat(300), { maxResultCharacters: size })
      const [text] = texts(result.transcript)
      expect(text).toContain('left out')
      expect(text).not.toMatch(
        /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
      )
    }
  })

  test('lone surrogates and NUL are replaced', async () => {
    expect(texts((await answer('a\ud800b\0c')).transcript)).toEqual(['a\ufffdb\ufffdc'])
  })

  test.each([[''], [undefined], [{ content: [] }], [{ content: [{ type: 'text', text: '' }] }]])(
    'nothing becomes a text: %j',
    async (value) => {
      expect(texts((await answer(value)).transcript)).toEqual(['(no output)'])
    },
  )

  test.each([0, false, null, []])('%j is a result like any other', async (value) => {
    expect(texts((await answer(value)).transcript)).toEqual([JSON.stringify(value)])
  })

  test('images stay images, or become a note for a model that can not read them', async () => {
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/webp' } as const
    const work = tool({ name: 'work', execute: () => ({ content: [image] }) })
    const sees = once()
    const seen = await ended(createAgent({ model: sees, tools: [work] }).run('go'))
    expect(results(seen.transcript)[0]!.content).toEqual([image])
    const blind = scriptedModel([{ calls: [{ name: 'work' }] }, 'ok'], { acceptsImages: false })
    const result = await ended(createAgent({ model: blind, tools: [work] }).run('go'))
    expect(results(result.transcript)[0]!.content).toEqual([image])
    expect(results(blind.requests[1]!.messages)[0]!.content).toEqual([
      { type: 'text', text: '[image (image/webp) left out: this model reads text only]' },
    ])
  })
})

describe('scenario 36: more than the context holds', () => {
  const big = (characters: number) =>
    tool({ name: 'big', execute: ({ n }) => `${n} ${'x'.repeat(characters)}` })
  const reading = (steps: number) =>
    scriptedModel((request, index) => {
      if (request.messages[0]?.role === 'system' && request.tools.length === 0)
        return 'The summary.'
      return index < steps
        ? { text: `Reading ${index}.`, calls: [{ name: 'big', input: { n: index } }] }
        : 'All read.'
    })

  test('one huge result is cut at the source, and the whole is kept elsewhere', async () => {
    const spilled: string[] = []
    const agent = createAgent({
      model: reading(1),
      tools: [big(900_000)],
      limits: {
        spill: ({ text, toolName }) => {
          spilled.push(text)
          return `file of ${toolName}`
        },
      },
    })
    const [text] = texts((await ended(agent.run('go'))).transcript)
    expect(text!.length).toBeLessThan(20_200)
    expect(text).toContain('[The whole result: file of big]')
    expect(spilled[0]!.length).toBe(900_002)
  })

  test('old results are cleared first; the latest turns and the transcript stay whole', async () => {
    const model = reading(6)
    const run = createAgent({
      model,
      tools: [big(4000)],
      context: { window: 6000, reserve: 500, keepTurns: 2 },
    }).run('go')
    const seen = events(run)
    const result = await ended(run)
    expect(result).toMatchObject({ status: 'completed', text: 'All read.' })
    const [completed] = ofType(seen, 'compaction.completed')
    expect(completed).toMatchObject({ method: 'cleared-results' })
    expect(completed!.tokensAfter).toBeLessThan(completed!.tokensBefore)
    const shown = results(model.requests.at(-1)!.messages)
    expect(shown[0]!.content).toMatchObject([{ text: expect.stringContaining('was cleared') }])
    expect(shown.at(-1)!.content).toMatchObject([{ text: expect.stringContaining('xxxx') }])
    expect(texts(result.transcript).every((text) => text.includes('xxxx'))).toBe(true)
  })

  test('then old turns are summarised, cut between whole turns', async () => {
    const model = scriptedModel((request, index) => {
      if (request.messages[0]?.role === 'system') return 'The summary.'
      return index < 8
        ? { text: 'y'.repeat(3000), calls: [{ name: 'big', input: { n: index } }] }
        : 'All read.'
    })
    const run = createAgent({
      model,
      tools: [big(100)],
      context: { window: 5000, reserve: 500, keepTurns: 2 },
    }).run('go')
    const seen = events(run)
    expect((await ended(run)).status).toBe('completed')
    expect(ofType(seen, 'compaction.completed')[0]).toMatchObject({ method: 'summary' })
    const { messages } = model.requests.at(-1)!
    expect(messages[0]).toMatchObject({ role: 'user', origin: 'summary' })
    expect(messages[1]!.role).toBe('assistant')
  })

  test('when nothing is gained the run fails clearly, after one compaction', async () => {
    const run = createAgent({
      model: scriptedModel(['never asked']),
      context: { window: 200, reserve: 100 },
    }).run('a'.repeat(4000))
    const seen = events(run)
    const result = await ended(run)
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CONTEXT_OVERFLOW' } })
    expect(ofType(seen, 'compaction.started')).toHaveLength(1)
  })

  test('a provider that says overflow: one compaction, one more try', async () => {
    const overflow = { error: new Error('prompt is too long: 210000 tokens > 200000 maximum') }
    let failed = false
    const model = scriptedModel((request, index) => {
      if (request.messages[0]?.role === 'system') return 'The summary.'
      if (index < 5) return { text: 'z'.repeat(500), calls: [{ name: 'big', input: { n: index } }] }
      if (failed) return 'Made it.'
      failed = true
      return overflow
    })
    const run = createAgent({ model, tools: [big(2000)] }).run('go')
    const seen = events(run)
    expect(await ended(run)).toMatchObject({ status: 'completed', text: 'Made it.' })
    expect(ofType(seen, 'compaction.completed')).toHaveLength(1)
    const hopeless = scriptedModel([overflow])
    const lost = await ended(createAgent({ model: hopeless }).run('go'))
    expect(lost).toMatchObject({ status: 'failed', error: { code: 'CONTEXT_OVERFLOW' } })
    expect(hopeless.requests.length).toBeLessThanOrEqual(3)
  })

  test('a rate limit that talks of tokens is a rate limit', async () => {
    const error = Object.assign(
      new Error('Rate limit: too many tokens, maximum context per minute'),
      {
        status: 429,
      },
    )
    const model = scriptedModel([{ error }, 'ok'])
    const run = createAgent({ model, retry: { baseDelayMs: 0 } }).run('go')
    const seen = events(run)
    expect((await ended(run)).status).toBe('completed')
    expect(ofType(seen, 'model.retried')).toMatchObject([{ kind: 'rate-limit' }])
    expect(ofType(seen, 'compaction.started')).toEqual([])
  })
})

describe('scenario 37: retries', () => {
  const busy = (headers: Record<string, string>) =>
    Object.assign(new Error('busy'), { statusCode: 429, responseHeaders: headers })
  const delaysOf = (seen: readonly RunEvent[]) =>
    ofType(seen, 'model.retried').map((event) => event.delay)

  test.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['milliseconds', { 'retry-after-ms': '350' }, 350],
    ['a date', { 'retry-after': new Date(1_000_000 + 9000).toUTCString() }, 9000],
  ])('Retry-After in %s is kept to the millisecond', async (_, headers, wait) => {
    const clock = fakeClock(1_000_000)
    const model = scriptedModel([{ throws: busy(headers) }, 'ok'], { clock })
    const run = createAgent({ model, clock }).run('go')
    const seen = events(run)
    await clock.advance(wait - 1)
    expect(model.requests).toHaveLength(1)
    await clock.advance(1)
    expect(await ended(run)).toMatchObject({ status: 'completed', text: 'ok' })
    expect(delaysOf(seen)).toEqual([wait])
  })

  test('a provider that asks to wait longer than the cap fails the run', async () => {
    const model = scriptedModel([{ throws: busy({ 'retry-after': '3600' }) }])
    const result = await ended(createAgent({ model }).run('go'))
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'MODEL_RATE_LIMIT', retryable: true },
    })
    expect(model.requests).toHaveLength(1)
  })

  test('without a header the wait grows, with jitter, up to the cap, and attempts end', async () => {
    const clock = fakeClock()
    const model = scriptedModel([{ throws: Object.assign(new Error('down'), { status: 503 }) }])
    const run = createAgent({ model, clock, retry: { max: 3, maxDelayMs: 3000 } }).run('go')
    const seen = events(run)
    for (let turn = 0; turn < 10; turn++) await clock.advance(3000)
    expect(await ended(run)).toMatchObject({
      status: 'failed',
      error: { code: 'MODEL_OVERLOADED' },
    })
    const delays = delaysOf(seen)
    expect(delays).toHaveLength(3)
    for (const [index, full] of [1000, 2000, 3000].entries()) {
      expect(delays[index]).toBeGreaterThanOrEqual(full * 0.75)
      expect(delays[index]).toBeLessThanOrEqual(full)
    }
    expect(model.requests).toHaveLength(4)
  })

  test('an error after text and a call: the attempt counts for nothing, its tools never run', async () => {
    const work = counting({ name: 'work' })
    const model = scriptedModel([
      { text: 'Half', calls: [{ name: 'work', input: { n: 1 } }], breaks: new Error('ECONNRESET') },
      { text: 'Whole.', calls: [{ name: 'work', input: { n: 2 } }] },
      'done',
    ])
    const run = createAgent({ model, tools: [work], retry: { baseDelayMs: 0 } }).run('go')
    const seen = events(run)
    const result = await ended(run)
    expect(work.inputs).toEqual([{ n: 2 }])
    expect(JSON.stringify(result.transcript)).not.toContain('Half')
    const shown = ofType(seen, 'text.delta')
    expect(ofType(seen, 'model.retried')[0]!.messageId).toBe(shown[0]!.messageId)
    expect(shown[1]!.messageId).not.toBe(shown[0]!.messageId)
  })

  test.each([401, 403, 400, 404, 422])('status %d is not tried again', async (status) => {
    const model = scriptedModel([{ throws: Object.assign(new Error('no'), { status }) }])
    expect((await ended(createAgent({ model }).run('go'))).status).toBe('failed')
    expect(model.requests).toHaveLength(1)
  })

  test('a silent model is a time-out, tried again', async () => {
    const clock = fakeClock()
    const model = scriptedModel([{ text: 'hm', hangs: 'forever' }, 'here I am'])
    const run = createAgent({ model, clock, limits: { modelIdleTimeoutMs: 500 } }).run('go')
    const seen = events(run)
    await clock.advance(500)
    await clock.advance(1000)
    expect(await ended(run)).toMatchObject({ status: 'completed', text: 'here I am' })
    expect(ofType(seen, 'model.retried')).toMatchObject([{ kind: 'timeout' }])
  })

  test('a model that answers nothing is asked again, and then believed', async () => {
    const model = scriptedModel([{}])
    const run = createAgent({ model, retry: { baseDelayMs: 0 } }).run('go')
    const seen = events(run)
    expect(await ended(run)).toMatchObject({ status: 'completed', text: '' })
    expect(model.requests).toHaveLength(3)
    expect(ofType(seen, 'warning')).toMatchObject([{ code: 'EMPTY_RESPONSE' }])
  })
})

describe('scenario 38: usage', () => {
  test('four exclusive buckets and a total, per attempt and for the run; unknown stays unknown', async () => {
    const model = scriptedModel([
      { usage: { input: 10, output: 1 }, error: new Error('ECONNRESET') },
      {
        calls: [{ name: 'work' }],
        usage: { input: 10, cacheRead: 90, cacheWrite: 5, output: 20, reasoning: 8 },
      },
      'done',
    ])
    const run = createAgent({
      model,
      tools: [tool({ name: 'work' })],
      retry: { baseDelayMs: 0 },
    }).run('go')
    const seen = events(run)
    const result = await ended(run)
    const recorded = ofType(seen, 'usage.recorded')
    expect(recorded.map(({ attempt, usage }) => ({ attempt, usage }))).toEqual([
      { attempt: 1, usage: { input: 10, output: 1 } },
      {
        attempt: 2,
        usage: { input: 10, cacheRead: 90, cacheWrite: 5, output: 20, reasoning: 8, total: 125 },
      },
    ])
    expect(result.usage).toEqual({
      input: 20,
      cacheRead: 90,
      cacheWrite: 5,
      output: 21,
      reasoning: 8,
      total: 125,
    })
  })

  test('an aborted call without figures adds none', async () => {
    const run = createAgent({ model: scriptedModel([{ text: 'x', hangs: 'forever' }]) }).run('go')
    await settle()
    run.abort()
    expect((await ended(run)).usage).toEqual({})
  })

  test('figures that are no figures are left out', async () => {
    const usage = { input: Number.NaN, output: -1, cacheRead: '7' } as never
    const result = await ended(
      createAgent({ model: scriptedModel([{ text: 'x', usage }]) }).run('go'),
    )
    expect(result.usage).toEqual({})
  })
})

test('results of refused calls are results too', async () => {
  const model = scriptedModel([{ calls: [{ name: 'nowhere' }] }, 'ok'])
  expect(states((await ended(createAgent({ model }).run('go'))).transcript)).toEqual(['unknown'])
})
