import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunResult, Snapshot, ToolMessage } from '@toolprism/harness'
import {
  createWorkspaceAgent,
  fileJournal,
  type WorkspaceAgentOptions,
} from '@toolprism/harness/node'
import { type ScriptedAnswer, scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './support'

const read: ScriptedAnswer = { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }
const edit: ScriptedAnswer = {
  calls: [{ name: 'edit_file', input: { path: 'a.txt', oldString: 'one', newString: 'two' } }],
}

/** A fresh agent knows what a fresh process knows: nothing but files and what it is given. */
function agentOf(
  folder: string,
  script: readonly ScriptedAnswer[],
  options: Partial<WorkspaceAgentOptions> = {},
) {
  const model = scriptedModel(script)
  return createWorkspaceAgent({
    workspacePath: folder,
    model,
    tools: ['filesystem'],
    skills: [],
    ...options,
  })
}

const yes = (result: RunResult) =>
  Object.fromEntries((result.pending ?? []).map(({ id }) => [id, { allow: true } as const]))

function lastResult(result: Pick<RunResult, 'transcript'>) {
  return (result.transcript.at(-2) as ToolMessage).content[0]!
}

describe('what a run has read', () => {
  test('is known in the process that resumes it', async () => {
    const folder = temporaryFolder({ 'a.txt': 'one\n' })
    const elsewhere = temporaryFolder()
    const paused = await agentOf(folder, [read, edit]).run('go').result
    expect(paused.status).toBe('paused')
    const file = join(elsewhere, 'run.json')
    writeFileSync(file, JSON.stringify(paused.snapshot))
    const child = spawnSync(
      process.execPath,
      [
        '--conditions=@toolprism/source',
        '--import',
        'tsx',
        fileURLToPath(new URL('approve-child.ts', import.meta.url)),
        folder,
        file,
      ],
      { encoding: 'utf8', cwd: fileURLToPath(new URL('../../../..', import.meta.url)) },
    )
    expect(child.stderr).toBe('')
    const { status, last } = JSON.parse(child.stdout) as { status: string; last: ToolMessage }
    expect(status).toBe('completed')
    expect(last.content[0]).toMatchObject({ toolName: 'edit_file', state: 'ok' })
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n')
  }, 60_000)

  test('counts no more when somebody has changed the file in between', async () => {
    const folder = temporaryFolder({ 'a.txt': 'one\n' })
    const paused = await agentOf(folder, [read, edit]).run('go').result
    writeFileSync(join(folder, 'a.txt'), 'one more\n')
    const run = agentOf(folder, ['done']).resume(paused.snapshot!, yes(paused))
    const result = lastResult(await run.finished)
    expect(result).toMatchObject({ state: 'error' })
    expect(JSON.stringify(result.content)).toContain('changed')
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one more\n')
  })

  test('is in the snapshot without a path and without a word of the file', async () => {
    const folder = temporaryFolder({ 'a.txt': 'one\n' })
    const { snapshot } = await agentOf(folder, [read, edit]).run('go').result
    const entries = snapshot!.kept!
    expect(entries).toHaveLength(1)
    const [key, value] = entries[0]!
    expect(key).toMatch(/^file:[\w-]{22}$/)
    expect(value).toHaveLength(5)
    for (const text of value as string[]) expect(text).toMatch(/^[\d]+$|^[\w+/]{43}=$/)
  })

  test('is known to a session that is resumed from disk', async () => {
    const folder = temporaryFolder({ 'a.txt': 'one\n' })
    const sessions = temporaryFolder()
    const first = agentOf(folder, [read, edit], { sessions }).runSession('s', 'go')
    const paused = await first.run.result
    const second = agentOf(folder, ['done'], { sessions }).resumeSession('s', yes(paused))
    expect(lastResult(await second.recorded)).toMatchObject({ state: 'ok' })
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n')
  })

  test('is known to a run that is played again from its journal', async () => {
    const folder = temporaryFolder({ 'a.txt': 'one\n' })
    const elsewhere = temporaryFolder()
    const journal = (name: string) => fileJournal(join(elsewhere, name))
    const first = agentOf(folder, [read, edit]).run('go', { runId: 'r', journal: journal('a') })
    await first.result
    // What is on disk when a process is killed while it waits for a person.
    copyFileSync(join(elsewhere, 'a'), join(elsewhere, 'b'))
    first.abort()
    const again = agentOf(folder, ['done']).run('go', { runId: 'r', journal: journal('b') })
    for (const { id } of (await again.result).pending!) again.resolve(id, { allow: true })
    expect(lastResult(await again.finished)).toMatchObject({ state: 'ok' })
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n')
  })

  test('is not known when what was kept is no mark', async () => {
    const folder = temporaryFolder({ 'a.txt': 'one\n' })
    const paused = await agentOf(folder, [read, edit]).run('go').result
    const [[key]] = paused.snapshot!.kept as [[string, unknown]]
    for (const junk of ['junk', ['1', '2', '3'], ['1', '2', '3', '1e9'], [1, 2, 3, 4], null]) {
      const snapshot: Snapshot = { ...paused.snapshot!, kept: [[key, junk]] }
      const run = agentOf(folder, ['done']).resume(snapshot, yes(paused))
      const result = lastResult(await run.finished)
      expect(result).toMatchObject({ state: 'error' })
      expect(JSON.stringify(result.content)).toContain('has not been read yet')
    }
  })
})
