import type { RestateRunHost } from '@toolprism/adapter-restate'
import type { GapEvent, Json, Message, RunEvent } from '@toolprism/harness'
import type { Conversations, ReadableRun } from '../chat/conversations.types'
import { createIdIndex } from '../chat/id-index'

export interface EngineConversationsOptions {
  host: RestateRunHost
  /** Folder that keeps which run is in which conversation. */
  folder: string
}

/** Conversations whose runs an engine keeps: they go on when their worker, or this process, is gone. */
export function createEngineConversations(options: EngineConversationsOptions): Conversations {
  const { host, folder } = options
  const conversations = createIdIndex(`${folder}/conversations`)
  const runs = createIdIndex(`${folder}/runs`)
  const starting = new Set<string>()

  const isOpen = async (runId: string) => {
    try {
      return ['queued', 'running', 'waiting'].includes((await host.status(runId)).state)
    } catch (error) {
      // An engine forgets runs that are over for some time.
      if (isOneOf(error, 'RUN_UNKNOWN')) return false
      throw error
    }
  }

  /** What was said before: the newest run that ended with a transcript has all of it. */
  const historyAfter = async (earlier: string[]): Promise<readonly Message[]> => {
    for (const runId of earlier.toReversed()) {
      try {
        // The cast: a result of the harness, as JSON.
        const result = (await host.result(runId, { timeoutMs: 10_000 })) as unknown
        return (result as { transcript: Message[] }).transcript
      } catch (error) {
        // Given up while it waited for a person: nothing came of it.
        if (!isOneOf(error, 'RUN_CANCELLED', 'RUN_FAILED', 'RUN_UNKNOWN')) throw error
      }
    }
    return []
  }

  const start: Conversations['start'] = async ({ message, runId, conversationId }) => {
    if (runs.get(runId) !== undefined) return { refusal: `Run ${runId} was started before.` }
    if (starting.has(conversationId)) return notOver
    // Before anything is waited for: another message may come meanwhile.
    starting.add(conversationId)
    try {
      const earlier = conversations.get(conversationId)?.split('\n') ?? []
      const last = earlier.at(-1)
      if (last !== undefined && (await isOpen(last))) return notOver
      // The cast: messages are JSON.
      const history = (await historyAfter(earlier)) as unknown as Json
      await host.start(runId, { input: message, history })
      conversations.set(conversationId, [...earlier, runId].join('\n'))
      runs.set(runId, conversationId)
    } finally {
      starting.delete(conversationId)
    }
    return readable(host, runId)
  }

  return {
    start,
    find: (runId) => (runs.get(runId) === undefined ? undefined : readable(host, runId)),
    // Runs go on: the engine has them.
    async close() {},
  }
}

const notOver = {
  refusal: 'This conversation has a run that is not over: answer it or stop it.',
}

function readable(host: RestateRunHost, runId: string): ReadableRun {
  return {
    runId,
    async resolve(id, decision) {
      try {
        // The cast: a decision is JSON.
        return await host.decide(runId, id, decision as unknown as Json)
      } catch (error) {
        if (isOneOf(error, 'DECISION_INVALID', 'RUN_UNKNOWN')) return 'unknown'
        throw error
      }
    },
    abort: (reason) => host.cancel(runId, reason),
    events: ({ from, signal }) =>
      // The cast: what the agent told, numbered by the store.
      host.events(runId, { after: Math.max(0, from - 1), signal }) as unknown as AsyncIterable<
        RunEvent | GapEvent
      >,
  }
}

function isOneOf(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as { code?: string }).code ?? '')
}
