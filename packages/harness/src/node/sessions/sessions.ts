import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../errors'
import type { Message } from '../../message'
import type { Run, RunResult } from '../../run-types'
import type { Snapshot } from '../../snapshot-types'
import { type JsonLines, openJsonLines } from './json-lines'

/** A conversation on disk: the transcript of its runs, and the one that waits for a person. */
export interface Session {
  readonly id: string
  /** Ready to be the `history` of the next run. */
  readonly messages: readonly Message[]
  /** Present when the last run waits for a person: resume it, in any process. */
  readonly paused: Snapshot | undefined
  /** Writes down a run as it goes on. Its result comes back unchanged. */
  record(run: Run): Promise<RunResult>
}

export interface SessionStore {
  /** Opens a session, new or from its file. Throws HarnessError `SESSION_ID` or `FILE_BROKEN`. */
  open(id: string): Session
  has(id: string): boolean
  /** Ids, in name order. */
  list(): string[]
}

type SessionRecord =
  | { type: 'session'; version: number; id: string; created: number }
  | { type: 'run'; runId: string; started: number }
  | { type: 'messages'; runId: string; messages: Message[] }
  | { type: 'paused'; runId: string; snapshot: Snapshot }
  | { type: 'ended'; runId: string; status: string }

const version = 1

/**
 * Sessions as files of JSON lines in a folder, one file each. Complete turns are written as they come, so that
 * a crash loses at most the turn it falls into, and never breaks a file.
 */
export function fileSessions(folder: string): SessionStore {
  const pathOf = (id: string) => {
    if (!/^[A-Za-z0-9][\w.-]{0,127}$/.test(id))
      throw new HarnessError(
        'SESSION_ID',
        `${JSON.stringify(id)} is no session id: use letters, digits, ".", "_" and "-", at most 128.`,
      )
    return join(folder, `${id}.jsonl`)
  }
  return {
    open(id) {
      const path = pathOf(id)
      mkdirSync(folder, { recursive: true })
      return createSession(id, openJsonLines(path, { kind: 'session' }), path)
    },
    has: (id) => existsSync(pathOf(id)),
    list: () =>
      existsSync(folder)
        ? readdirSync(folder)
            .filter((name) => name.endsWith('.jsonl'))
            .map((name) => name.slice(0, -6))
            .sort()
        : [],
  }
}

function createSession(id: string, file: JsonLines, path: string): Session {
  const write = (record: SessionRecord) => file.append(record)
  const { messages, paused: waiting } = readSession(file.records as SessionRecord[], path)
  if (file.records.length === 0) write({ type: 'session', version, id, created: Date.now() })
  let paused = waiting
  return {
    id,
    messages,
    get paused() {
      return paused
    },
    async record(run) {
      const { runId } = run
      const keep = (transcript: readonly Message[]) => {
        const added = transcript.slice(messages.length)
        if (added.length === 0) return
        messages.push(...added)
        write({ type: 'messages', runId, messages: added })
      }
      paused = undefined
      write({ type: 'run', runId, started: Date.now() })
      keep(run.snapshot().transcript)
      const throttle = createThrottle(() => keep(run.snapshot().transcript))
      const stop = run.subscribe((event) => {
        if (event.type === 'step.started') throttle.want()
        if (event.type === 'run.paused') {
          paused = run.snapshot()
          write({ type: 'paused', runId, snapshot: paused })
        }
        if (event.type === 'run.resumed') paused = undefined
      })
      try {
        const result = await run.finished
        keep(result.transcript)
        if (result.status === 'paused' && result.snapshot) {
          paused = result.snapshot
          write({ type: 'paused', runId, snapshot: paused })
        } else {
          paused = undefined
          write({ type: 'ended', runId, status: result.status })
        }
        return result
      } finally {
        throttle.stop()
        stop()
      }
    },
  }
}

/**
 * Work that is wanted often and grows with its run: at once when it has cost at most a twentieth of the time
 * since, else as soon as that is so.
 */
function createThrottle(work: () => void): { want(): void; stop(): void } {
  let next = 0
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    timer = undefined
    const start = performance.now()
    work()
    const end = performance.now()
    next = end + 20 * (end - start)
  }
  return {
    want() {
      const rest = next - performance.now()
      if (rest <= 0) run()
      else timer ??= setTimeout(run, rest).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

function readSession(records: readonly SessionRecord[], path: string) {
  const messages: Message[] = []
  let paused: Snapshot | undefined
  const [head] = records
  if (head && (head.type !== 'session' || head.version !== version))
    throw new HarnessError('FILE_BROKEN', `${path} is not a session of version ${version}.`)
  for (const record of records) {
    if (record.type === 'messages') messages.push(...record.messages)
    paused =
      record.type === 'paused' ? record.snapshot : record.type === 'messages' ? paused : undefined
  }
  return { messages, paused }
}
