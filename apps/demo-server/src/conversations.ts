import type { Agent, Message, Run } from '@toolprism/harness'

export interface StartRun {
  message: string
  runId: string
  conversationId: string
}

/** The runs of this process and what each conversation has said so far. */
export interface Conversations {
  /** Undefined when the run id is taken. */
  start(request: StartRun): Run | undefined
  find(runId: string): Run | undefined
  /** Ends every run. */
  close(): Promise<void>
}

const keptRuns = 200

export function createConversations(agent: Agent): Conversations {
  const runs = new Map<string, Run>()
  const histories = new Map<string, Message[]>()
  return {
    start({ message, runId, conversationId }) {
      if (runs.has(runId)) return undefined
      const run = agent.run(message, { runId, history: histories.get(conversationId) ?? [] })
      runs.set(runId, run)
      forgetOldest(runs)
      run.finished.then(
        ({ transcript }) => {
          histories.delete(conversationId)
          histories.set(conversationId, transcript)
          forgetOldest(histories)
        },
        () => {},
      )
      return run
    },
    find: (runId) => runs.get(runId),
    async close() {
      for (const run of runs.values()) run.abort('The server is stopping.')
      await Promise.allSettled([...runs.values()].map((run) => run.finished))
    },
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= keptRuns) return
    map.delete(key)
  }
}
