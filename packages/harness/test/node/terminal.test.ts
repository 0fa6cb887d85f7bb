import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTerminal, createWorkspace } from '@toolprism/harness/node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, temporaryFolder } from './support'

function open(options: Parameters<typeof createTerminal>[1] = {}) {
  const root = temporaryFolder({ 'sub/file.txt': 'x' })
  const terminal = createTerminal(createWorkspace(root), options)
  onTestFinished(() => terminal.stopJobs())
  return {
    root,
    terminal,
    run: (command: string, more: Record<string, unknown> = {}, context = {}) =>
      call(terminal.tools, 'run_command', { command, ...more }, context),
    jobs: (action: string, job?: string, context = {}) =>
      call(terminal.tools, 'background_jobs', { action, ...(job ? { job } : {}) }, context),
  }
}

/** Processes that run in a folder: those of the tests below write their own ids to files first. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie is dead, only its parent has not looked yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const facts = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.result.meta?.['toolprism/workspace'] as Record<string, unknown>

describe('run_command', () => {
  test('answers output and exit code; a failed command is data', async () => {
    const { run } = open()
    const good = await run('echo out; echo err >&2')
    expect(good.text).toMatch(/^(?:out\nerr|err\nout)\n\[exit code 0, \d+\.\d s\]$/)
    const bad = await run('exit 3')
    expect(bad).toMatchObject({ isError: false })
    expect(bad.text).toMatch(/^\(no output\)\n\[exit code 3/)
    expect(facts(bad)).toMatchObject({ ended: 'exit', exitCode: 3 })
    expect((await run('kill -9 $$')).text).toContain('[ended by SIGKILL')
  })

  test('runs in a folder of the workspace, with the given variables', async () => {
    const { run, root } = open()
    expect((await run('pwd; echo $A', { workdir: 'sub', env: { A: 'b c' } })).text).toContain(
      `${join(root, 'sub')}\nb c`,
    )
    expect((await run('pwd', { workdir: '..' })).code).toBe('PATH_REFUSED')
    expect((await run('pwd', { workdir: 'none' })).code).toBe('NOT_FOUND')
    expect((await run('pwd', { workdir: 'sub/file.txt' })).code).toBe('NOT_A_DIRECTORY')
  })

  test('a command does not see the secrets of the host', async () => {
    vi.stubEnv('MY_API_KEY', 'sentinel-key')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'sentinel-key')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect((await open().run('env')).text).not.toContain('sentinel-key')
    expect((await open({ environment: { MY_API_KEY: 'given' } }).run('env')).text).toContain(
      'given',
    )
    expect((await open({ environment: 'inherit' }).run('env')).text).toContain('sentinel-key')
  })

  test('plain text: no colours, the last state of a line, no control characters', async () => {
    const { run } = open()
    const { text } = await run(
      `printf '\\033[31mred\\033[0m\\n 10%%\\r 99%%\\r\\n\\033]0;title\\007bell\\007\\000x\\r\\nend'`,
    )
    expect(text.split('\n').slice(0, 4)).toEqual(['red', ' 99%', 'bellx', 'end'])
  })

  test('scenario 35: the cut falls between characters', async () => {
    const { run } = open()
    const { text } = await run(`i=0; while [ $i -lt 9000 ]; do printf '😀é日本'; i=$((i+1)); done`)
    expect(text.includes('\ufffd')).toBe(false)
    expect(/… \[\d+ bytes left out\] …/.test(text)).toBe(true)
  })
})

describe('scenario 16: a time limit holds', () => {
  test('a child that ignores TERM and holds the pipe', async () => {
    const { run, root } = open()
    const script = `trap '' TERM; echo started; echo $$ > pid; (trap '' TERM; echo $BASHPID; sh -c 'echo $$ > child; exec sleep 1000') & sleep 1000`
    const started = performance.now()
    const answer = await run(script, { timeout: 1000 })
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(answer).toMatchObject({ code: 'TIMEOUT', isError: true })
    expect(answer.text).toContain('started')
    expect(answer.text).toContain('[stopped after its timeout of 1000 ms')
    for (const name of ['pid', 'child'])
      expect(isAlive(Number(readFileSync(join(root, name), 'utf8')))).toBe(false)
  })

  test('a child that left the process group', async () => {
    const { run, root } = open()
    const answer = await run(
      `setsid sh -c 'echo $$ > away; exec sleep 1000' & sleep 0.3; echo done`,
    )
    expect(answer.text).toContain('done')
    expect(answer.text).toContain('what it left running was stopped')
    expect(facts(answer)).toMatchObject({ exitCode: 0 })
    expect(isAlive(Number(readFileSync(join(root, 'away'), 'utf8')))).toBe(false)
  })

  test('a child in the background that holds the pipe does not hold the answer', async () => {
    const { run, root } = open()
    const answer = await run(`sh -c 'echo $$ > pid; exec sleep 1000' & sleep 0.2; echo ready`)
    expect(answer.text).toMatch(/^ready\n/)
    expect(isAlive(Number(readFileSync(join(root, 'pid'), 'utf8')))).toBe(false)
  })

  test('timeout, abort and a signal are told apart', async () => {
    const { run } = open()
    expect((await run('sleep 1000', { timeout: 1000 })).code).toBe('TIMEOUT')
    expect(facts(await run('kill -15 $$'))).toMatchObject({
      ended: 'signal',
      signalName: 'SIGTERM',
    })
    const signal = AbortSignal.timeout(300)
    expect((await run('sleep 1000', {}, { signal })).isError).toBe(true)
  })

  test('an abort ends the whole group', async () => {
    const { run, root } = open()
    const controller = new AbortController()
    const running = run(
      `sh -c 'trap "" TERM; echo $$ > pid; exec sleep 1000'`,
      {},
      { signal: controller.signal },
    )
    await vi.waitFor(() => expect(readdirSync(root)).toContain('pid'), 5000)
    await vi.waitFor(() => expect(readFileSync(join(root, 'pid'), 'utf8')).toMatch(/\d\n/), 5000)
    controller.abort()
    expect((await running).code).toBe('CANCELLED')
    const pid = Number(readFileSync(join(root, 'pid'), 'utf8'))
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5000)
  })
})

describe('scenario 17: nothing waits for a person', () => {
  test('standard input is empty and there is no terminal', async () => {
    const { run } = open()
    expect((await run('cat; echo "[$?]"')).text).toContain('[0]')
    expect((await run('read answer; echo "got:$answer:$?"')).text).toContain('got::1')
    expect((await run('echo x > /dev/tty')).text).not.toContain('[exit code 0')
  })

  test('pagers, editors and prompts are out of the way', async () => {
    const { run } = open()
    const { text } = await run(
      'git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one && git log && git -c user.name=a -c user.email=a@b commit --amend --allow-empty && $PAGER /dev/null && $EDITOR x && echo ok',
    )
    expect(text).toContain('one')
    expect(text).toContain('ok')
  })
})

describe('background jobs', () => {
  test('go on, are read, listed and stopped, and belong to their run', async () => {
    const { run, jobs } = open()
    const started = await run('echo up; exec sleep 1000', { background: true })
    const id = /job-\w+/.exec(started.text)?.[0] ?? ''
    const pid = facts(started)['pid'] as number
    expect((await jobs('list')).text).toContain(`${id}  running  echo up`)
    expect((await jobs('read', id)).text).toBe('up\n[running]')
    expect((await jobs('read', id, { host: { runId: 'other' } })).code).toBe('NOT_FOUND')
    expect((await jobs('read')).code).toBe('BAD_INPUT')
    expect(isAlive(pid)).toBe(true)
    expect((await jobs('stop', id)).text).toContain('[ended by SIGTERM')
    expect(isAlive(pid)).toBe(false)
  })

  test('one that fails is told, at once when it fails at once', async () => {
    const { run, jobs } = open()
    const { text } = await run('echo no; exit 4', { background: true })
    const id = /job-\w+/.exec(text)?.[0]
    if (id === undefined) expect(text).toMatch(/^no\n\[exit code 4/)
    else
      await vi.waitFor(
        async () => expect((await jobs('read', id)).text).toBe('no\n[exit code 4]'),
        5000,
      )
  })

  test('end with their run', async () => {
    const { run, terminal } = open()
    const context = { host: { runId: 'one' } }
    const first = facts(await run('sleep 1000', { background: true }, context))['pid'] as number
    const other = facts(await run('sleep 1000', { background: true }))['pid'] as number
    await terminal.stopJobs('one')
    expect([isAlive(first), isAlive(other)]).toEqual([false, true])
  })
})

test('run_test says whether it passed', async () => {
  const { terminal } = open()
  const check = (command: string) => call(terminal.tools, 'run_test', { command })
  expect((await check('echo fine')).text).toMatch(/^Passed\.\nfine\n/)
  expect((await check('exit 1')).text).toMatch(/^Failed\.\n/)
})
