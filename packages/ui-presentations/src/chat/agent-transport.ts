import type { ChatDecision, ChatEvent, ChatTransport } from './chat.types'
import { ChatTransportError } from './transport-error'

/** What is used of a harness agent, by shape: no package is needed for the types. */
export interface AgentLike<Message = unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: an agent's run may take and return more than is used here.
  run(input: string, options: { runId: string; history: Message[] }): RunLike<any>
}

export interface RunLike<Message = unknown> {
  readonly finished: Promise<{ transcript: Message[] }>
  events(options?: { from?: number; signal?: AbortSignal }): AsyncIterable<{ type: string }>
  resolve(id: string, decision: ChatDecision): string
  abort(reason?: string): void
}

/** Runs the agent in this process: in a browser, in Electron, in a test. Runs live as long as the transport. */
export function agentTransport(agent: AgentLike): ChatTransport {
  const runs = new Map<string, RunLike>()
  const histories = new Map<string, unknown[]>()
  const find = (runId: string) => {
    const run = runs.get(runId)
    if (!run) throw new ChatTransportError('RUN_GONE', `There is no run ${runId} here.`)
    return run
  }
  return {
    async *send({ message, runId, conversationId }, { signal }) {
      const run = agent.run(message, { runId, history: histories.get(conversationId) ?? [] })
      runs.set(runId, run)
      run.finished.then(
        ({ transcript }) => histories.set(conversationId, transcript),
        () => {},
      )
      yield* run.events({ from: 0, signal }) as AsyncIterable<ChatEvent> // the harness' events, by shape
    },
    async *resume({ runId, after }, { signal }) {
      yield* find(runId).events({ from: after + 1, signal }) as AsyncIterable<ChatEvent> // as above
    },
    async decide({ runId, id, decision }) {
      const outcome = find(runId).resolve(id, decision)
      if (outcome !== 'accepted')
        throw new ChatTransportError('REFUSED', `The answer was refused: ${outcome}.`)
    },
    async stop({ runId }) {
      find(runId).abort('Stopped by the user.')
    },
  }
}
