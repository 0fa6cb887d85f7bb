import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keepRunning } from '../../src/durable/keep-running'
import { keptPorts } from '../../src/durable/kept-ports'

function keep(command: string[]) {
  const lines: string[] = []
  const listeners: (() => void)[] = []
  const kept = keepRunning({
    name: 'The worker',
    pauseMs: 0,
    start: () => spawn(command[0] ?? '', command.slice(1), { stdio: 'ignore' }),
    end: (child: ChildProcess) => child.kill('SIGTERM'),
    say(line) {
      lines.push(line)
      for (const listener of listeners.splice(0)) listener()
    },
  })
  const said = () => new Promise<void>((resolve) => listeners.push(resolve))
  return { kept, lines, said }
}

describe('a process that is kept running', () => {
  test('has another in its place when it is killed, and that is said', async () => {
    const { kept, lines, said } = keep(['sleep', '60'])
    const first = kept.pid ?? 0
    const told = said()
    process.kill(first, 'SIGKILL')
    await told
    expect(lines).toEqual([
      `The worker (process ${first}) was ended by SIGKILL; process ${kept.pid} takes its place.`,
    ])
    expect(kept.pid).not.toBe(first)
    await kept.stop()
    expect(() => process.kill(kept.pid ?? 0, 0)).toThrow()
  })

  describe('with its group', () => {
    const begin = async () => {
      const { engine: port } = await keptPorts(mkdtempSync(join(tmpdir(), 'toolprism-group-')))
      const server = `require('node:net').createServer().listen(${port}, '127.0.0.1')`
      const kept = keepRunning({
        name: 'The server',
        say: () => {},
        ...{ pauseMs: 500, patienceMs: 100, group: true },
        start: () =>
          spawn('/bin/sh', ['-c', '"$0" -e "$1" & wait', process.execPath, server], {
            stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
            detached: true,
          }),
        end: (child) => child.kill('SIGTERM'),
      })
      const listens = () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(true))
          socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
        })
      while (!(await listens())) await new Promise((resolve) => setTimeout(resolve, 20))
      return { kept, listens }
    }

    test('is stopped when none of it is left, though its shell goes at once', async () => {
      const { kept, listens } = await begin()
      await kept.stop()
      expect(await listens()).toBe(false)
    })

    test('is killed whole when its shell ends, before another takes its place', async () => {
      const { kept, listens } = await begin()
      const first = kept.pid ?? 0
      process.kill(first, 'SIGKILL')
      while (await listens()) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(kept.pid).toBe(first)
      await kept.stop()
    })
  })

  test('is given up when it ends again and again', async () => {
    const { lines, said } = keep(['false'])
    while (!lines.at(-1)?.includes('once too often')) await said()
    expect(lines).toHaveLength(10)
  })

  test('that is not there is told, and is no crash', async () => {
    const { kept, lines, said } = keep(['/no/such/program'])
    await said()
    expect(lines[0]).toMatch(/^The worker does not start: spawn \/no\/such\/program ENOENT/)
    await kept.stop()
  })
})
