import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Run, RunEvent } from '@toolprism/harness'

/** A run as its file tells it. */
export interface LoggedRun {
  runId: string
  conversationId: string
  events: RunEvent[]
}

/** The events of runs, one file of JSON lines each, so that a page finds its runs after a restart. */
export interface RunLogs {
  has(runId: string): boolean
  /** Undefined when there is no such run, or none of its file can be read. */
  read(runId: string): LoggedRun | undefined
  /** Writes down each event of a run as it comes, after those that came before it was taken up again. */
  follow(run: Run, conversationId: string, before?: readonly RunEvent[]): void
}

const deltas = new Set<string>(['text.delta', 'reasoning.delta', 'tool.input', 'tool.output'])

export function createRunLogs(folder: string): RunLogs {
  const pathOf = (runId: string) => join(folder, `${runId}.jsonl`)
  return {
    has: (runId) => existsSync(pathOf(runId)),
    read(runId) {
      if (!existsSync(pathOf(runId))) return undefined
      const [head, ...events] = readLines(pathOf(runId)) as [
        { conversationId?: unknown } | undefined,
        ...RunEvent[],
      ]
      if (typeof head?.conversationId !== 'string') return undefined
      return { runId, conversationId: head.conversationId, events }
    },
    follow(run, conversationId, before = []) {
      mkdirSync(folder, { recursive: true })
      const path = pathOf(run.runId)
      const lines = [{ runId: run.runId, conversationId }, ...before].map(toLine).join('')
      // In one step: whoever reads finds the old file or the new one, whole.
      writeFileSync(`${path}.new`, lines, { mode: 0o600 })
      renameSync(`${path}.new`, path)
      run.subscribe((event) => {
        // What was said in pieces is said again as a whole.
        if (!deltas.has(event.type)) appendFileSync(path, toLine(event))
      })
    },
  }
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/** Each whole line; one that a crash cut short ends the list. */
function readLines(path: string): unknown[] {
  const values: unknown[] = []
  for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
    try {
      values.push(JSON.parse(line))
    } catch {
      break
    }
  }
  return values
}
