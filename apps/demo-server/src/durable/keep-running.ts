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
  /**
   * Milliseconds a process has to end before it is killed.
   * @default 2000
   */
  patienceMs?: number
  /**
   * The process leads a group of its own (`detached`): it is killed with all of them, and over when none of them holds a pipe
   * of it any more.
   * @default false
   */
  group?: boolean
}

/** A process that ends this often within a minute is not started again. */
const mostEnds = 10
/** Milliseconds after which one that was killed is waited for no longer. */
const killedMs = 1_000

/** Starts a process, and starts it again when it ends: as a supervisor would do for a worker in production. */
export function keepRunning(options: KeepRunning): KeptProcess {
  const { name, start, end, say, pauseMs = 200, patienceMs = 2_000, group = false } = options
  let child: ChildProcess
  let over: Promise<unknown>
  let stopped = false
  let ends: number[] = []
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    child = start()
    const begun = child
    over = new Promise((resolve) => begun.once(group ? 'close' : 'exit', resolve))
    // A program that can't be run tells so here, and has no `exit`.
    begun.once('error', (error) => say(`${name} does not start: ${error.message}`))
    begun.once('exit', (code, signal) => {
      if (stopped) return
      // What it leaves behind would be in the way of the next one.
      if (group) killGroup(begun)
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
    async stop() {
      stopped = true
      clearTimeout(timer)
      const last = child
      if (last.pid === undefined) return
      end(last)
      if (await isWithin(over, patienceMs)) return
      if (group) killGroup(last)
      else last.kill('SIGKILL')
      await isWithin(over, killedMs)
    },
  }
}

function isWithin(event: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs)
    void event.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // None of it is left.
  }
}
