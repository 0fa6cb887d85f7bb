import { type ChildProcess, spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { keepRunning } from '../../src/durable/keep-running'

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
