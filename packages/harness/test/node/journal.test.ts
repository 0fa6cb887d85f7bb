import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentTool, createAgent, type JournalFactory, type Run } from '@toolprism/harness'
import { fileJournal } from '@toolprism/harness/node'
import { fakeClock, scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './support'

const binding = (signal = new AbortController().signal) => ({
  runId: 'r1',
  signal,
  clock: fakeClock(),
})
const open = (path: string, given = binding()) => fileJournal(path)(given)
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('fileJournal', () => {
  test('gives back what was recorded, without running it again', async () => {
    const path = join(temporaryFolder(), 'deep/journal.jsonl')
    let runs = 0
    const use = async () => {
      const journal = open(path)
      const one = await journal.run(
        { id: '1.model', kind: 'model', input: { a: 1 } },
        async (input, context) => {
          runs++
          return { input, key: context.key }
        },
      )
      const both = await journal.all(
        [1, 2].map((item) => ({ id: `1.tool.${item}`, kind: 'tool' as const, input: item })),
        async (item) => {
          runs++
          return item * 10
        },
      )
      return [
        one,
        both,
        await journal.now(),
        await journal.uuid(),
        await journal.random(),
        await journal.uuid(),
      ]
    }
    const first = await use()
    expect(first.slice(0, 2)).toEqual([
      { input: { a: 1 }, key: 'r1/1.model' },
      [
        { status: 'fulfilled', value: 10 },
        { status: 'fulfilled', value: 20 },
      ],
    ])
    expect(await use()).toEqual(first)
    expect(runs).toBe(3)
    expect(await open(path).all([], async () => 1)).toEqual([])
  })

  test('a step that must not run twice is told when its outcome is unknown', async () => {
    const path = join(temporaryFolder(), 'journal')
    const step = { id: '1.tool.0', kind: 'tool', input: null, replay: 'never' as const }
    const seen: unknown[] = []
    const cut = open(path).run(step, () => new Promise(() => {}))
    await Promise.race([cut, Promise.resolve()])
    const again = open(path)
    const output = await again.run(step, async (_, { interrupted }) => {
      seen.push(interrupted)
      return 'unknown'
    })
    expect([output, seen]).toEqual(['unknown', [true]])
    await open(path).run(step, async () => seen.push('again'))
    expect(seen).toEqual([true])
  })

  test('a step that fails is not recorded', async () => {
    const path = join(temporaryFolder(), 'journal')
    const step = { id: '1', kind: 'model', input: null }
    await expect(
      open(path).run(step, () => Promise.reject(new Error('cancelled'))),
    ).rejects.toThrow('cancelled')
    expect(await open(path).run(step, async () => 'done')).toBe('done')
  })

  test('a torn last line is dropped and its place taken', async () => {
    const path = join(temporaryFolder(), 'journal')
    const run = (id: string) => open(path).run({ id, kind: 'model', input: null }, async () => id)
    await run('1')
    await run('2')
    const size = readFileSync(path).length
    for (let cut = 1; cut < 20; cut++) {
      truncateSync(path, size - cut)
      expect(
        await open(path).run({ id: '1', kind: 'model', input: null }, async () => 'again'),
      ).toBe('1')
      await run('2')
      expect(readFileSync(path).length).toBe(size)
    }
    appendFileSync(path, '{"type":"done","id":"3","outp')
    await run('3')
    expect(linesOf(path).map((line) => line.id)).toEqual([undefined, '1', '2', '3'])
  })

  test('a broken line elsewhere, another run, another format and a second writer are refused', async () => {
    const path = join(temporaryFolder(), 'journal')
    const journal = open(path)
    await journal.uuid()
    expect(() => fileJournal(path)({ ...binding(), runId: 'r2' })).toThrow(
      expect.objectContaining({ code: 'JOURNAL_MISMATCH' }),
    )
    appendFileSync(path, '{"type":"done","id":"x"}\n')
    await expect(journal.uuid()).rejects.toMatchObject({ code: 'FILE_IN_USE' })
    writeFileSync(path, `{"type":"run","format":99,"runId":"r1"}\n`)
    expect(() => open(path)).toThrow(expect.objectContaining({ code: 'JOURNAL_MISMATCH' }))
    writeFileSync(
      path,
      `{"type":"run","format":1,"runId":"r1"}\n{broken\n{"type":"done","id":"x"}\n`,
    )
    expect(() => open(path)).toThrow(/Line 2 of the journal/)
  })

  test('waits for an answer, gives it in every replay, and times out', async () => {
    const path = join(temporaryFolder(), 'journal')
    const given = binding()
    const journal = open(path, given)
    const waiting = journal.wait('q1')
    expect(journal.deliver?.('other', 1)).toBe(false)
    expect(journal.deliver?.('q1', { yes: true })).toBe(true)
    expect(await waiting).toEqual({ value: { yes: true } })
    expect(await open(path).wait('q1')).toEqual({ value: { yes: true } })
    const timed = journal.wait('q2', { timeoutMs: 1000 })
    await given.clock.advance(1000)
    expect(await timed).toEqual({ timedOut: true })
    expect(await open(path).wait('q2')).toEqual({ timedOut: true })
  })

  test('sleeps only the rest in a replay', async () => {
    const path = join(temporaryFolder(), 'journal')
    const clock = fakeClock()
    const signal = new AbortController().signal
    const first = fileJournal(path)({ runId: 'r1', signal, clock })
    void first.sleep(1000)
    await clock.advance(600)
    let awake = false
    const again = fileJournal(path)({ runId: 'r1', signal, clock })
      .sleep(1000)
      .then(() => {
        awake = true
      })
    await clock.advance(399)
    expect(awake).toBe(false)
    await clock.advance(1)
    await again
  })

  test('waits and sleeps end when the run is cancelled', async () => {
    const controller = new AbortController()
    const journal = open(join(temporaryFolder(), 'journal'), binding(controller.signal))
    const waits = [journal.wait('q'), journal.sleep(1000)]
    controller.abort()
    for (const wait of waits) await expect(wait).rejects.toMatchObject({ name: 'AbortError' })
    await expect(journal.wait('q')).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('with sync every record is on the disk', async () => {
    const path = join(temporaryFolder(), 'journal')
    const journal = fileJournal(path, { sync: true })(binding())
    await journal.uuid()
    expect(linesOf(path)).toHaveLength(2)
  })
})

describe('a run over a file journal', () => {
  const effects: string[] = []
  const note: AgentTool = {
    name: 'note',
    description: 'Notes a word.',
    inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    annotations: { readOnlyHint: true },
    execute: ({ word }) => {
      effects.push(word)
      return `noted ${word}`
    },
  }
  const noted = (...words: string[]) => ({
    calls: words.map((word) => ({ name: 'note', input: { word } })),
  })
  const answers = [noted('a', 'b'), noted('c'), 'done']
  const start = (journal: JournalFactory): Run =>
    createAgent({
      // By step: a model call that is replayed is not made again.
      model: scriptedModel(({ step }) => answers[step - 1] ?? 'done'),
      tools: [note],
    }).run('go', { runId: 'run-1', journal })

  test('cut after any record and run again, it ends in the same transcript, each tool done once', async () => {
    const folder = temporaryFolder()
    const whole = join(folder, 'whole')
    const wanted = await start(fileJournal(whole)).finished
    expect(wanted.status).toBe('completed')
    const lines = readFileSync(whole, 'utf8').split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThan(5)
    for (let cut = 1; cut <= lines.length; cut++) {
      const path = join(folder, `cut-${cut}`)
      // Half of the next line was written when the process ended.
      const torn = (lines[cut] ?? '').slice(0, 7)
      writeFileSync(path, `${lines.slice(0, cut).join('\n')}\n${torn}`)
      const done = lines
        .slice(0, cut)
        .filter((line) => /"type":"done","id":"[^"]*tool/.test(line)).length
      effects.length = 0
      const result = await start(fileJournal(path)).finished
      expect(result.transcript, `cut ${cut}`).toEqual(wanted.transcript)
      expect(effects).toHaveLength(3 - done)
    }
    expect(existsSync(whole)).toBe(true)
  })
})
