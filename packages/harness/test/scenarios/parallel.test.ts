import { createAgent } from '@toolprism/harness'
import { scriptedModel, settle } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { ended, events, gate, ofType, states, texts, tool } from '../helpers'

const calls = (...names: string[]) => names.map((name, index) => ({ name, input: { index } }))

test('scenario 9: two reads run together, and results are in call order though events are not', async () => {
  const slow = gate<string>()
  const model = scriptedModel([{ calls: calls('slow', 'fast') }, 'ok'])
  const tools = [
    tool({ name: 'slow', execute: () => slow.promise }),
    tool({
      name: 'fast',
      execute() {
        // Only a call that runs beside it can let the first one end.
        slow.open('slow done')
        return 'fast done'
      },
    }),
  ]
  const run = createAgent({ model, tools }).run('go')
  const seen = events(run)
  const result = await ended(run)
  expect(texts(result.transcript)).toEqual(['slow done', 'fast done'])
  expect(ofType(seen, 'tool.completed').map((event) => event.toolName)).toEqual(['fast', 'slow'])
})

describe('scenario 10: calls that touch the same thing', () => {
  const files = () => {
    const content = new Map<string, string>()
    const log: string[] = []
    const file = (input: { path: string }, mode: 'read' | 'write') => [{ key: input.path, mode }]
    const edit = tool({
      name: 'edit',
      annotations: {},
      hints: { resources: (input: { path: string }) => file(input, 'write') },
      async execute(input: { path: string; add: string }) {
        const before = content.get(input.path) ?? ''
        log.push(`begin ${input.path}${input.add}`)
        await settle()
        content.set(input.path, before + input.add)
        log.push(`end ${input.path}${input.add}`)
        return 'edited'
      },
    })
    const read = tool({
      name: 'read',
      hints: { resources: (input: { path: string }) => file(input, 'read') },
      execute: (input: { path: string }) => content.get(input.path) ?? '(nothing)',
    })
    return { content, log, tools: [edit, read] }
  }

  test('keep their order; the others run together; every edit lands', async () => {
    const { content, log, tools } = files()
    const model = scriptedModel([
      {
        calls: [
          { name: 'edit', input: { path: 'a', add: '1' } },
          { name: 'edit', input: { path: 'b', add: '1' } },
          { name: 'edit', input: { path: 'a', add: '2' } },
          { name: 'read', input: { path: 'a' } },
        ],
      },
      'ok',
    ])
    const result = await ended(createAgent({ model, tools, autoApprove: true }).run('go'))
    expect(content.get('a')).toBe('12')
    expect(texts(result.transcript)).toEqual(['edited', 'edited', 'edited', '12'])
    expect(log.slice(0, 2)).toEqual(['begin a1', 'begin b1'])
    expect(log.indexOf('end a1')).toBeLessThan(log.indexOf('begin a2'))
  })

  test('a read after a write that waits for a person waits with it', async () => {
    const { tools } = files()
    const model = scriptedModel([
      {
        calls: [
          { name: 'edit', input: { path: 'a', add: '1' } },
          { name: 'read', input: { path: 'a' } },
          { name: 'read', input: { path: 'b' } },
        ],
      },
      'ok',
    ])
    const run = createAgent({ model, tools }).run('go')
    const seen = events(run)
    await run.result
    expect(ofType(seen, 'tool.completed')).toHaveLength(1)
    run.resolve(run.pending[0]!.id, { allow: true })
    expect(texts((await ended(run)).transcript)).toEqual(['edited', '1', '(nothing)'])
  })

  test('tools that say nothing of themselves are safe: one that may write runs alone', async () => {
    const log: string[] = []
    const unknown = tool({
      name: 'unknown',
      annotations: {},
      async execute({ index }: { index: number }) {
        log.push(`begin ${index}`)
        await settle()
        log.push(`end ${index}`)
        return 'ok'
      },
    })
    const model = scriptedModel([{ calls: calls('unknown', 'unknown') }, 'ok'])
    await ended(createAgent({ model, tools: [unknown], autoApprove: true }).run('go'))
    expect(log).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1'])
  })
})

test('scenario 11: one of five throws; the others end and are told', async () => {
  const work = tool({
    name: 'work',
    async execute({ index }: { index: number }) {
      await settle()
      if (index === 2) throw new Error('broken')
      return `done ${index}`
    },
  })
  const model = scriptedModel([{ calls: calls('work', 'work', 'work', 'work', 'work') }, 'ok'])
  const result = await ended(createAgent({ model, tools: [work] }).run('go'))
  expect(result.status).toBe('completed')
  expect(texts(result.transcript)).toEqual(['done 0', 'done 1', 'broken', 'done 3', 'done 4'])
  expect(states(result.transcript)).toEqual(['ok', 'ok', 'error', 'ok', 'ok'])
})

test('no more calls run at once than maxToolConcurrency says', async () => {
  let running = 0
  let most = 0
  const work = tool({
    name: 'work',
    async execute() {
      running++
      most = Math.max(most, running)
      await settle()
      running--
      return 'ok'
    },
  })
  const model = scriptedModel([{ calls: calls(...Array<string>(7).fill('work')) }, 'ok'])
  const agent = createAgent({ model, tools: [work], limits: { maxToolConcurrency: 3 } })
  expect(states((await ended(agent.run('go'))).transcript)).toEqual(Array(7).fill('ok'))
  expect(most).toBe(3)
})
