import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentTool, createAgent, type Run } from '@toolprism/harness'
import { type FileSessionsOptions, fileSessions, type Session } from '@toolprism/harness/node'
import { checkTranscript, type ScriptedAnswer, scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './support'

function toolOf(readOnlyHint: boolean, execute: AgentTool['execute'] = () => 'done'): AgentTool {
  const name = readOnlyHint ? 'look' : 'change'
  const inputSchema = { type: 'object', properties: { n: { type: 'number' } } }
  return { name, description: name, inputSchema, annotations: { readOnlyHint }, execute }
}

/** A process that is gone reports nothing: what its session meets at the end of the test is nobody's. */
const gone = () => {}

const calls = (name: string, n: number): ScriptedAnswer => ({ calls: [{ name, input: { n } }] })

function agentOf(script: readonly ScriptedAnswer[], tools = [toolOf(true), toolOf(false)]) {
  return createAgent({ model: scriptedModel(script), tools })
}

/** A session of two runs: one that asks a person and is allowed, one that is only words. */
async function writeSession(folder: string, options: FileSessionsOptions = {}) {
  const session = fileSessions(folder, options).open('s')
  const run = agentOf([calls('look', 1), calls('change', 2), 'first']).run('one')
  run.subscribe((event) => {
    if (event.type === 'permission.required') run.resolve(event.permissionId, { allow: true })
  })
  await session.record(run)
  await session.record(agentOf(['second']).run('two', { history: session.messages }))
  return { session, path: join(folder, 's.jsonl') }
}

const opened = (folder: string, bytes: Uint8Array | string): Session => {
  writeFileSync(join(folder, 'cut.jsonl'), bytes)
  return fileSessions(folder).open('cut')
}

describe('fileSessions', () => {
  test('a file cut after any byte opens with whole turns, a beginning of what was said', async () => {
    const folder = temporaryFolder()
    const { session, path } = await writeSession(folder)
    const bytes = readFileSync(path)
    const lengths = new Set<number>()
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { messages } = opened(folder, bytes.subarray(0, cut))
      expect(messages, `cut ${cut}`).toEqual(session.messages.slice(0, messages.length))
      expect(checkTranscript(messages), `cut ${cut}`).toEqual([])
      lengths.add(messages.length)
    }
    expect([...lengths]).toEqual([0, 1, 3, 5, 6, 7, 8])
  })

  test('after a cut the next run goes on, and what it writes is read with the rest', async () => {
    const folder = temporaryFolder()
    const { path } = await writeSession(folder)
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
    for (let kept = 0; kept < lines.length; kept++) {
      const text = lines.slice(0, kept).map((line) => `${line}\n`)
      const session = opened(folder, text.join('') + lines[kept]!.slice(0, -3))
      const before = session.messages.length
      await session.record(agentOf(['fine']).run('go on', { history: session.messages }))
      const again = fileSessions(folder).open('cut')
      expect(again.messages).toEqual(session.messages)
      expect(again.messages).toHaveLength(before + 2)
      expect(checkTranscript(again.messages)).toEqual([])
    }
  })

  test('a turn is in the file before the model is asked again', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 's.jsonl')
    const seen: number[] = []
    const tool = toolOf(true, () => {
      seen.push(readFileSync(path, 'utf8').split('"tool-result"').length - 1)
      return 'done'
    })
    const script = [1, 2, 3, 4, 5].map((n) => calls('look', n))
    await fileSessions(folder)
      .open('s')
      .record(agentOf([...script, 'end'], [tool]).run('go'))
    expect(seen).toEqual([0, 1, 2, 3, 4])
  })

  test('an open question is in the file, and a killed process leaves it for the next', async () => {
    const folder = temporaryFolder()
    const asking = agentOf([calls('change', 1)]).run('go')
    fileSessions(folder).open('s').record(asking).catch(gone)
    expect(await asking.result).toMatchObject({ status: 'paused' })
    // Nothing more is written from here on: the process is gone.
    const session = fileSessions(folder).open('s')
    expect(session.runs).toMatchObject([{ status: 'paused' }])
    const [question] = session.paused!.pending
    const decisions = { [question!.id]: { allow: true } as const }
    const result = await session.record(agentOf(['end']).resume(session.paused!, decisions))
    expect(result).toMatchObject({ status: 'completed', text: 'end' })
    const after = fileSessions(folder).open('s')
    expect(after.messages).toEqual(result.transcript)
    expect(after.paused).toBeUndefined()
    asking.abort()
  })

  test('once a person has answered, the question is not asked again from the file', async () => {
    const folder = temporaryFolder()
    let running!: () => void
    const begun = new Promise<void>((resolve) => {
      running = resolve
    })
    const tool = toolOf(false, () => {
      running()
      return new Promise(() => {})
    })
    const run = agentOf([calls('change', 1)], [tool]).run('go')
    fileSessions(folder).open('s').record(run).catch(gone)
    await run.result
    run.resolve(run.pending[0]!.id, { allow: true })
    await begun
    const session = fileSessions(folder).open('s')
    expect(session.paused).toBeUndefined()
    expect(session.runs).toMatchObject([{ runId: run.runId, status: undefined }])
    run.abort()
  })

  test('keeps events without the deltas when asked to, run by run', async () => {
    const folder = temporaryFolder()
    const { session } = await writeSession(folder, { events: true })
    const again = fileSessions(folder, { events: true }).open('s')
    expect(again.runs).toEqual(session.runs)
    expect(again.runs.map(({ status }) => status)).toEqual(['completed', 'completed'])
    const [first, second] = again.runs.map(({ events }) => events.map(({ type }) => type))
    expect(first).toEqual(
      expect.arrayContaining([
        'tool.started',
        'permission.required',
        'tool.completed',
        'run.ended',
      ]),
    )
    expect(second).toEqual([
      'run.started',
      'step.started',
      'text.completed',
      'step.ended',
      'run.ended',
    ])
    const plain = (await writeSession(temporaryFolder())).session
    expect(plain.runs.map(({ events }) => events)).toEqual([[], []])
  })

  test('a run that does not go on from the session is refused', async () => {
    const { session } = await writeSession(temporaryFolder())
    const stranger = agentOf(['x']).run('x')
    await expect(session.record(stranger)).rejects.toMatchObject({ code: 'SESSION_HISTORY' })
  })

  test('a file somebody else writes to: the run goes on, warns, and the record fails', async () => {
    const folder = temporaryFolder()
    const session = fileSessions(folder).open('s')
    const run: Run = agentOf([calls('look', 1), 'end']).run('go')
    const warnings: string[] = []
    run.subscribe((event) => {
      if (event.type === 'warning') warnings.push(event.code)
    })
    const recorded = session.record(run)
    appendFileSync(join(folder, 's.jsonl'), '{"type":"ended"}\n')
    await expect(recorded).rejects.toMatchObject({ code: 'FILE_IN_USE' })
    expect(await run.finished).toMatchObject({ status: 'completed' })
    expect(warnings).toEqual(['LISTENER_FAILED'])
  })

  test('with sync, too, every line is on the disk', async () => {
    const { session, path } = await writeSession(temporaryFolder(), { sync: true })
    expect(readFileSync(path, 'utf8').split('"messages"').length - 1).toBeGreaterThan(3)
    expect(session.messages).toHaveLength(8)
  })
})
