import { createAgent, type GapEvent, type RunEvent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tool } from './helpers'

const characters = 3000

/** A run with a known text, read afterwards: every event and its place is known. */
async function talkative(maxEvents: number, chunk: number) {
  const text = Array.from({ length: characters }, (_, index) => index % 10).join('')
  const model = scriptedModel([
    { text: text.slice(0, 1000), chunk, calls: [{ name: 'work' }] },
    { text: text.slice(1000), chunk },
  ])
  const run = createAgent({ model, tools: [tool({ name: 'work' })], limits: { maxEvents } }).run(
    'go',
  )
  await run.finished
  return { run, text }
}

test('wherever a reader begins and however often it is cut, it sees every character once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 64, max: 400 }),
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }),
      async (maxEvents, chunk, cuts) => {
        const { run, text } = await talkative(maxEvents, chunk)
        let next = 1
        let seen = ''
        let round = 0
        for (let ended = false; !ended; round++) {
          let taken = 0
          for await (const event of run.events({ from: next })) {
            expect(event.type).not.toBe('gap')
            const known = event as RunEvent
            expect(known.sequence - (known.merged ?? 1) + 1).toBe(next)
            next = known.sequence + 1
            if (known.type === 'text.delta') seen += known.delta
            ended = known.type === 'run.ended'
            if (++taken >= cuts[round % cuts.length]!) break
          }
        }
        expect(seen).toBe(text)
      },
    ),
    { numRuns: 40 },
  )
})

test('a reader may begin inside a merged delta', async () => {
  const { run, text } = await talkative(64, 1)
  const whole: RunEvent[] = []
  for await (const event of run.events()) whole.push(event as RunEvent)
  const merged = whole.find((event) => (event.merged ?? 0) > 10)!
  const first = merged.sequence - merged.merged! + 1
  for (const from of [first, first + 1, first + 7, merged.sequence]) {
    const { value } = await run.events({ from }).next()
    expect(value).toMatchObject({ type: 'text.delta', sequence: merged.sequence })
    const { delta } = merged as Extract<RunEvent, { type: 'text.delta' }>
    expect((value as { delta: string }).delta).toBe(delta.slice(from - first))
  }
  expect(text).toContain((merged as { delta: string }).delta)
})

test('a gap names exactly what is missing', async () => {
  const model = scriptedModel((_, index) =>
    index < 30 ? { calls: [{ name: 'work', input: { index } }] } : 'done',
  )
  const run = createAgent({
    model,
    tools: [tool({ name: 'work' })],
    limits: { maxEvents: 20 },
  }).run('go')
  await run.finished
  const seen: (RunEvent | GapEvent)[] = []
  for await (const event of run.events({ overflow: 'skip' })) seen.push(event)
  const [gap, first] = seen as [GapEvent, RunEvent]
  expect(gap.type).toBe('gap')
  expect(first.sequence).toBe(gap.to + 1)
  expect(seen.slice(1).map((event) => (event as RunEvent).sequence)).toEqual(
    Array.from({ length: seen.length - 1 }, (_, index) => gap.to + 1 + index),
  )
})
