import type { GapEvent, Json, Message, RunHost, RunStatus } from '@toolprism/harness'
import { type BlobStore, createPacker } from './blob-store'
import { cancelRun } from './cancel-run'
import { createEngineClient, type EngineClient } from './engine-client'
import { DurableError } from './errors'
import type { EventStore } from './event-store'
import { findStretch, statusOf, waitForResult } from './run-status'
import type { DecideOutcome, RunRequest } from './run-types'

export interface RestateRunHostOptions {
  /** Where runs are started: `http://localhost:8080`. */
  ingressUrl: string
  /** Where runs are looked up and cancelled: `http://localhost:9070`. */
  adminUrl: string
  /** The name given to `serveAgent`. */
  service: string
  /** The store the workers write to. */
  eventStore?: EventStore
  /** The store the workers put large results in. */
  blobs?: BlobStore
  /** Headers of every request, such as an authorization. */
  headers?: Record<string, string>
  /**
   * Takes secrets out of inputs before they leave this process: the engine keeps inputs as plain text.
   */
  redact?(text: string): string
  /**
   * Milliseconds the engine has for an answer; the wait for a result has its own.
   * @default 30000
   */
  requestTimeoutMs?: number
  /** @default the global fetch */
  fetch?: typeof fetch
}

/** What a run begins with: a text, or a text and what was said before. */
export type StartInput = string | { input: string; history?: readonly Message[] }

/** `RunHost` on Restate. Works in any runtime with `fetch`, Node 20 included. */
export interface RestateRunHost extends RunHost {
  start(runId: string, input: StartInput | Json): Promise<void>
}

/** Starts, answers, cancels and reads runs that workers of `serveAgent` play. Holds no state. */
export function restateRunHost(options: RestateRunHostOptions): RestateRunHost {
  const client = createEngineClient({
    ingressUrl: options.ingressUrl,
    adminUrl: options.adminUrl,
    service: options.service,
    headers: options.headers ?? {},
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    fetch: options.fetch ?? fetch,
  })
  const packer = createPacker(options.blobs, 0, (message) => new Error(message))
  const { service, eventStore } = options
  return {
    async start(runId, input) {
      await client.start(runId, readRequest(checkRunId(runId), input, options.redact))
    },
    async decide(runId, token, value) {
      await requireRun(client, checkRunId(runId))
      // The cast: what the handler answers.
      return (await client.call(runId, 'decide', { token, value })) as DecideOutcome
    },
    cancel: (runId, reason = 'the run was cancelled') =>
      cancelRun({ client, service, eventStore }, checkRunId(runId), reason),
    status: async (runId): Promise<RunStatus> =>
      statusOf({ client, service, packer }, checkRunId(runId)),
    // The casts: a result is made of JSON.
    result: async (runId, { timeoutMs } = {}) =>
      (await waitForResult(
        { client, service, packer },
        checkRunId(runId),
        timeoutMs,
      )) as unknown as Json,
    events: (runId, { after = 0, signal } = {}) =>
      readEvents(eventStore, checkRunId(runId), after, signal),
  }
}

/** Names go into addresses and queries, and `~` parts the stretches of a run. */
function checkRunId(runId: string): string {
  if (/^[\w.:@-]{1,200}$/.test(runId)) return runId
  throw new DurableError(
    'RUN_ID_INVALID',
    `"${runId}" can't name a run: 1 to 200 of letters, digits and _ . : @ -`,
  )
}

async function requireRun(client: EngineClient, runId: string): Promise<void> {
  await findStretch(client, runId)
}

function readRequest(
  runId: string,
  given: StartInput | Json,
  redact: ((text: string) => string) | undefined,
): RunRequest {
  const { input, history } =
    typeof given === 'string'
      ? { input: given }
      : ((given ?? {}) as { input?: unknown; history?: unknown })
  if (typeof input !== 'string')
    throw new DurableError(
      'INPUT_INVALID',
      'a run starts with a text, or with { input: "…", history: […] }',
    )
  const request: RunRequest = { runId, input: redact ? redact(input) : input }
  // The cast: the agent checks a history before it uses it.
  if (Array.isArray(history)) request.history = history as Message[]
  return request
}

async function* readEvents(
  store: EventStore | undefined,
  runId: string,
  after: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Json> {
  if (!store)
    throw new DurableError(
      'EVENTS_MISSING',
      'this host has no event store: give restateRunHost and serveAgent the same one (eventStore)',
    )
  let position = after
  for await (const { sequence, event } of store.read(runId, { after, signal })) {
    if (sequence > position + 1) {
      const gap: GapEvent = { type: 'gap', runId, from: position + 1, to: sequence - 1 }
      yield { ...gap }
    }
    position = sequence
    // The cast: what workers put there.
    const told = event as { [key: string]: Json }
    yield { ...told, sequence }
    if (told['type'] === 'run.ended') return
  }
}
