import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { waitUntil } from './wait-until'

/** Ports nobody listens on now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer()
          server.once('error', reject)
          server.listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

export interface Child {
  pid: number
  signal(name: NodeJS.Signals): void
  /** kill -9, and gone. */
  kill(): Promise<void>
}

const living = new Set<ChildProcess>()

export function startChild(
  command: string,
  args: string[],
  options: { env?: Record<string, string>; logFile: string },
): Child {
  const log = openSync(options.logFile, 'a')
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'] ?? '', ...options.env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  living.add(child)
  child.once('exit', () => living.delete(child))
  return {
    pid: child.pid!,
    signal: (name) => child.kill(name),
    async kill() {
      child.kill('SIGKILL')
      await waitUntil(`the end of ${command}`, 10_000, () => !living.has(child))
    },
  }
}

/** Ends what this process has started and not ended. */
export async function endChildren(): Promise<void> {
  for (const child of living) child.kill('SIGKILL')
  await waitUntil('the end of all children', 10_000, () => living.size === 0)
}
