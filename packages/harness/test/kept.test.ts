import { createAgent, type ToolHost } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { results, tool } from './helpers'

/** A tool that does something with its host, then one that asks: the run waits, and shows its snapshot. */
async function snapshotAfter(work: (host: ToolHost) => unknown, redact?: string) {
  const model = scriptedModel([{ calls: [{ name: 'work' }] }, { calls: [{ name: 'ask' }] }, 'end'])
  const agent = createAgent({
    model,
    tools: [
      tool({
        name: 'work',
        execute: (_, context) => JSON.stringify(work(context.host as ToolHost)) ?? 'nothing',
      }),
      tool({ name: 'ask', annotations: {} }),
    ],
    ...(redact === undefined ? {} : { redact }),
  })
  const run = agent.run('go')
  const { snapshot, transcript } = await run.result
  run.abort()
  const [result] = results(transcript)
  return { kept: snapshot!.kept, result: result! }
}

describe('what tools keep with a run', () => {
  test('is in its snapshot as it was when it was kept', async () => {
    const list = [1]
    const { kept } = await snapshotAfter((host) => {
      host.keep('list', list)
      host.keep('gone', true)
      host.keep('gone', null)
      list.push(2)
    })
    expect(kept).toEqual([['list', [1]]])
  })

  test('is seen by other calls', async () => {
    const { result } = await snapshotAfter((host) => {
      host.keep('a', { b: 1 })
      return [host.kept('a'), host.kept('b') ?? 'nothing']
    })
    expect(result.content).toEqual([{ type: 'text', text: '[{"b":1},"nothing"]' }])
  })

  test('is not changed by what a call does with the value it was given', async () => {
    const { kept } = await snapshotAfter((host) => {
      host.keep('list', [1])
      const list = host.kept('list') as number[]
      list.push(2)
    })
    expect(kept).toEqual([['list', [1]]])
  })

  test('is found again under a key that holds a secret', async () => {
    const { result } = await snapshotAfter((host) => {
      host.keep('hunter2', true)
      return host.kept('hunter2')
    }, 'hunter2')
    expect(result.content).toEqual([{ type: 'text', text: 'true' }])
  })

  test('holds no secret', async () => {
    const { kept } = await snapshotAfter(
      (host) => host.keep('a hunter2', ['my hunter2']),
      'hunter2',
    )
    expect(kept).toEqual([['a [redacted]', ['my [redacted]']]])
  })

  test('is 2,000 entries at most, the newest ones', async () => {
    const { kept } = await snapshotAfter((host) => {
      for (let n = 0; n <= 2000; n++) host.keep(`key ${n}`, n)
      host.keep('key 1', 'again')
      host.keep('one more', true)
    })
    const keys = kept!.map(([key]) => key)
    expect(keys).toHaveLength(2000)
    expect(keys).toContain('key 1')
    expect(keys).not.toContain('key 0')
    expect(keys).not.toContain('key 2')
  })

  test('is refused when it is too long', async () => {
    const { kept, result } = await snapshotAfter((host) => {
      host.keep('a', 'short')
      host.keep('a', 'x'.repeat(2000))
    })
    expect(result.state).toBe('error')
    expect(JSON.stringify(result.content)).toContain('is too long')
    expect(kept).toEqual([['a', 'short']])
  })
})
