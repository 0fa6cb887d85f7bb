import { createAgent } from '@toolprism/harness'
import { fakeClock, scriptedModel, settle } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { results, tool } from './helpers'

describe('the timers of a run', () => {
  test('are one timer of the clock, gone when the run has ended', async () => {
    const clock = fakeClock()
    const calls = Array.from({ length: 30 }, (_, n) => ({
      calls: [{ name: 'work', input: { n } }],
    }))
    const pending: number[] = []
    const work = tool({ name: 'work', execute: () => void pending.push(clock.pending) })
    const model = scriptedModel([...calls, 'end'])
    const agent = createAgent({
      model,
      tools: [work],
      clock,
      hooks: { afterToolCall: async () => {} },
    })
    expect((await agent.run('go').finished).status).toBe('completed')
    expect(new Set(pending)).toEqual(new Set([1]))
    expect(clock.pending).toBe(0)
  })

  test('each still comes at its own time, the first due first', async () => {
    const clock = fakeClock()
    const ended: [string, number][] = []
    const slow = (name: string, timeoutMs: number) =>
      tool({ name, timeoutMs, execute: () => new Promise(() => {}) })
    const model = scriptedModel([{ calls: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }, 'end'])
    const tools = [slow('a', 300), slow('b', 100), slow('c', 200)]
    const run = createAgent({ model, tools, clock }).run('go')
    run.subscribe((event) => {
      if (event.type === 'tool.failed') ended.push([event.toolName, clock.now()])
    })
    for (let time = 0; time < 400; time += 50) await clock.advance(50)
    const { transcript } = await run.finished
    expect(ended).toEqual([
      ['b', 100],
      ['c', 200],
      ['a', 300],
    ])
    expect(results(transcript).map(({ state }) => state)).toEqual(['timeout', 'timeout', 'timeout'])
  })

  test('a run that waits for a person holds none', async () => {
    const clock = fakeClock()
    const ask = tool({ name: 'ask', annotations: {} })
    const model = scriptedModel([{ calls: [{ name: 'ask' }] }, 'end'])
    const run = createAgent({ model, tools: [ask], clock }).run('go')
    expect((await run.result).status).toBe('paused')
    await settle()
    expect(clock.pending).toBe(0)
    run.abort()
  })
})
