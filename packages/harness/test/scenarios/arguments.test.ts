import { createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { counting, ended, events, ofType, results, states, texts, tool } from '../helpers'

describe('scenario 4: a call cut by the token limit', () => {
  const write = () =>
    counting({
      name: 'write',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    })

  test.each([
    [
      'finish says length',
      { calls: [{ name: 'write', input: '{"text":"abc' }], finishReason: 'length' },
    ],
    [
      'finish says length, though the JSON is whole',
      { calls: [{ name: 'write', input: '{"text":"abc"}' }], finishReason: 'length' },
    ],
    [
      'finish says tool-calls, but the JSON has no end',
      { calls: [{ name: 'write', input: '{"text":"abc' }] },
    ],
  ] as const)('%s: never run, told as cut, and the transcript stays legal', async (_, turn) => {
    const target = write()
    const agent = createAgent({ model: scriptedModel([turn, 'ok']), tools: [target] })
    const result = await ended(agent.run('go'))
    expect(result.status).toBe('completed')
    expect(target.inputs).toEqual([])
    expect(states(result.transcript)).toEqual(['invalid'])
    expect(texts(result.transcript)[0]).toMatch(/cut off after \d+ characters.*smaller payload/)
    const call = result.transcript[1]
    expect(call).toMatchObject({ content: [{ type: 'tool-call', input: {} }] })
  })

  test('calls before the cut one run', async () => {
    const target = write()
    const turn = {
      calls: [
        { name: 'write', input: '{"text":"whole"}' },
        { name: 'write', input: '{"text":"hal' },
      ],
      finishReason: 'length',
    } as const
    const agent = createAgent({ model: scriptedModel([turn, 'ok']), tools: [target] })
    expect(states((await ended(agent.run('go'))).transcript)).toEqual(['ok', 'invalid'])
    expect(target.inputs).toEqual([{ text: 'whole' }])
  })

  test('JSON that is balanced but wrong gets another message, with the place', async () => {
    const target = write()
    const model = scriptedModel([{ calls: [{ name: 'write', input: "{'text': 'abc'}" }] }, 'ok'])
    const [text] = texts(
      (await ended(createAgent({ model, tools: [target] }).run('go'))).transcript,
    )
    expect(text).toMatch(/not valid JSON.*position 1/)
    expect(text).not.toContain('cut off')
    expect(target.inputs).toEqual([])
  })
})

describe('scenario 5: names that are not quite a tool', () => {
  const run = async (name: string, tools = [counting({ name: 'read_file' })]) => {
    const sibling = counting({ name: 'sibling' })
    const model = scriptedModel([{ calls: [{ name, input: {} }, { name: 'sibling' }] }, 'ok'])
    const result = await ended(createAgent({ model, tools: [...tools, sibling] }).run('go'))
    expect(sibling.inputs).toHaveLength(1)
    return { result, state: states(result.transcript)[0], text: texts(result.transcript)[0] }
  }

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    '%j is unknown, and the siblings run',
    async (name) => {
      expect((await run(name)).state).toBe('unknown')
    },
  )

  test('a name that differs in case or separators alone is understood', async () => {
    expect((await run('Read_File')).state).toBe('ok')
    expect((await run('read-file')).state).toBe('ok')
    const mcp = counting({ name: 'server__tool' })
    expect((await run('server.tool', [mcp])).state).toBe('ok')
    expect(mcp.inputs).toHaveLength(1)
  })

  test('but not when two tools fit', async () => {
    const tools = [counting({ name: 'readFile' }), counting({ name: 'readfile' })]
    const { state, text } = await run('READFILE', tools)
    expect(state).toBe('unknown')
    expect(text).toContain('readFile')
  })

  test('otherwise up to five close names are told', async () => {
    const names = [
      'read_file',
      'read_files',
      'read_fine',
      'reed_file',
      'read_lines',
      'file_read',
      'x',
    ]
    const { text } = await run(
      'read_flie',
      names.map((name) => counting({ name })),
    )
    const told = /Did you mean (.*)\?/.exec(text!)![1]!.split(', ')
    expect(told.length).toBeGreaterThan(0)
    expect(told.length).toBeLessThanOrEqual(5)
    expect(told).toContain('read_file')
  })
})

describe('scenario 6: arguments that break the schema', () => {
  const strict = () =>
    counting({
      name: 'count',
      inputSchema: z.object({
        n: z.number(),
        options: z.object({ deep: z.boolean() }).optional(),
        mode: z.enum(['fast', 'slow']).default('fast'),
      }),
    })

  test('are not run; the result lists paths and what was expected', async () => {
    const target = strict()
    const model = scriptedModel([{ calls: [{ name: 'count', input: { n: 'five' } }] }, 'ok'])
    const result = await ended(createAgent({ model, tools: [target] }).run('go'))
    expect(states(result.transcript)).toEqual(['invalid'])
    expect(texts(result.transcript)[0]).toMatch(/n: .*number/)
    expect(target.inputs).toEqual([])
  })

  test('defaults are filled in, an object written as a string is read, and execute gets a fresh object', async () => {
    const target = strict()
    const input = { n: 1, options: '{"deep":true}' }
    const model = scriptedModel([{ calls: [{ name: 'count', input }] }, 'ok'])
    const result = await ended(createAgent({ model, tools: [target] }).run('go'))
    expect(states(result.transcript)).toEqual(['ok'])
    expect(target.inputs).toEqual([{ n: 1, options: { deep: true }, mode: 'fast' }])
    // What the tool does with its input reaches nobody else.
    ;(target.inputs[0] as { n: number }).n = 2
    expect(result.transcript[1]).toMatchObject({ content: [{ input: { n: 1 } }] })
  })

  test('repair can be switched off', async () => {
    const target = strict()
    const model = scriptedModel([
      { calls: [{ name: 'count', input: { n: 1, options: '{"deep":true}' } }] },
      'ok',
    ])
    const agent = createAgent({ model, tools: [target], repairArguments: false })
    expect(states((await ended(agent.run('go'))).transcript)).toEqual(['invalid'])
  })

  test.each(['[1]', '"text"', '7', 'true'])('arguments that are no object: %s', async (input) => {
    const target = strict()
    const model = scriptedModel([{ calls: [{ name: 'count', input }] }, 'ok'])
    const result = await ended(createAgent({ model, tools: [target] }).run('go'))
    expect(texts(result.transcript)[0]).toContain('one JSON object')
    expect(target.inputs).toEqual([])
  })

  test('empty arguments and null are an empty object', async () => {
    const target = counting({ name: 'noop' })
    const model = scriptedModel([
      {
        calls: [
          { name: 'noop', input: '' },
          { name: 'noop', input: 'null' },
        ],
      },
      'ok',
    ])
    await ended(createAgent({ model, tools: [target] }).run('go'))
    expect(target.inputs).toEqual([{}, {}])
  })
})

describe('scenario 7: call ids repeated, reused or missing', () => {
  test('every call has an id of its own; the provider id is kept beside it', async () => {
    const target = counting({ name: 'noop', inputSchema: { type: 'object' } })
    const calls = [
      { name: 'noop', input: { n: 1 }, id: 'call_0' },
      { name: 'noop', input: { n: 2 }, id: 'call_0' },
      { name: 'noop', input: { n: 3 }, id: '' },
      { name: 'noop', input: { n: 4 } },
    ]
    const model = scriptedModel([{ calls }, { calls: [calls[0]!] }, 'ok'])
    const result = await ended(createAgent({ model, tools: [target] }).run('go'))
    const parts = results(result.transcript)
    expect(new Set(parts.map((part) => part.callId)).size).toBe(5)
    expect(parts.map((part) => part.providerCallId)).toEqual([
      'call_0',
      'call_0',
      undefined,
      undefined,
      'call_0',
    ])
    expect(target.inputs).toHaveLength(5)
  })

  test('the exact repetition of a call in one turn runs once', async () => {
    const target = counting({ name: 'noop' })
    const call = { name: 'noop', input: { n: 1 }, id: 'call_0' }
    const model = scriptedModel([{ calls: [call, call] }, 'ok'])
    const result = await ended(createAgent({ model, tools: [target] }).run('go'))
    expect(target.inputs).toHaveLength(1)
    expect(results(result.transcript)).toHaveLength(1)
  })

  test('a history of a run with the same id makes no id twice', async () => {
    const model = () => scriptedModel([{ calls: [{ name: 'noop' }] }, 'ok'])
    const agent = (made = model()) => createAgent({ model: made, tools: [tool({ name: 'noop' })] })
    const first = await ended(agent().run('go', { runId: 'same' }))
    const second = await ended(agent().run('go', { runId: 'same', history: first.transcript }))
    expect(results(second.transcript)).toHaveLength(2)
  })
})

describe('scenario 8: schemas and names providers refuse', () => {
  test('roots become objects, $defs stay, long and dotted names are changed reversibly and never collide', async () => {
    const long = `server.${'x'.repeat(90)}`
    const defs = { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } }
    const tools = [
      counting({ name: 'files.read' }),
      counting({ name: 'files_read' }),
      counting({ name: `${long}.a` }),
      counting({ name: `${long}.b` }),
      counting({
        name: 'loose',
        inputSchema: { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      }),
      counting({
        name: 'tree',
        inputSchema: {
          type: 'object',
          $defs: defs,
          properties: { root: { $ref: '#/$defs/node' } },
        },
      }),
    ]
    const model = scriptedModel((request, index) =>
      index === 0 ? { calls: request.tools.map(({ name }) => ({ name, input: { a: 1 } })) } : 'ok',
    )
    const run = createAgent({ model, tools }).run('go')
    const seen = events(run)
    const result = await ended(run)
    const specs = model.requests[0]!.tools
    expect(specs).toHaveLength(6)
    for (const spec of specs) {
      expect(spec.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(spec.inputSchema.type).toBe('object')
    }
    expect(new Set(specs.map((spec) => spec.name)).size).toBe(6)
    expect(specs.find((spec) => spec.name === 'tree')!.inputSchema['$defs']).toEqual(defs)
    // Every changed name led back to its own tool.
    expect(tools.map((item) => item.inputs.length)).toEqual([1, 1, 1, 1, 1, 1])
    expect(states(result.transcript)).toEqual(Array(6).fill('ok'))
    expect(
      ofType(seen, 'tool.started')
        .map((event) => event.toolName)
        .sort(),
    ).toEqual(tools.map((item) => item.name).sort())
  })

  test('one bad tool is left out with a diagnostic; the others work', async () => {
    const good = counting({ name: 'good' })
    const bad = tool({ name: 'bad', inputSchema: z.object({ when: z.date() }) as never })
    const model = scriptedModel([{ calls: [{ name: 'good' }] }, 'ok'])
    const agent = createAgent({ model, tools: [bad, good] })
    expect(agent.problems).toMatchObject([{ toolName: 'bad' }])
    const run = agent.run('go')
    const seen = events(run)
    await ended(run)
    expect(good.inputs).toHaveLength(1)
    expect(model.requests[0]!.tools.map((spec) => spec.name)).toEqual(['good'])
    expect(ofType(seen, 'warning')[0]?.message).toContain('bad')
  })
})
