import { HarnessError } from '../../errors'
import type { RunEvent } from '../../events'
import type { Message } from '../../message'
import type { RunStatusName } from '../../run-types'
import type { Snapshot } from '../../snapshot-types'

/** A run of a session, as far as the file tells. */
export interface RecordedRun {
  readonly runId: string
  /** Milliseconds since the epoch. */
  readonly started: number
  /** How it ended; undefined while it goes on, and for good when its process ended first. */
  status: RunStatusName | undefined
  /** Its events without the deltas, when the store keeps events: `text.completed` and results hold the whole texts. */
  readonly events: RunEvent[]
}

export type SessionRecord =
  | { type: 'session'; version: number; id: string; created: number }
  | { type: 'run'; runId: string; started: number }
  | { type: 'event'; event: RunEvent }
  | { type: 'messages'; runId: string; messages: Message[] }
  | { type: 'paused'; runId: string; snapshot: Snapshot }
  /** A person has answered: what the run does from here on must not be done again from the snapshot. */
  | { type: 'resumed'; runId: string }
  | { type: 'ended'; runId: string; status: RunStatusName }

export const SESSION_VERSION = 1

/** What a session's file says. */
export interface SessionContent {
  messages: Message[]
  runs: RecordedRun[]
  paused: Snapshot | undefined
}

/** @throws HarnessError FILE_BROKEN for a file that is no session of this version. */
export function readSession(records: readonly SessionRecord[], path: string): SessionContent {
  const [head] = records
  if (head && (head.type !== 'session' || head.version !== SESSION_VERSION))
    throw new HarnessError('FILE_BROKEN', `${path} is not a session of version ${SESSION_VERSION}.`)
  const content: SessionContent = { messages: [], runs: [], paused: undefined }
  for (const record of records) takeRecord(content, record)
  return content
}

/** Adds a record to what is known of a session: the same for a line read and a line just written. */
export function takeRecord(content: SessionContent, record: SessionRecord): void {
  const run = content.runs.at(-1)
  if (record.type === 'run')
    content.runs.push({
      runId: record.runId,
      started: record.started,
      status: undefined,
      events: [],
    })
  else if (record.type === 'event') run?.events.push(record.event)
  else if (record.type === 'messages') content.messages.push(...record.messages)
  else if (run && record.type === 'paused') run.status = 'paused'
  else if (run && record.type === 'resumed') run.status = undefined
  else if (run && record.type === 'ended') run.status = record.status
  if (record.type === 'paused') content.paused = record.snapshot
  else if (record.type !== 'event') content.paused = undefined
}
