import { type AgentHooks, createAgent, deny } from '@toolprism/harness'
import { fakeClock, scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { counting, ended, events, ofType, states, texts, tool } from '../helpers'

const one = (name = 'work', input: unknown = {}) =>
  scriptedModel([{ calls: [{ name, input }] }, 'ok'])

describe('scenario 18: a before-hook that fails', () => {
  test.each([
    [
      'throws',
      () => {
        throw new Error('policy server down')
      },
    ],
    ['rejects', () => Promise.reject(new Error('policy server down'))],
    ['answers a text', () => 'yes' as never],
    ['answers a block that is no boolean', () => ({ block: 'yes' }) as never],
    ['answers an input that is a list', () => ({ input: [] }) as never],
  ])('%s: the call is denied, the run goes on', async (_, beforeToolCall) => {
    const work = counting({ name: 'work' })
    const hooks = { name: 'guard', beforeToolCall }
    const result = await ended(createAgent({ model: one(), tools: [work], hooks }).run('go'))
    expect(result.status).toBe('completed')
    expect(states(result.transcript)).toEqual(['blocked'])
    expect(texts(result.transcript)[0]).toContain('guard')
    expect(work.inputs).toEqual([])
  })

  test('takes too long: the same, after its own time', async () => {
    const clock = fakeClock()
    const work = counting({ name: 'work' })
    const hooks = { timeoutMs: 50, beforeToolCall: () => new Promise<undefined>(() => {}) }
    const run = createAgent({ model: one(), tools: [work], hooks, clock }).run('go')
    await clock.advance(50)
    const result = await ended(run)
    expect(states(result.transcript)).toEqual(['blocked'])
    expect(texts(result.transcript)[0]).toContain('longer than 50 ms')
    expect(work.inputs).toEqual([])
  })

  test('fails open only where it says so', async () => {
    const work = counting({ name: 'work' })
    const hooks: AgentHooks = {
      onError: 'ignore',
      beforeToolCall: () => {
        throw new Error('down')
      },
    }
    const run = createAgent({ model: one(), tools: [work], hooks }).run('go')
    const seen = events(run)
    expect(states((await ended(run)).transcript)).toEqual(['ok'])
    expect(ofType(seen, 'warning')).toMatchObject([{ code: 'HOOK_FAILED' }])
  })

  test('can not change the arguments behind our back', async () => {
    const work = counting({ name: 'work' })
    const hooks: AgentHooks = {
      beforeToolCall: ({ input }) => {
        input.path = '/etc/passwd'
      },
    }
    const model = one('work', { path: 'a' })
    const result = await ended(createAgent({ model, tools: [work], hooks }).run('go'))
    expect(states(result.transcript)).toEqual(['blocked'])
  })

  test('a model hook that fails ends the run as blocked', async () => {
    const hooks: AgentHooks = {
      beforeModelCall: () => {
        throw new Error('down')
      },
    }
    const result = await ended(createAgent({ model: one(), hooks }).run('go'))
    expect(result).toMatchObject({ status: 'blocked', error: { code: 'HOOK_FAILED' } })
  })
})

describe('scenario 19: a hook rewrites a call', () => {
  const shell = () =>
    counting({
      name: 'shell',
      annotations: {},
      inputSchema: {
        type: 'object',
        properties: { command: { type: 'string' } },
        required: ['command'],
        additionalProperties: false,
      },
    })
  const wrap: AgentHooks = {
    beforeToolCall: ({ input }) => ({ input: { command: `wrapper ${input.command}` } }),
  }
  const noRm = { permissions: { rules: [deny({ tool: 'shell', input: { command: /^rm / } })] } }

  test('a rule that denies the original denies it wrapped', async () => {
    const target = shell()
    const model = one('shell', { command: 'rm -rf x' })
    const agent = createAgent({ model, tools: [target], hooks: wrap, autoApprove: true, ...noRm })
    expect(states((await ended(agent.run('go'))).transcript)).toEqual(['denied'])
    expect(target.inputs).toEqual([])
  })

  test('a rule that denies the new form denies it too', async () => {
    const target = shell()
    const model = one('shell', { command: 'ls' })
    const hooks: AgentHooks = { beforeToolCall: () => ({ input: { command: 'rm -rf y' } }) }
    const agent = createAgent({ model, tools: [target], hooks, autoApprove: true, ...noRm })
    expect(states((await ended(agent.run('go'))).transcript)).toEqual(['denied'])
  })

  test('the question shows what will run and what it was', async () => {
    const target = shell()
    const model = one('shell', { command: 'ls' })
    const run = createAgent({ model, tools: [target], hooks: wrap }).run('go')
    await run.result
    expect(run.pending).toMatchObject([
      { input: { command: 'wrapper ls' }, originalInput: { command: 'ls' } },
    ])
    run.resolve(run.pending[0]!.id, { allow: true })
    await ended(run)
    expect(target.inputs).toEqual([{ command: 'wrapper ls' }])
  })

  test('the new arguments are validated', async () => {
    const target = shell()
    const hooks: AgentHooks = { beforeToolCall: () => ({ input: { cmd: 'ls' } }) }
    const agent = createAgent({
      model: one('shell', { command: 'ls' }),
      tools: [target],
      hooks,
      autoApprove: true,
    })
    const result = await ended(agent.run('go'))
    expect(states(result.transcript)).toEqual(['invalid'])
    expect(texts(result.transcript)[0]).toContain('A hook changed the arguments')
    expect(target.inputs).toEqual([])
  })

  test('several hooks rewrite one after the other, and a block ends it', async () => {
    const target = shell()
    const block: AgentHooks = {
      beforeToolCall: ({ input }) =>
        input.command === 'wrapper wrapper ls'
          ? { block: true, reason: 'wrapped twice' }
          : undefined,
    }
    const model = one('shell', { command: 'ls' })
    const agent = createAgent({
      model,
      tools: [target],
      hooks: [wrap, wrap, block],
      autoApprove: true,
    })
    expect(texts((await ended(agent.run('go'))).transcript)).toEqual(['wrapped twice'])
  })
})

describe('scenario 20: an after-hook that hides a secret, or fails', () => {
  const leak = tool({
    name: 'leak',
    execute: (_, context) => {
      ;(context.host as { output(delta: string): void }).output('live sk-12345678 text')
      return 'the key is sk-12345678'
    },
  })
  const hide: AgentHooks = {
    afterToolCall: ({ result }) => ({
      result: { ...result, content: [{ type: 'text', text: 'the key is hidden' }] },
    }),
  }

  test('its rewriting comes before event, transcript and spill', async () => {
    const spilled: string[] = []
    const model = one('leak')
    const run = createAgent({
      model,
      tools: [leak],
      hooks: hide,
      redact: /sk-\d+/,
      limits: {
        maxResultCharacters: 5,
        spill: ({ text }) => {
          spilled.push(text)
          return 'somewhere'
        },
      },
    }).run('go')
    const seen = events(run)
    const result = await ended(run)
    const everything = JSON.stringify([seen, result, model.requests[1]!.messages, spilled])
    expect(everything).not.toContain('sk-1')
    expect(spilled).toEqual(['the key is hidden'])
    expect(
      ofType(seen, 'tool.output')
        .map((event) => event.delta)
        .join(''),
    ).toBe('live [redacted] text')
  })

  test('a failing one leaves the result and warns', async () => {
    const hooks: AgentHooks = {
      afterToolCall: () => {
        throw new Error('oops')
      },
    }
    const run = createAgent({ model: one(), tools: [tool({ name: 'work' })], hooks }).run('go')
    const seen = events(run)
    expect(texts((await ended(run)).transcript)).toEqual(['ok'])
    expect(ofType(seen, 'warning')).toMatchObject([{ code: 'HOOK_FAILED' }])
  })

  test('a failing one that is required withholds the result', async () => {
    const hooks: AgentHooks = {
      required: true,
      afterToolCall: () => {
        throw new Error('oops')
      },
    }
    const run = createAgent({ model: one('leak'), tools: [leak], hooks }).run('go')
    const seen = events(run)
    const result = await ended(run)
    expect(states(result.transcript)).toEqual(['error'])
    expect(texts(result.transcript)[0]).toContain('withheld')
    expect(JSON.stringify(ofType(seen, 'tool.completed'))).not.toContain('sk-1')
  })

  test('it sees refusals as blocked and failures as not', async () => {
    const seen: unknown[] = []
    const hooks: AgentHooks = {
      beforeToolCall: ({ toolName }) =>
        toolName === 'secret' ? { block: true, reason: 'not for you' } : undefined,
      afterToolCall: ({ toolName, blocked, error, state }) => {
        seen.push([toolName, state, blocked, error?.message])
      },
    }
    const model = scriptedModel([
      { calls: [{ name: 'secret' }, { name: 'broken' }, { name: 'fine' }, { name: 'asks' }] },
      'ok',
    ])
    const tools = [
      tool({ name: 'secret' }),
      tool({
        name: 'broken',
        execute: () => {
          throw new Error('no luck')
        },
      }),
      tool({ name: 'fine' }),
      tool({ name: 'asks', annotations: {} }),
    ]
    const permissions = { onAsk: 'deny' } as const
    await ended(createAgent({ model, tools, hooks, permissions }).run('go'))
    expect(seen).toHaveLength(4)
    expect(seen).toContainEqual(['secret', 'blocked', true, 'not for you'])
    expect(seen).toContainEqual(['broken', 'error', false, 'no luck'])
    expect(seen).toContainEqual(['fine', 'ok', false, undefined])
    expect(seen).toContainEqual(['asks', 'denied', true, expect.stringContaining('denied')])
  })
})
