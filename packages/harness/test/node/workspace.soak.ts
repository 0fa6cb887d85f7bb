import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTerminal, createWorkspace, workspaceTools } from '@toolprism/harness/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createGround, outsideOf, secret } from './path-attacks'
import { call, makeFolder, temporaryFolder, writeFiles } from './support'

/** 100,000 small files in 1,000 folders; every thousandth holds the word. */
function largeTree(): string {
  const root = makeFolder()
  onTestFinished(() => rmSync(root, { recursive: true }), 600_000)
  for (let folder = 0; folder < 1000; folder++) {
    const path = join(root, `p${folder % 40}`, `q${folder}`)
    mkdirSync(path, { recursive: true })
    for (let file = 0; file < 100; file++) {
      const number = folder * 100 + file
      const word = number % 1000 === 7 ? 'NEEDLE in it\n' : ''
      writeFileSync(join(path, `file${file}.ts`), `export const value${number} = 1\n${word}`)
    }
  }
  return root
}

test('scenario 33: a tree of 100,000 files, searched in little memory, the same with ripgrep and without', async () => {
  const root = largeTree()
  const options = { timeMs: 300_000 }
  const [fast, plain] = [
    workspaceTools(root, options),
    workspaceTools(root, { ...options, ripgrep: false }),
  ]
  for (const input of [
    { pattern: 'NEEDLE', limit: 100 },
    { pattern: '[N]EEDLE', limit: 200 },
    { pattern: 'value\\d+7 =', limit: 100 },
    { pattern: 'nothing' },
  ]) {
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    const left = await call(fast, 'grep', input)
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
    expect(left.text).toBe((await call(plain, 'grep', input)).text)
  }
  const found = await call(fast, 'glob', { pattern: '**/file99.ts', limit: 500 })
  expect(found.data).toMatchObject({ truncated: 'limit' })
  const controller = new AbortController()
  const searching = call(plain, 'grep', { pattern: 'nothing' }, { signal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  expect((await searching).code).toBe('CANCELLED')
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('commands', () => {
  const open = (root = temporaryFolder()) => createTerminal(createWorkspace(root)).tools

  test('scenario 36: 500 MB of output pass through little memory', async () => {
    const tools = open()
    const before = process.memoryUsage().rss
    const command = `echo first; head -c 500000000 /dev/zero | tr '\\0' x; echo; echo last`
    const { text, result } = await call(tools, 'run_command', { command, timeout: 600_000 })
    expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000)
    expect(result.meta?.['toolprism/workspace']).toMatchObject({
      exitCode: 0,
      outputBytes: 500_000_012,
    })
    expect(text.length).toBeLessThan(70_000)
    expect([text.startsWith('first\nxxx'), /xxx\nlast\n\[exit code 0/.test(text)]).toEqual([
      true,
      true,
    ])
  })

  test('scenario 16: 200 aborted commands leave nothing alive', async () => {
    const root = temporaryFolder()
    const tools = open(root)
    const shapes = [
      'echo $$ > pid-N; exec sleep 1000',
      `trap '' TERM; echo $$ > pid-N; while :; do sleep 1; done`,
      `sh -c 'trap "" TERM; echo $$ > pid-N; exec sleep 1000' & wait`,
      `setsid sh -c 'echo $$ > pid-N; exec sleep 1000' & wait`,
    ]
    for (let round = 0; round < 10; round++)
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const number = round * 20 + index
          const command = (shapes[number % shapes.length] ?? '').replace('N', String(number))
          const controller = new AbortController()
          const running = call(tools, 'run_command', { command }, { signal: controller.signal })
          setTimeout(() => controller.abort(), 300 + (index % 7) * 40) // the shells have begun, each at another point
          expect((await running).code).toBe('CANCELLED')
        }),
      )
    await new Promise((resolve) => setTimeout(resolve, 3000)) // longer than TERM waits before KILL
    const pids = readdirSync(root).map((name) => Number(readFileSync(join(root, name), 'utf8')))
    expect(pids.filter((pid) => pid > 0 && isAlive(pid))).toEqual([])
  })
})

/** Another process that swaps a folder for a link to outside, as fast as it can. */
function startSwapper(root: string): ChildProcess {
  const script = `
    const { renameSync, rmSync } = require('node:fs')
    for (;;) {
      try { renameSync('swap', 'third') } catch {}
      try { renameSync('other', 'swap') } catch { rmSync('swap', { recursive: true, force: true }); try { renameSync('other', 'swap') } catch {} }
      try { renameSync('swap', 'other') } catch {}
      try { renameSync('third', 'swap') } catch { rmSync('swap', { recursive: true, force: true }) }
    }`
  const child = spawn(process.execPath, ['-e', script], { cwd: root, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('scenario 26: 1,000 calls against a process that swaps folders for links', async () => {
  const ground = createGround(makeFolder())
  const { root, base } = ground
  writeFiles(root, { 'swap/secret.txt': 'inside\n', 'swap/deep/secret.txt': 'inside\n' })
  symlinkSync(join(base, 'outside'), join(root, 'other'))
  const before = outsideOf(ground)
  const tools = workspaceTools(root)
  const child = startSwapper(root)
  for (let turn = 0; turn < 100; turn++) {
    const answers = await Promise.all([
      call(tools, 'read_file', { path: 'swap/secret.txt' }),
      call(tools, 'read_file', { path: 'swap/deep/secret.txt' }),
      call(tools, 'list_directory', { path: 'swap' }),
      call(tools, 'grep', { pattern: 'SENTINEL', path: 'swap' }),
      call(tools, 'glob', { pattern: '*', path: 'swap' }),
      call(tools, 'write_file', { path: `swap/new-${turn}.txt`, content: 'evil' }),
      call(tools, 'write_file', { path: `swap/made-${turn}/new.txt`, content: 'evil' }),
      call(tools, 'edit_file', {
        path: 'swap/secret.txt',
        oldString: 'SENTINEL',
        newString: 'evil',
      }),
      call(tools, 'delete_file', { path: 'swap/deep/secret.txt' }),
      call(tools, 'inspect', { paths: ['swap', 'swap/secret.txt'] }),
    ])
    expect(JSON.stringify(answers.map(({ result }) => result)).includes(secret)).toBe(false)
  }
  child.kill('SIGKILL')
  expect(outsideOf(ground)).toEqual(before)
})
