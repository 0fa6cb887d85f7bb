import { createAgent, type GapEvent, type RunEvent, type Skill } from '@toolprism/harness'
import { scriptedModel, settle } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { counting, ended, events, gate, ofType, states, texts, tool } from '../helpers'

describe('scenario 39: skills in the loop (files: see node)', () => {
  const review: Skill = {
    id: 'review',
    name: 'Review',
    description: 'Use this: now, for\nreviews.',
    body: 'Read everything twice. allowed-tools: write',
    files: ['list.txt'],
    readFile(path) {
      if (path !== 'list.txt') throw new Error(`${path} is not a file of this skill`)
      return 'one, two'
    },
  }

  test('one line each in the instructions; the body comes with use_skill, for the next turn', async () => {
    const model = scriptedModel([{ calls: [{ name: 'use_skill', input: { id: 'review' } }] }, 'ok'])
    const run = createAgent({ model, instructions: 'Be good.', skills: [review] }).run('go')
    const seen = events(run)
    const result = await ended(run)
    const [first, second] = model.requests
    expect(first!.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringMatching(
        /^Be good\.\n\n[\s\S]*- review: Use this: now, for reviews\.$/,
      ),
    })
    expect(JSON.stringify(first!.messages)).not.toContain('twice')
    expect(JSON.stringify(second!.messages)).toContain('## Skill: Review')
    expect(texts(result.transcript)[0]).toContain('Read everything twice.')
    expect(ofType(seen, 'skill.loaded')).toMatchObject([{ skillId: 'review', name: 'Review' }])
  })

  test('a skill widens no permission', async () => {
    const write = counting({ name: 'write', annotations: {} })
    const model = scriptedModel([
      { calls: [{ name: 'use_skill', input: { id: 'review' } }] },
      { calls: [{ name: 'write' }] },
    ])
    const run = createAgent({ model, tools: [write], skills: [review] }).run('go')
    expect((await run.result).status).toBe('paused')
    expect(write.inputs).toEqual([])
    run.abort()
    await ended(run)
  })

  test('its files are read through it alone; wrong ids and paths are told', async () => {
    const model = scriptedModel([
      {
        calls: [
          { name: 'list_skills' },
          { name: 'read_skill_file', input: { id: 'review', path: 'list.txt' } },
          { name: 'read_skill_file', input: { id: 'review', path: '../../etc/passwd' } },
          { name: 'use_skill', input: { id: 'reveiw' } },
        ],
      },
      'ok',
    ])
    const result = await ended(createAgent({ model, skills: [review] }).run('go'))
    expect(states(result.transcript)).toEqual(['ok', 'ok', 'error', 'error'])
    expect(texts(result.transcript)).toEqual([
      'review: Use this: now, for reviews.',
      'one, two',
      '../../etc/passwd is not a file of this skill',
      'There is no skill "reveiw". Did you mean "review"?',
    ])
  })

  test('a loaded body outlives a summary word for word', async () => {
    const model = scriptedModel((request, index) => {
      if (request.messages[0]?.role === 'system' && request.tools.length === 0) return 'Short.'
      if (index === 0) return { calls: [{ name: 'use_skill', input: { id: 'review' } }] }
      return index < 8
        ? { text: 'y'.repeat(3000), calls: [{ name: 'work', input: { index } }] }
        : 'done'
    })
    const run = createAgent({
      model,
      tools: [tool({ name: 'work' })],
      skills: [review],
      context: { window: 5000, reserve: 500, keepTurns: 1 },
    }).run('go')
    await ended(run)
    const { messages } = model.requests.at(-1)!
    expect(messages[1]).toMatchObject({
      origin: 'summary',
      content: expect.stringContaining('Read everything twice.'),
    })
  })

  test('many skills fit a budget, the rest is behind list_skills; an id given twice is refused', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...review,
      id: `skill-${index}`,
      description: 'd'.repeat(100),
    }))
    const model = scriptedModel(['ok'])
    await ended(createAgent({ model, skills: many }).run('go'))
    const [system] = model.requests[0]!.messages
    expect((system as { content: string }).content.length).toBeLessThan(4400)
    expect((system as { content: string }).content).toMatch(/more: call list_skills/)
    expect(() => createAgent({ skills: [review, review] })).toThrow(/review/)
  })
})

describe('scenario 40: readers', () => {
  const read = async (reader: AsyncIterable<RunEvent | GapEvent>) => {
    const seen: (RunEvent | GapEvent)[] = []
    for await (const event of reader) seen.push(event)
    return seen
  }
  const textOf = (seen: readonly (RunEvent | GapEvent)[]) =>
    seen.map((event) => (event.type === 'text.delta' ? event.delta : '')).join('')
  const talk = (characters: number) =>
    scriptedModel([{ text: 'abcdefghij'.repeat(characters / 10), chunk: 1 }])

  test('a second reader that comes late gets everything from the beginning', async () => {
    const run = createAgent({ model: talk(50) }).run('go')
    const first = read(run.events())
    await run.finished
    const late = await read(run.events())
    expect(late).toEqual(await first)
    expect(late.at(-1)).toMatchObject({ type: 'run.ended' })
  })

  test('a reader resumes from a sequence number and misses and repeats nothing', async () => {
    const run = createAgent({ model: talk(50) }).run('go')
    await run.finished
    const all = (await read(run.events())) as RunEvent[]
    for (const from of [1, 2, 10, all.length, all.length + 1])
      expect(await read(run.events({ from }))).toEqual(all.slice(from - 1))
  })

  test('a sleeping reader costs nothing, gets merged deltas, then a gap, and can resume after it', async () => {
    const run = createAgent({ model: talk(20_000), limits: { maxEvents: 100 } }).run('go')
    const sleeper = run.events({ from: 1 })
    const first = await sleeper.next()
    expect(first.value).toMatchObject({ type: 'run.started', sequence: 1 })
    await run.finished
    const rest = await read(sleeper)
    // The 20,000 deltas were merged: nothing is missing.
    expect(rest.length).toBeLessThan(400)
    expect(textOf(rest)).toBe('abcdefghij'.repeat(2000))
  })

  test('more than the run keeps: a gap says what is missing; close ends, skip goes on', async () => {
    const model = scriptedModel((_, index) =>
      index < 60 ? { calls: [{ name: 'work', input: { index } }] } : 'done',
    )
    const limits = { maxEvents: 40, maxSteps: 100 }
    const run = createAgent({ model, tools: [tool({ name: 'work' })], limits }).run('go')
    await run.finished
    const closed = await read(run.events())
    expect(closed).toHaveLength(1)
    const gap = closed[0] as GapEvent
    expect(gap).toMatchObject({ type: 'gap', from: 1 })
    const resumed = await read(run.events({ from: gap.to + 1 }))
    expect(resumed[0]).toMatchObject({ sequence: gap.to + 1 })
    expect(resumed.at(-1)).toMatchObject({ type: 'run.ended' })
    const skipped = await read(run.events({ overflow: 'skip' }))
    expect(skipped.slice(1)).toEqual(resumed)
  })

  test('a reader may ask for a smaller buffer of its own', async () => {
    const model = scriptedModel((_, index) =>
      index < 10 ? { calls: [{ name: 'work', input: { index } }] } : 'done',
    )
    const run = createAgent({ model, tools: [tool({ name: 'work' })] }).run('go')
    const small = run.events({ buffer: 5 })
    await run.finished
    expect(await read(small)).toMatchObject([{ type: 'gap', from: 1 }])
  })

  test('one bad listener is dropped, told of, and affects nobody', async () => {
    const run = createAgent({ model: scriptedModel(['hello']) }).run('go')
    let calls = 0
    run.subscribe(() => {
      calls++
      throw new Error('bad listener')
    })
    const seen = events(run)
    expect((await ended(run)).status).toBe('completed')
    expect(calls).toBe(1)
    expect(ofType(seen, 'warning')).toMatchObject([{ code: 'LISTENER_FAILED' }])
    expect(seen.map((event) => event.sequence)).toEqual(seen.map((_, index) => index + 1))
  })

  test('a reader that leaves aborts the run only when it says so', async () => {
    const start = () => {
      const work = gate<string>()
      const model = scriptedModel([{ calls: [{ name: 'slow' }] }, 'done'])
      const slow = tool({ name: 'slow', execute: () => work.promise })
      return { work, run: createAgent({ model, tools: [slow] }).run('go') }
    }
    const stays = start()
    for await (const event of stays.run.events()) if (event.type === 'tool.started') break
    stays.work.open('ok')
    expect((await ended(stays.run)).status).toBe('completed')
    const leaves = start()
    for await (const event of leaves.run.events({ onDisconnect: 'abort' }))
      if (event.type === 'tool.started') break
    expect((await ended(leaves.run)).status).toBe('aborted')
  })

  test('reading to the end is no leaving', async () => {
    const run = createAgent({ model: scriptedModel(['hi']) }).run('go')
    const seen = await read(run.events({ onDisconnect: 'abort' }))
    expect(seen.at(-1)).toMatchObject({ type: 'run.ended', status: 'completed' })
  })

  test('a signal ends a waiting reader, not the run', async () => {
    const work = gate<string>()
    const slow = tool({ name: 'slow', execute: () => work.promise })
    const model = scriptedModel([{ calls: [{ name: 'slow' }] }, 'done'])
    const run = createAgent({ model, tools: [slow] }).run('go')
    const controller = new AbortController()
    const reading = read(run.events({ signal: controller.signal }))
    await settle()
    controller.abort()
    expect((await reading).at(-1)).toMatchObject({ type: 'tool.started' })
    work.open('ok')
    expect((await ended(run)).status).toBe('completed')
  })

  test('a call comes before its result, however slow the readers are', async () => {
    const run = createAgent({
      model: scriptedModel([{ calls: [{ name: 'work' }] }, 'done']),
      tools: [tool({ name: 'work' })],
    }).run('go')
    const types: string[] = []
    for await (const event of run.events()) {
      await settle()
      types.push(event.type)
    }
    expect(types.indexOf('tool.started')).toBeLessThan(types.indexOf('tool.completed'))
    expect((await ended(run)).status).toBe('completed')
  })
})
