import type { ChildProcess } from 'node:child_process'

export interface KeptProcess {
  /** Of the process that runs now. */
  readonly pid: number | undefined
  /** Ends it for good: asks first, then kills. */
  stop(): Promise<void>
}

export interface KeepRunning {
  /** As a person reads it: `The worker`. */
  name: string
  start(): ChildProcess
  /** Asks the process to end. */
  end(child: ChildProcess): void
  say(line: string): void
  /**
   * Milliseconds before a process that ended is started again.
   * @default 200
   */
  pauseMs?: number
}

/** A process that ends this often within a minute is not started again. */
const mostEnds = 10
const patienceMs = 2_000

/** Starts a process, and starts it again when it ends: as a supervisor would do for a worker in production. */
export function keepRunning({ name, start, end, say, pauseMs = 200 }: KeepRunning): KeptProcess {
  let child: ChildProcess
  let stopped = false
  let ends: number[] = []
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    child = start()
    const begun = child
    // A program that can't be run tells so here, and has no `exit`.
    begun.once('error', (error) => say(`${name} does not start: ${error.message}`))
    begun.once('exit', (code, signal) => {
      if (stopped) return
      const now = Date.now()
      ends = [...ends.filter((time) => now - time < 60_000), now]
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`
      if (ends.length >= mostEnds)
        return say(`${name} (process ${begun.pid}) ${how}, once too often: start the demo again.`)
      timer = setTimeout(() => {
        begin()
        say(`${name} (process ${begun.pid}) ${how}; process ${child.pid} takes its place.`)
      }, pauseMs)
    })
  }
  begin()
  return {
    get pid() {
      return child.pid
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      const last = child
      if (last.pid === undefined || last.exitCode !== null || last.signalCode !== null)
        return Promise.resolve()
      return new Promise((resolve) => {
        const kill = setTimeout(() => last.kill('SIGKILL'), patienceMs)
        last.once('exit', () => {
          clearTimeout(kill)
          resolve()
        })
        end(last)
      })
    },
  }
}
