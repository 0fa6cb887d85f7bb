import { createAgent, type Model } from '@toolprism/harness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counting, ended } from './helpers'

const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic
const hostile = {
  get type(): string {
    throw new Error('no type for you')
  },
}
const anything = fc.oneof(
  fc.anything(),
  fc.constantFrom(
    cyclic,
    hostile,
    Symbol('x'),
    1n,
    () => 1,
    new Proxy({}, { get: () => undefined }),
  ),
)
const type = fc.constantFrom(
  'text-delta',
  'reasoning-delta',
  'tool-input-start',
  'tool-input-delta',
  'tool-call',
  'usage',
  'finish',
  'error',
  'ping',
)
const part = fc.oneof(
  { weight: 1, arbitrary: anything },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        type,
        delta: fc.oneof(fc.string(), anything),
        id: fc.oneof(fc.constantFrom('a', 'b'), anything),
        toolName: fc.oneof(fc.constantFrom('work', 'nowhere'), anything),
        toolCallId: fc.oneof(fc.string(), anything),
        input: fc.oneof(fc.constantFrom('{}', '{"n":1}', '{"n'), anything),
        usage: anything,
        finishReason: fc.oneof(fc.constantFrom('stop', 'length', 'tool-calls', 'error'), anything),
        error: anything,
        retryable: fc.oneof(fc.boolean(), anything),
        retryAfterMs: fc.oneof(fc.constant(0), anything),
        providerMetadata: fc.jsonValue(),
      },
      { requiredKeys: ['type'] },
    ),
  },
)

test('a model that streams garbage ends a run like any other, with a whole transcript', async () => {
  const statuses = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(part, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      async (streams) => {
        let index = 0
        const model: Model = {
          id: 'garbage',
          async *stream() {
            // The cast: that it is wrong is the point.
            yield* streams[index++ % streams.length] as never[]
          },
        }
        const work = counting({
          name: 'work',
          inputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
        })
        const agent = createAgent({
          model,
          tools: [work],
          limits: { maxSteps: 4 },
          retry: { max: 2, baseDelayMs: 0, maxDelayMs: 0 },
        })
        const result = await ended(agent.run('go'))
        statuses.add(result.status)
        for (const input of work.inputs)
          expect(Number.isInteger((input as { n?: unknown }).n ?? 0)).toBe(true)
        JSON.stringify(result)
      },
    ),
    { numRuns: 400 },
  )
  expect([...statuses]).toEqual(expect.arrayContaining(['completed', 'failed']))
})

const odd = (stream: unknown) => ({ id: 'odd', stream }) as Model

test('a flood without end can be stopped', async () => {
  const flood = odd(() => ({
    [Symbol.asyncIterator]: () => ({ next: () => ({ value: { type: 'ping' } }) }),
  }))
  const run = createAgent({ model: flood }).run('go')
  setTimeout(() => run.abort(), 5)
  expect((await ended(run)).status).toBe('aborted')
})

test.each<[string, Model]>([
  [
    'throws at once',
    odd(() => {
      throw new TypeError('no')
    }),
  ],
  ['answers nothing', odd(() => undefined)],
  ['answers a number', odd(() => 7)],
  ['answers a promise of nothing', odd(async () => null)],
  ['has an iterator without next', odd(() => ({ [Symbol.asyncIterator]: () => ({}) }))],
  [
    'has an iterator that answers no promise',
    odd(() => ({ [Symbol.asyncIterator]: () => ({ next: () => 7 }) })),
  ],
  [
    'throws nothing',
    odd(() => {
      throw undefined
    }),
  ],
])('a model that %s fails the run, and says so', async (_, model) => {
  const result = await ended(createAgent({ model, retry: { max: 1, baseDelayMs: 0 } }).run('go'))
  expect(result.status).toBe('failed')
  expect(result.error?.code).toMatch(/^MODEL_/)
})
