import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const cli = new URL('../src/cli.ts', import.meta.url).pathname
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(...args: string[]) {
  const child = spawn(process.execPath, [
    '--conditions=@toolprism/source',
    '--import',
    'tsx',
    cli,
    ...args,
  ])
  children.push(child)
  const output = { stdout: '', stderr: '' }
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = new Promise<string>((resolve) =>
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
      const found = /running: {2}(\S+)/.exec(output.stdout)?.[1]
      if (found) resolve(found)
    }),
  )
  return { child, output, closed, url }
}

describe('the command line', () => {
  // A process starts slowly on a busy machine.
  const limits = { timeout: 60_000 }

  test('a mistake is one line, exit code 2', limits, async () => {
    const { closed, output } = start('--port', 'x')
    expect(await closed).toBe(2)
    expect(output.stderr).toMatch(/^--port x is not a port.*\n$/)
  })

  test('Ctrl-C cancels the call that is running and ends with code 0', limits, async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'toolprism-cli-'))
    const options = ['--port', '0', '--model', 'planner', '--allow-writes']
    const { child, closed, url } = start(...options, '--workspace', workspace, '--data', workspace)
    const response = await fetch(`${await url}/api/tools/run_command/call`, {
      method: 'POST',
      body: JSON.stringify({ command: 'sleep 60' }),
    })
    const reader = response.body?.getReader()
    await reader?.read()
    child.kill('SIGINT')
    expect(await closed).toBe(0)
    await reader?.cancel().catch(() => {})
  })
})
