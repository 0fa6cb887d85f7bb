import { readFileSync } from 'node:fs'
import { fromLanguageModel } from '@toolprism/adapter-ai-sdk/model'
import {
  type AgentOptions,
  type AgentTool,
  createAgent,
  type Run,
  type RunEvent,
  type RunResult,
} from '@toolprism/harness'
import { checkTranscript, fakeClock, type ScriptedTurn, settle } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { languageModel, promptFaults } from './language-models'

/*
 * The harness' 40 scenarios, by their numbers, with a real mock of the AI SDK in the place of the harness' own
 * scripted model: all that concern what a model says or is told.
 */

/** The scenarios that are not here: what they test happens inside one call, whatever model made it. */
const elsewhere: Record<number, string> = {
  16: 'a shell that outlives its timeout: processes',
  17: 'pagers and prompts: the environment of a process',
  26: 'links out of the root: the file system',
  27: 'paths out of the root: the file system',
  28: 'protected paths, case and Unicode forms: the file system',
  29: 'the text to replace: a pure function of file and input',
  30: 'line endings: a pure function of file and input',
  31: 'stale files: the file system',
  32: 'kinds of files: their bytes',
  33: 'big searches: the file system',
  34: 'compound commands under a rule: the tokeniser of a shell line',
}

test('every scenario is here, or has a reason not to be', () => {
  const source = readFileSync(new URL(import.meta.url), 'utf8')
  const here = new Set(
    [...source.matchAll(/^ +'(\d+): |^ +test\('(\d+): /gm)].map((match) =>
      Number(match[1] ?? match[2]),
    ),
  )
  const all = Array.from({ length: 40 }, (_, index) => index + 1)
  expect(all.filter((number) => here.has(number) === number in elsewhere)).toEqual([])
})

describe.each([4, 3] as const)('LanguageModelV%i', (version) => {
  type Options = Omit<AgentOptions, 'model'>

  function start(script: readonly (ScriptedTurn | string)[], options: Options = {}, input = 'go') {
    const mock = languageModel(version, script)
    const agent = createAgent({ autoApprove: true, ...options, model: fromLanguageModel(mock) })
    const run = agent.run(input)
    const events: RunEvent[] = []
    run.subscribe((event) => events.push(event))
    return { mock, agent, run, events }
  }

  /** The end of a run: its transcript is whole, and so was every prompt the provider got. */
  async function ended({ run, mock }: { run: Run; mock: any }): Promise<RunResult> {
    const result = await run.finished
    expect(checkTranscript(result.transcript)).toEqual([])
    for (const { prompt } of mock.doStreamCalls) expect(promptFaults(prompt)).toEqual([])
    return result
  }

  const tool = (name: string, more: Partial<AgentTool> = {}): AgentTool & { inputs: unknown[] } => {
    const inputs: unknown[] = []
    const execute = more.execute ?? (() => 'ok')
    return {
      name,
      description: name,
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      ...more,
      inputs,
      execute(input, context) {
        inputs.push(input)
        return execute(input, context)
      },
    }
  }
  const states = (result: RunResult) =>
    result.transcript.flatMap((message) =>
      message.role === 'tool' ? message.content.map((part) => part.state) : [],
    )
  /** What the provider got for the calls, in its last request. */
  const sent = (mock: any): any[] =>
    mock.doStreamCalls
      .at(-1)
      .prompt.filter((message: any) => message.role === 'tool')
      .flatMap((message: any) => message.content.map((part: any) => part.output))

  test('1: the same call again and again ends the run as repetition', async () => {
    const look = tool('look')
    const run = start([{ calls: [{ name: 'look', input: { a: 1 } }] }], { tools: [look] })
    expect((await ended(run)).status).toBe('repetition')
    expect(look.inputs.length).toBeLessThan(5)
  })

  test('2: an alternation of calls is seen', async () => {
    const script = Array.from({ length: 30 }, (_, index) => ({
      calls: [{ name: index % 2 ? 'b' : 'a' }],
    }))
    expect((await ended(start(script, { tools: [tool('a'), tool('b')] }))).status).toBe(
      'repetition',
    )
  })

  test('3: the step cap is max_steps, with a last answer that the provider is asked for without tools', async () => {
    const script = [1, 2, 3].map((n) => ({ calls: [{ name: 'look', input: { n } }] }))
    const run = start([...script, 'So far.'], { tools: [tool('look')], limits: { maxSteps: 3 } })
    expect(await ended(run)).toMatchObject({ status: 'max_steps', text: 'So far.' })
    const last = run.mock.doStreamCalls.at(-1)
    expect(last.tools === undefined || last.toolChoice?.type === 'none').toBe(true)
  })

  test.each([
    ['finish says length', '{"text":"abc', 'length'],
    ['finish says tool-calls', '{"text":"abc', 'tool-calls'],
  ] as const)(
    '4: a call cut by the token limit is never run (%s)',
    async (_, input, finishReason) => {
      const write = tool('write')
      const run = start([{ calls: [{ name: 'write', input }], finishReason }, 'ok'], {
        tools: [write],
      })
      expect(states(await ended(run))).toEqual(['invalid'])
      expect(write.inputs).toEqual([])
      expect(sent(run.mock)[0]).toMatchObject({
        type: 'error-text',
        value: expect.stringContaining('cut off'),
      })
      // What is replayed to the provider is legal JSON.
      expect(run.mock.doStreamCalls[1].prompt.at(-2).content[0].input).toEqual({})
    },
  )

  test.each(['__proto__', 'constructor', 'lokk', ''])(
    '5: the unknown tool %j is answered, its sibling runs',
    async (name) => {
      const look = tool('look')
      const run = start([{ calls: [{ name }, { name: 'look' }] }, 'ok'], { tools: [look] })
      expect(states(await ended(run))).toEqual(['unknown', 'ok'])
      expect(sent(run.mock)[0].type).toBe('error-text')
    },
  )

  test('6: arguments that break the schema are told with their paths', async () => {
    const add = tool('add', { inputSchema: z.object({ a: z.number(), b: z.array(z.string()) }) })
    const run = start([{ calls: [{ name: 'add', input: { a: 'x', b: [1] } }] }, 'ok'], {
      tools: [add],
    })
    expect(states(await ended(run))).toEqual(['invalid'])
    expect(sent(run.mock)[0].value).toMatch(/a: [\s\S]*b\[0\]: /)
    expect(add.inputs).toEqual([])
  })

  test.each([
    ['call_0 in every step', ['call_0', 'call_0', 'call_0']],
    ['empty ids', ['', '', '']],
  ])('7: %s', async (_, [a, b, c]) => {
    const look = tool('look')
    const calls = (id: string | undefined, n: number) => ({
      calls: [{ name: 'look', input: { n }, ...(id === undefined ? {} : { id }) }],
    })
    const run = start([calls(a, 1), calls(b, 2), calls(c, 3), 'ok'], { tools: [look] })
    expect(states(await ended(run))).toEqual(['ok', 'ok', 'ok'])
    expect(look.inputs).toHaveLength(3)
  })

  test('7: one id for two calls of a turn', async () => {
    const look = tool('look')
    const calls = [1, 2].map((n) => ({ name: 'look', id: 'same', input: { n } }))
    expect(states(await ended(start([{ calls }, 'ok'], { tools: [look] })))).toEqual(['ok', 'ok'])
    expect(look.inputs).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('8: the provider gets legal names and object roots, and calls come back under the own name', async () => {
    const name = `server.${'x'.repeat(90)}`
    const far = tool(name, {
      inputSchema: {
        anyOf: [{ properties: { a: { $ref: '#/$defs/A' } } }],
        $defs: { A: { type: 'string' } },
      } as never,
    })
    const run = start(['ok'], { tools: [far] })
    await ended(run)
    const [spec] = run.mock.doStreamCalls[0].tools
    expect(spec.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(spec.inputSchema).toMatchObject({ type: 'object', $defs: { A: { type: 'string' } } })
  })

  test('9: results are in call order, whichever ended first', async () => {
    let open = () => {}
    const slow = tool('slow', {
      execute: () =>
        new Promise((resolve) => {
          open = () => resolve('slow')
        }),
    })
    const fast = tool('fast', {
      execute: () => {
        open()
        return 'fast'
      },
    })
    const run = start([{ calls: [{ name: 'slow' }, { name: 'fast' }] }, 'ok'], {
      tools: [slow, fast],
    })
    await ended(run)
    expect(sent(run.mock).map((output) => output.value)).toEqual(['slow', 'fast'])
  })

  test('10: calls that touch one thing keep their order, and every edit lands', async () => {
    const content = new Map<string, string>()
    const touching = (mode: 'read' | 'write'): Partial<AgentTool> => ({
      annotations: { readOnlyHint: mode === 'read' },
      hints: { resources: ({ path }: { path: string }) => [{ key: path, mode }] },
    })
    const edit = tool('edit', {
      ...touching('write'),
      async execute({ path, add }) {
        const before = content.get(path) ?? ''
        await settle()
        content.set(path, before + add)
        return 'edited'
      },
    })
    const read = tool('read', {
      ...touching('read'),
      execute: ({ path }) => content.get(path) ?? '(nothing)',
    })
    const calls = [
      { name: 'edit', input: { path: 'a', add: '1' } },
      { name: 'edit', input: { path: 'a', add: '2' } },
      { name: 'read', input: { path: 'a' } },
    ]
    const run = start([{ calls }, 'ok'], { tools: [edit, read] })
    await ended(run)
    expect(sent(run.mock).map((output) => output.value)).toEqual(['edited', 'edited', '12'])
  })

  test('11: one of three throws; the others are told as they are', async () => {
    const work = tool('work', {
      execute: ({ n }) => {
        if (n === 2) throw new Error('boom')
        return `did ${n}`
      },
    })
    const run = start([{ calls: [1, 2, 3].map((n) => ({ name: 'work', input: { n } })) }, 'ok'], {
      tools: [work],
    })
    expect(states(await ended(run))).toEqual(['ok', 'error', 'ok'])
    expect(sent(run.mock).map((output) => output.type)).toEqual(['text', 'error-text', 'text'])
  })

  test('12: stopped during a call, the history is accepted by the next run', async () => {
    const first = start([{ calls: [{ name: 'a' }, { name: 'b' }] }, 'back'], {
      tools: [
        tool('a', {
          annotations: {},
          execute: () => new Promise(() => queueMicrotask(() => first.run.abort('enough'))),
        }),
        tool('b', { annotations: {} }),
      ],
    })
    const result = await ended(first)
    expect(result.status).toBe('aborted')
    const again = first.agent.run('again', { history: result.transcript })
    expect(await ended({ run: again, mock: first.mock })).toMatchObject({
      status: 'completed',
      text: 'back',
    })
  })

  test.each([
    ['ends', { cut: true }],
    ['breaks', { breaks: new TypeError('terminated') }],
  ])(
    '13: a stream that %s with a call in it is asked again, the call is not run',
    async (_, how) => {
      const write = tool('write')
      const run = start([{ text: 'I will', calls: [{ name: 'write' }], ...how }, 'done'], {
        tools: [write],
        retry: { baseDelayMs: 0 },
      })
      expect(await ended(run)).toMatchObject({ status: 'completed', text: 'done' })
      expect(write.inputs).toEqual([])
    },
  )

  test('14: a tool that ignores its signal does not hold the run', async () => {
    const run = start([{ calls: [{ name: 'deaf' }] }, 'ok'], {
      tools: [
        tool('deaf', { execute: () => new Promise(() => queueMicrotask(() => run.run.abort())) }),
      ],
    })
    expect((await ended(run)).status).toBe('aborted')
  })

  test.each(['forever', 'until-abort'] as const)(
    '15: an abort ends a stream that hangs (%s)',
    async (hangs) => {
      const run = start([{ text: 'Hi', hangs }])
      run.run.subscribe((event) => {
        if (event.type === 'text.delta') run.run.abort()
      })
      expect((await ended(run)).status).toBe('aborted')
    },
  )

  test('15: an abort ends a back-off', async () => {
    const clock = fakeClock()
    const run = start(
      [
        {
          throws: Object.assign(new Error('busy'), {
            statusCode: 429,
            responseHeaders: { 'retry-after': '30' },
          }),
        },
      ],
      { clock },
    )
    run.run.subscribe((event) => {
      if (event.type === 'model.retried') run.run.abort()
    })
    expect((await ended(run)).status).toBe('aborted')
  })

  test('18: a hook that throws denies the call; the model is told', async () => {
    const work = tool('work')
    const hooks = {
      beforeToolCall: () => {
        throw new Error('policy is down')
      },
    }
    const run = start([{ calls: [{ name: 'work' }] }, 'ok'], { tools: [work], hooks })
    expect(states(await ended(run))).toEqual(['blocked'])
    expect(sent(run.mock)[0].type).toBe('error-text')
  })

  test('19: a rewritten call is asked about and run as it was rewritten', async () => {
    const shell = tool('shell', { annotations: {} })
    const hooks = {
      beforeToolCall: ({ input }: { input: any }) => ({
        input: { command: `wrapper ${input.command}` },
      }),
    }
    const calls = [{ name: 'shell', input: { command: 'ls' } }]
    const run = start([{ calls }, 'ok'], { tools: [shell], hooks, autoApprove: false })
    await run.run.result
    expect(run.run.pending).toMatchObject([
      { input: { command: 'wrapper ls' }, originalInput: { command: 'ls' } },
    ])
    run.run.resolve(run.run.pending[0]!.id, { allow: true })
    expect(states(await ended(run))).toEqual(['ok'])
    expect(shell.inputs).toEqual([{ command: 'wrapper ls' }])
  })

  test('20: a redacted secret is in no request to the provider', async () => {
    const leak = tool('leak', { execute: () => 'the key is sk-secret-1' })
    const run = start(
      [{ calls: [{ name: 'leak' }] }, 'ok'],
      { tools: [leak], redact: /sk-[\w-]+/ },
      'my key is sk-secret-2',
    )
    await ended(run)
    expect(JSON.stringify(run.mock.doStreamCalls)).not.toContain('sk-secret')
  })

  test('21: a pause is resumed from JSON by another agent with another model of the SDK', async () => {
    const write = tool('write', { annotations: {} })
    const first = start([{ calls: [{ name: 'write', input: { n: 1 } }] }], {
      tools: [write],
      autoApprove: false,
    })
    expect((await first.run.result).status).toBe('paused')
    const { snapshot } = await first.run.pause()
    const stored = JSON.parse(JSON.stringify(snapshot))
    const mock = languageModel(version, ['done'])
    const agent = createAgent({ model: fromLanguageModel(mock), tools: [write] })
    const run = agent.resume(stored, { [stored.pending[0].id]: { allow: true } })
    expect(await ended({ run, mock })).toMatchObject({ status: 'completed', text: 'done' })
    expect(write.inputs).toEqual([{ n: 1 }])
  })

  test('22: one free, one approved, one denied: the model is called when all are settled', async () => {
    const write = tool('write', { annotations: {} })
    const calls = [
      { name: 'free' },
      { name: 'write', input: { n: 1 } },
      { name: 'write', input: { n: 2 } },
    ]
    const run = start([{ calls }, 'ok'], { tools: [tool('free'), write], autoApprove: false })
    await run.run.result
    const [one, two] = run.run.pending
    run.run.resolve(two!.id, { allow: false, reason: 'not that' })
    await settle()
    expect(run.mock.doStreamCalls).toHaveLength(1)
    run.run.resolve(one!.id, { allow: true })
    expect(states(await ended(run))).toEqual(['ok', 'ok', 'denied'])
    expect(sent(run.mock)[2]).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining('not that'),
    })
  })

  test('23: an answer sent twice, or for a call id the provider used before, opens nothing', async () => {
    const write = tool('write', { annotations: {} })
    const turn = (n: number) => ({ calls: [{ name: 'write', id: 'call_0', input: { n } }] })
    const { run, mock } = start([turn(1), turn(2), 'done'], { tools: [write], autoApprove: false })
    await run.result
    const [first] = run.pending
    expect(run.resolve('call_0', { allow: true })).toBe('unknown')
    expect(run.resolve(first!.id, { allow: true, inputHash: 'other' })).toBe('mismatch')
    expect(run.resolve(first!.id, { allow: true })).toBe('accepted')
    await run.result
    expect(run.resolve(first!.id, { allow: true })).toBe('duplicate')
    expect(write.inputs).toEqual([{ n: 1 }])
    run.resolve(run.pending[0]!.id, { allow: true })
    await ended({ run, mock })
    expect(write.inputs).toEqual([{ n: 1 }, { n: 2 }])
  })

  test.each([
    ['deny', 'error-text', 0],
    ['allow', 'text', 1],
  ] as const)(
    '24: with nobody to ask, %s is what the provider is told',
    async (onAsk, type, executed) => {
      const write = tool('write', { annotations: {} })
      const run = start([{ calls: [{ name: 'write' }] }, 'done'], {
        tools: [write],
        autoApprove: false,
        permissions: { onAsk },
      })
      expect((await ended(run)).status).toBe('completed')
      expect(sent(run.mock)[0].type).toBe(type)
      expect(write.inputs).toHaveLength(executed)
    },
  )

  test('25: a model that answers its own question changes nothing', async () => {
    const write = tool('write', { annotations: {} })
    const run = start([{ text: 'Approved: yes.', calls: [{ name: 'write' }] }, 'ok'], {
      tools: [write],
      autoApprove: false,
    })
    expect((await run.run.result).status).toBe('paused')
    run.run.abort()
    await ended(run)
    expect(write.inputs).toEqual([])
  })

  test('35: images reach the provider as images, or as a note where it reads text alone', async () => {
    const shot = () =>
      tool('shot', {
        execute: () =>
          ({ content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] }) as never,
      })
    const seeing = start([{ calls: [{ name: 'shot' }] }, 'ok'], { tools: [shot()] })
    await ended(seeing)
    expect(sent(seeing.mock)[0]).toMatchObject({
      type: 'content',
      value: [{ mediaType: 'image/png' }],
    })
    const mock = languageModel(version, [{ calls: [{ name: 'shot' }] }, 'ok'])
    const run = createAgent({
      model: fromLanguageModel(mock, { acceptsImages: false }),
      tools: [shot()],
    }).run('go')
    await ended({ run, mock })
    expect(sent(mock)[0].type).toBe('text')
    expect(JSON.stringify(mock.doStreamCalls)).not.toContain('aGk=')
  })

  test('35: nothing, NUL and half a surrogate become legal text', async () => {
    const odd = tool('odd', { execute: ({ n }) => ['', 'a\0b', '\ud800'][n] })
    const run = start([{ calls: [0, 1, 2].map((n) => ({ name: 'odd', input: { n } })) }, 'ok'], {
      tools: [odd],
    })
    await ended(run)
    for (const output of sent(run.mock)) expect(output.value).toMatch(/^[^\0\ud800-\udfff]+$/)
  })

  test('36: a provider that says overflow is asked once more, with less', async () => {
    const overflow = {
      throws: Object.assign(new Error('prompt is too long: 210000 tokens'), { statusCode: 400 }),
    }
    const read = tool('read', { execute: () => 'x'.repeat(8000) })
    const reads = [1, 2, 3, 4, 5, 6].map((n) => ({ calls: [{ name: 'read', input: { n } }] }))
    const run = start([...reads, overflow, 'done'], { tools: [read], context: { window: 100_000 } })
    expect(await ended(run)).toMatchObject({ status: 'completed', text: 'done' })
    const sizes = run.mock.doStreamCalls.map(({ prompt }: any) => JSON.stringify(prompt).length)
    // Between the two stands the request for a summary.
    expect(sizes.at(-1)).toBeLessThan(Math.max(...sizes))
  })

  test('37: Retry-After of the provider is kept, to the millisecond', async () => {
    const clock = fakeClock()
    const busy = {
      throws: Object.assign(new Error('busy'), {
        statusCode: 429,
        responseHeaders: { 'retry-after': '7' },
      }),
    }
    const run = start([busy, 'done'], { clock })
    await settle()
    expect(run.events.find((event) => event.type === 'model.retried')).toMatchObject({
      delay: 7000,
      kind: 'rate-limit',
    })
    await clock.advance(6999)
    expect(run.mock.doStreamCalls).toHaveLength(1)
    await clock.advance(1)
    expect(await ended(run)).toMatchObject({ status: 'completed', text: 'done' })
  })

  test('37: an error after text and a call: the attempt counts for nothing', async () => {
    const work = tool('work')
    const run = start(
      [{ text: 'half', calls: [{ name: 'work' }], error: { message: 'Overloaded' } }, 'whole'],
      { tools: [work], retry: { baseDelayMs: 0 } },
    )
    expect(await ended(run)).toMatchObject({ status: 'completed', text: 'whole' })
    expect(work.inputs).toEqual([])
  })

  test.each([401, 400, 404])('37: status %i is not tried again', async (statusCode) => {
    const run = start([{ throws: Object.assign(new Error('no'), { statusCode }) }])
    expect((await ended(run)).status).toBe('failed')
    expect(run.mock.doStreamCalls).toHaveLength(1)
  })

  test('38: four exclusive buckets, added over the run; unknown stays unknown', async () => {
    const run = start(
      [
        {
          calls: [{ name: 'look' }],
          usage: { input: 10, cacheRead: 5, cacheWrite: 1, output: 3, reasoning: 2 },
        },
        { text: 'ok', usage: { input: 20, output: 4 } },
      ],
      { tools: [tool('look')] },
    )
    expect((await ended(run)).usage).toMatchObject({
      input: 30,
      cacheRead: 5,
      cacheWrite: 1,
      output: 7,
      reasoning: 2,
    })
    const none = await ended(start(['ok']))
    expect(none.usage).toEqual({})
  })

  test('39: the provider is told of a skill in one line, and reads it when it was loaded', async () => {
    const skill = {
      id: 'review',
      name: 'Review',
      description: 'Use this: now, for\nreviews.',
      body: 'Read everything twice.',
    }
    const use = { calls: [{ name: 'use_skill', input: { id: 'review' } }] }
    const run = start([use, 'ok'], { instructions: 'Be good.', skills: [skill] })
    await ended(run)
    const [first, second] = run.mock.doStreamCalls.map(({ prompt }: any) => prompt)
    expect(first[0].content).toMatch(/^Be good\.[\s\S]*- review: Use this: now, for reviews\.$/)
    expect(JSON.stringify(first)).not.toContain('twice')
    expect(JSON.stringify(second)).toContain('Read everything twice.')
  })

  test('40: a second reader that comes late sees the run as the first did', async () => {
    const run = start([{ reasoning: 'hm', text: 'Hello', calls: [{ name: 'look' }] }, 'done'], {
      tools: [tool('look')],
    })
    await ended(run)
    const late: unknown[] = []
    for await (const event of run.run.events()) late.push(event)
    expect(late).toEqual(run.events)
  })

  test('reasoning goes back with the signature the provider gave it', async () => {
    const run = start([{ reasoning: 'hm', calls: [{ name: 'look' }] }, 'done'], {
      tools: [tool('look')],
    })
    await ended(run)
    const assistant = run.mock.doStreamCalls[1].prompt.find(
      (message: any) => message.role === 'assistant',
    )
    expect(assistant.content[0]).toEqual({
      type: 'reasoning',
      text: 'hm',
      providerOptions: { acme: { signature: 'S' } },
    })
  })
})
