import { join } from 'node:path'
import type { Agent, Run, RunEvent } from '@toolprism/harness'
import { fileSessions, type Session } from '@toolprism/harness/node'
import type { Conversations, ReadableRun } from './conversations.types'
import { createRunLogs, type LoggedRun } from './run-log'

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

/** Conversations as files: each is a session of the harness, and each run has the events its readers missed. */
export function createConversations({ agent, folder }: ConversationsOptions): Conversations {
  const live = new Map<string, LiveRun>()
  const sessions = fileSessions(join(folder, 'conversations'))
  const logs = createRunLogs(join(folder, 'runs'))

  const follow = (run: Run, session: Session, before: readonly RunEvent[] = []): ReadableRun => {
    logs.follow(run, session.id, before)
    const recorded = session
      .record(run)
      .catch((error: Error) => process.stderr.write(`A run was not kept: ${error.message}\n`))
      .finally(() => live.delete(run.runId))
    const readable = before.length === 0 ? run : continued(run, before)
    live.set(run.runId, { run, readable, conversationId: session.id, recorded })
    return readable
  }

  const recall = (logged: LoggedRun): ReadableRun => {
    const { runId, conversationId, events } = logged
    if (isOver(events)) return playback(runId, events)
    try {
      const session = sessions.open(conversationId)
      const { paused } = session
      if (paused?.runId === runId)
        return follow(
          agent.resume(paused),
          session,
          events.filter(({ sequence }) => sequence <= paused.sequence),
        )
    } catch (error) {
      return playback(runId, [...events, interruption(logged, (error as Error).message)])
    }
    return playback(runId, [...events, interruption(logged)])
  }

  return {
    start({ message, runId, conversationId }) {
      if (live.has(runId) || logs.has(runId)) return { refusal: `Run ${runId} was started before.` }
      const session = sessions.open(conversationId)
      const busy = [...live.values()].some((other) => other.conversationId === conversationId)
      if (busy || session.paused)
        return { refusal: 'This conversation has a run that is not over: answer it or stop it.' }
      return follow(agent.run(message, { runId, history: session.messages }), session)
    },
    find(runId) {
      const known = live.get(runId)
      if (known) return known.readable
      const logged = logs.read(runId)
      return logged && recall(logged)
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
function interruption({ runId, events }: LoggedRun, why?: string): RunEvent {
  const last = events.at(-1)
  return {
    type: 'run.ended',
    runId,
    sequence: (last?.sequence ?? 0) + 1,
    timestamp: last?.timestamp ?? 0,
    status: 'failed',
    text: '',
    steps: 0,
    usage: {},
    error: {
      code: 'INTERRUPTED',
      message: why ?? 'The server stopped while this was going on.',
      retryable: true,
    },
  }
}
