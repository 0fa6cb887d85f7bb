import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { killRemaining, processMark, signalGroup } from './kill-processes'
import { createOutputWindow } from './output-window'

export interface ProcessOptions {
  file: string
  args: readonly string[]
  cwd: string
  env: Readonly<Record<string, string>>
  /** Milliseconds; absent runs until it ends or is stopped. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Bytes kept of the beginning and of the end of the output. */
  head?: number
  tail?: number
  onOutput?(chunk: Buffer): void
  /** Keeps what the command started in the background alive when it ends. @default false */
  keepChildren?: boolean
}

export interface ProcessOutcome {
  /** How it ended; `failed` when it could not be started. */
  ended: 'exit' | 'signal' | 'timeout' | 'abort' | 'failed'
  exitCode?: number
  signalName?: string
  /** Why it could not be started. */
  reason?: string
  output: string
  /** Bytes of output, kept or not. */
  outputBytes: number
  droppedBytes: number
  durationMs: number
  /** Processes it left behind, which were stopped. */
  leftovers: number
}

export interface RunningProcess {
  pid: number | undefined
  /** The output so far. */
  output(): string
  stop(): void
  outcome: Promise<ProcessOutcome>
}

/** After TERM, processes have this many milliseconds before KILL. */
const graceMs = 1000
/** Output still in the pipe when a command ends is waited for this long: a child may hold the pipe for ever. */
const drainMs = 300

const live = new Set<number>()
let watching = false

/**
 * Runs a program in a process group of its own, with nothing to read. Whatever it does, the outcome comes, and
 * afterwards nothing of it is alive.
 */
export function startProcess(options: ProcessOptions): RunningProcess {
  const mark = randomUUID()
  const window = createOutputWindow({
    head: options.head ?? 16_000,
    tail: options.tail ?? 48_000,
  })
  const child = spawn(options.file, options.args, {
    cwd: options.cwd,
    env: { ...options.env, [processMark]: mark },
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const take = (chunk: Buffer) => {
    window.push(chunk)
    options.onOutput?.(chunk)
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const control = createControl(child, options)
  const started = performance.now()
  const outcome = follow(child, mark, options, control).then(
    (end): ProcessOutcome => ({
      ...end,
      output: window.text(),
      outputBytes: window.size(),
      droppedBytes: window.dropped(),
      durationMs: Math.round(performance.now() - started),
    }),
  )
  return { pid: child.pid, output: () => window.text(), stop: () => control.stop('abort'), outcome }
}

interface Control {
  stop(reason: 'timeout' | 'abort'): void
  reason(): 'timeout' | 'abort' | undefined
  /** Resolves when the process must be given up: KILL was sent. */
  killed: Promise<void>
  close(): void
}

function createControl(child: ChildProcess, options: ProcessOptions): Control {
  let why: 'timeout' | 'abort' | undefined
  let grace: NodeJS.Timeout | undefined
  let giveUp = () => {}
  const killed = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const stop = (reason: 'timeout' | 'abort') => {
    if (why || child.pid === undefined) return
    why = reason
    signalGroup(child.pid, 'SIGTERM')
    grace = setTimeout(() => {
      signalGroup(child.pid ?? 0, 'SIGKILL')
      giveUp()
    }, graceMs)
  }
  const onAbort = () => stop('abort')
  const timer =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => stop('timeout'), options.timeoutMs)
  if (options.signal?.aborted) onAbort()
  options.signal?.addEventListener('abort', onAbort, { once: true })
  return {
    stop,
    reason: () => why,
    killed,
    close() {
      clearTimeout(timer)
      clearTimeout(grace)
      options.signal?.removeEventListener('abort', onAbort)
    },
  }
}

type End = Pick<ProcessOutcome, 'ended' | 'exitCode' | 'signalName' | 'reason' | 'leftovers'>

async function follow(
  child: ChildProcess,
  mark: string,
  options: ProcessOptions,
  control: Control,
): Promise<End> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const exited = new Promise<{ code: number | null; signal: string | null } | Error>((resolve) => {
    child.once('error', resolve)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  if (child.pid !== undefined) remember(child.pid)
  const end = await Promise.race([exited, control.killed])
  if (end instanceof Error) {
    control.close()
    return { ended: 'failed', reason: end.message, leftovers: 0 }
  }
  const pid = child.pid ?? 0
  await within(closed, drainMs)
  const keep = options.keepChildren && control.reason() === undefined
  const leftovers = keep ? 0 : await killRemaining(pid, mark)
  // A process that could not be found may hold the pipe: its output no longer matters.
  if (!keep) await within(closed, drainMs)
  child.stdout?.destroy()
  child.stderr?.destroy()
  control.close()
  live.delete(pid)
  const last = end ?? (await within(exited, drainMs))
  const exit = last && !(last instanceof Error) ? last : { code: null, signal: 'SIGKILL' }
  return {
    ended: control.reason() ?? (exit.signal ? 'signal' : 'exit'),
    ...(exit.code === null ? {} : { exitCode: exit.code }),
    ...(exit.signal === null ? {} : { signalName: exit.signal }),
    leftovers,
  }
}

/** Groups that still run when this process ends are ended with it. */
function remember(pid: number): void {
  live.add(pid)
  if (watching) return
  watching = true
  process.on('exit', () => {
    for (const group of live) signalGroup(group, 'SIGKILL')
  })
}

/** The promise's value, or undefined when it takes too long. */
function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds)
    promise.then((value) => {
      clearTimeout(timer)
      resolve(value)
    })
  })
}
