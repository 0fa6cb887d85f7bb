import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'

const cli = new URL('../src/cli.ts', import.meta.url).pathname

function run(...args: string[]): Promise<{ code: number | null; stderr: string; stdout: string }> {
  const child = spawn(process.execPath, [
    '--conditions=@toolprism/source',
    '--import',
    'tsx',
    cli,
    ...args,
  ])
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

describe('the command line', () => {
  test('--help fits a screen', async () => {
    const { code, stdout } = await run('--help')
    expect(code).toBe(0)
    expect(stdout.split('\n').length).toBeLessThan(25)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test.each([
    [['--port', 'x'], /--port x is not a port/],
    [['--port', '70000'], /0 to 65535/],
    [['--workspace', './no-such-folder'], /no-such-folder is not a folder/],
    [['--nope'], /--nope.*Try --help/s],
  ])('%j is answered in one sentence, exit code 2', async (args, message) => {
    const { code, stderr } = await run(...args)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
  })

  test('a port that is taken is said to be taken, with another to try', {
    timeout: 60_000,
  }, async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const { code, stderr } = await run('--port', String(port))
    server.close()
    expect(stderr).toMatch(new RegExp(`Port ${port} is taken.*--port`))
    expect(code).toBe(2)
  })
})
