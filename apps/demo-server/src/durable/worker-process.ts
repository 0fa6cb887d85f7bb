import { type ChildProcess, spawn } from 'node:child_process'
import type { EventStore } from '@toolprism/adapter-restate'
import { serveEvents } from './event-relay'
import { type KeptProcess, keepRunning } from './keep-running'
import { type WorkerSettings, type WorkerWord, workerVariable } from './worker-settings'

export interface WorkerProcess {
  node: string
  settings: WorkerSettings
  eventStore: EventStore
  say(line: string): void
}

/**
 * Starts the worker, a process of its own, and starts it again whenever it ends.
 * @throws with what the first one said when it can't serve
 */
export async function runWorkerProcess(options: WorkerProcess): Promise<KeptProcess> {
  const { node, settings, eventStore, say } = options
  let first: ChildProcess | undefined
  const kept = keepRunning({
    name: 'The worker',
    say,
    start() {
      // This program again, with another task: what runs it (a loader, a flag) runs the worker too.
      const child = spawn(node, [...process.execArgv, process.argv[1] ?? ''], {
        env: { ...process.env, [workerVariable]: JSON.stringify(settings) },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      serveEvents(child, eventStore)
      // What the first one says is thrown.
      if (first)
        child.on('message', ({ failed }: WorkerWord) => {
          if (failed !== undefined) say(`The worker (process ${child.pid}) can't serve: ${failed}`)
        })
      first ??= child
      return child
    },
    end: (child) => child.kill('SIGTERM'),
  })
  try {
    await firstWord(first)
  } catch (error) {
    await kept.stop()
    throw error
  }
  return kept
}

function firstWord(child: ChildProcess | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    child?.on('message', ({ ready, failed }: WorkerWord) => {
      if (ready) resolve()
      if (failed !== undefined) reject(new Error(failed))
    })
    child?.once('error', reject)
    child?.once('exit', (code) => reject(new Error(`the worker ended at once, with code ${code}`)))
  })
}
