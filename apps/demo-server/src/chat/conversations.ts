import { join } from 'node:path'
import type { Agent, Run, RunEvent } from '@toolprism/harness'
import { fileSessions, type Session } from '@toolprism/harness/node'
import type { Conversations, ReadableRun } from './conversations.types'
import { createIdIndex } from './id-index'

export interface ConversationsOptions {
  agent: Agent
  /** Folder that keeps what was said, and the events of each run. Made when first needed. */
  folder: string
}

interface LiveRun {
  run: Run
  readable: ReadableRun
  conversationId: string
  /** Settles when all of the run is on disk. */
  recorded: Promise<unknown>
}

/** Conversations on disk: each is a session of the harness, which keeps the events of its runs for later readers. */
export function createConversations({ agent, folder }: ConversationsOptions): Conversations {
  const live = new Map<string, LiveRun>()
  const sessions = fileSessions(join(folder, 'conversations'), { events: true })
  const index = createIdIndex(join(folder, 'runs'))

  const follow = (run: Run, session: Session, before: readonly RunEvent[] = []): ReadableRun => {
    const recorded = session
      .record(run)
      .catch((error: Error) => process.stderr.write(`A run was not kept: ${error.message}\n`))
      .finally(() => live.delete(run.runId))
    const readable = before.length === 0 ? run : continued(run, before)
    live.set(run.runId, { run, readable, conversationId: session.id, recorded })
    return readable
  }

  const recall = (runId: string, session: Session): ReadableRun => {
    const events = eventsOf(session, runId)
    if (isOver(events)) return playback(runId, events)
    const { paused } = session
    let why = 'The server stopped while this was going on.'
    try {
      if (paused?.runId === runId)
        return follow(
          agent.resume(paused),
          session,
          events.filter(({ sequence }) => sequence <= paused.sequence),
        )
    } catch (error) {
      why = (error as Error).message
    }
    return playback(runId, [...events, interruption(runId, events.at(-1), why)])
  }

  return {
    start({ message, runId, conversationId }) {
      if (index.get(runId) !== undefined) return { refusal: `Run ${runId} was started before.` }
      const session = sessions.open(conversationId)
      const busy = [...live.values()].some((other) => other.conversationId === conversationId)
      if (busy || session.paused)
        return { refusal: 'This conversation has a run that is not over: answer it or stop it.' }
      index.set(runId, conversationId)
      return follow(agent.run(message, { runId, history: session.messages }), session)
    },
    find(runId) {
      const known = live.get(runId)
      if (known) return known.readable
      const conversationId = index.get(runId)
      if (conversationId === undefined || !sessions.has(conversationId)) return undefined
      return recall(runId, sessions.open(conversationId))
    },
    async close() {
      const all = [...live.values()]
      for (const { run } of all)
        if (run.pending.length > 0) void run.pause()
        else run.abort('The server is stopping.')
      await Promise.all(all.map(({ recorded }) => recorded))
    },
  }
}

/** A run that was taken up again is there once for each process; it counts on from where it paused. */
function eventsOf(session: Session, runId: string): readonly RunEvent[] {
  return session.runs
    .filter((run) => run.runId === runId)
    .reduce<readonly RunEvent[]>((before, { events }) => {
      const first = events[0]?.sequence ?? Number.POSITIVE_INFINITY
      return [...before.filter(({ sequence }) => sequence < first), ...events]
    }, [])
}

function isOver(events: readonly RunEvent[]): boolean {
  const last = events.at(-1)
  return last?.type === 'run.ended' && last.status !== 'paused'
}

/** A run that was taken up again, for readers from its very beginning. */
function continued(run: Run, before: readonly RunEvent[]): ReadableRun {
  const next = (before.at(-1)?.sequence ?? 0) + 1
  return {
    runId: run.runId,
    resolve: run.resolve,
    abort: run.abort,
    async *events({ from, signal }) {
      yield* before.filter(({ sequence }) => sequence >= from)
      yield* run.events({ from: Math.max(from, next), signal })
    },
  }
}

/** A run that is over, from its file. */
function playback(runId: string, events: readonly RunEvent[]): ReadableRun {
  return {
    runId,
    resolve: () => 'unknown',
    abort: () => {},
    async *events({ from }) {
      yield* events.filter(({ sequence }) => sequence >= from)
    },
  }
}

/** The end that a run did not live to write. */
function interruption(runId: string, last: RunEvent | undefined, message: string): RunEvent {
  return {
    type: 'run.ended',
    runId,
    sequence: (last?.sequence ?? 0) + 1,
    timestamp: last?.timestamp ?? 0,
    status: 'failed',
    text: '',
    steps: 0,
    usage: {},
    error: { code: 'INTERRUPTED', message, retryable: true },
  }
}
