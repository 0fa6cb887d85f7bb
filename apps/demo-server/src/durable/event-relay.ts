import type { ChildProcess } from 'node:child_process'
import type { EventStore, StoredEvent } from '@toolprism/adapter-restate'
import type { Json } from '@toolprism/harness'

type Request =
  | { id: number; open: [runId: string, writer: string] }
  | { id: number; append: [runId: string, writer: string | null, events: readonly Json[]] }
type Answer = { id: number; value?: StoredEvent | boolean; problem?: string }

/** In the demo: what its worker tells goes into the store. */
export function serveEvents(worker: ChildProcess, store: EventStore): void {
  worker.on('message', async (message: Partial<Request>) => {
    const { id } = message
    if (id === undefined) return
    try {
      const value = await call(store, message as Request)
      answer(worker, { id, ...(value === undefined ? {} : { value }) })
    } catch (error) {
      answer(worker, { id, problem: (error as Error).message })
    }
  })
}

function call(store: EventStore, request: Request) {
  if ('open' in request) return store.open(...request.open)
  const [runId, writer, events] = request.append
  return store.append(runId, writer ?? undefined, events)
}

/** The callback: a worker that has gone meanwhile is no error. */
function answer(worker: ChildProcess, message: Answer): void {
  if (worker.connected) worker.send(message, () => {})
}

/** In the worker: a store that is the demo's. Only the demo reads. */
export function relayedEvents(): EventStore {
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  process.on('message', (message: Answer) => {
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })
  const ask = (request: object) =>
    new Promise<Answer['value']>((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ value, problem }) =>
        problem === undefined ? resolve(value) : reject(new Error(problem)),
      )
      process.send?.({ id, ...request })
    })
  return {
    // The casts: what the other end answers to each.
    open: async (runId, writer) =>
      (await ask({ open: [runId, writer] })) as StoredEvent | undefined,
    append: async (runId, writer, events) =>
      (await ask({ append: [runId, writer ?? null, events] })) as boolean,
    read() {
      throw new Error('a worker reads no events')
    },
  }
}
