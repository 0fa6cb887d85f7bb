import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDelta } from '../../delta-merge'
import { HarnessError } from '../../errors'
import type { RunEvent } from '../../events'
import type { Message } from '../../message'
import type { Run, RunResult } from '../../run-types'
import type { Snapshot } from '../../snapshot-types'
import { type JsonLines, openJsonLines } from './json-lines'
import {
  type RecordedRun,
  readSession,
  SESSION_VERSION,
  type SessionRecord,
  takeRecord,
} from './read-session'

/** A conversation on disk: the transcript of its runs, and the one that waits for a person. */
export interface Session {
  readonly id: string
  /** Ready to be the `history` of the next run. */
  readonly messages: readonly Message[]
  /** Its runs, the oldest first. */
  readonly runs: readonly RecordedRun[]
  /** Present when the last run waits for a person: resume it, in any process. */
  readonly paused: Snapshot | undefined
  /**
   * Writes down a run that goes on from `messages` or `paused`, as it goes on. Its result comes back unchanged.
   * Rejects with HarnessError `SESSION_HISTORY` or `FILE_IN_USE`, or with what the file system says.
   */
  record(run: Run): Promise<RunResult>
}

export interface SessionStore {
  /** Opens a session, new or from its file. Throws HarnessError `SESSION_ID` or `FILE_BROKEN`. */
  open(id: string): Session
  has(id: string): boolean
  /** Ids, in name order. */
  list(): string[]
}

export interface FileSessionsOptions {
  /**
   * Keeps the events of the runs as well, deltas apart: what a page needs to show a conversation again.
   * @default false
   */
  events?: boolean
  /**
   * Waits until each line is on the disk: safe against a power cut, and slower.
   * @default false
   */
  sync?: boolean
}

/**
 * Sessions as files of JSON lines in a folder, one file each. Each turn is written when it is complete, so a
 * process that is killed loses at most the turn it is in, and its last line, cut short, is dropped on opening.
 */
export function fileSessions(folder: string, options: FileSessionsOptions = {}): SessionStore {
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
      const { sync = false, events = false } = options
      return createSession(id, openJsonLines(path, { kind: 'session', sync }), path, events)
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

function createSession(id: string, file: JsonLines, path: string, keepEvents: boolean): Session {
  // The cast: readSession looks at the first line, and every other was written under it.
  const content = readSession(file.records as SessionRecord[], path)
  const write = (record: SessionRecord) => {
    file.append(record)
    takeRecord(content, record)
  }
  if (file.records.length === 0)
    write({ type: 'session', version: SESSION_VERSION, id, created: Date.now() })
  return {
    id,
    messages: content.messages,
    runs: content.runs,
    get paused() {
      return content.paused
    },
    async record(run) {
      const { runId } = run
      if (run.transcript.length < content.messages.length)
        throw new HarnessError(
          'SESSION_HISTORY',
          `The run does not go on from session "${id}": start it with { history: session.messages }.`,
        )
      const keepMessages = () => {
        const messages = run.transcript.slice(content.messages.length)
        if (messages.length > 0) write({ type: 'messages', runId, messages })
      }
      const keep = (event: RunEvent) => {
        if (keepEvents && !isDelta(event)) write({ type: 'event', event })
        if (event.type === 'step.started' || event.type === 'step.ended') keepMessages()
        else if (event.type === 'run.paused')
          write({ type: 'paused', runId, snapshot: run.snapshot() })
        else if (event.type === 'run.resumed') write({ type: 'resumed', runId })
      }
      write({ type: 'run', runId, started: Date.now() })
      let problem: unknown
      const stop = run.subscribe((event) => {
        try {
          keep(event)
        } catch (error) {
          problem = error
          // The run goes on unrecorded and warns of the lost listener.
          throw error
        }
      })
      try {
        const result = await run.finished
        if (problem !== undefined) throw problem
        keepMessages()
        if (result.status === 'paused' && result.snapshot)
          write({ type: 'paused', runId, snapshot: result.snapshot })
        else write({ type: 'ended', runId, status: result.status })
        return result
      } finally {
        stop()
      }
    },
  }
}
