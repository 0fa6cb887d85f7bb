import type {
  WorkflowContext,
  WorkflowDefinition,
  WorkflowSharedContext,
} from '@restatedev/restate-sdk'
import { type Agent, JOURNAL_FORMAT, type Json } from '@toolprism/harness'
import { createPacker } from './blob-store'
import { decide } from './decide'
import { DurableError } from './errors'
import { type Listening, listen } from './listen'
import { cancelledPromise } from './parked-runs'
import { runAgent } from './run-agent'
import type { DecideRequest, RunRequest } from './run-types'
import type { ServeAgentOptions, Setup } from './setup'

/** An agent as a service of the engine, to be served however the application likes. */
export interface AgentEndpoint {
  /** A handler for `http2.createServer` (and `http.createServer`, which can't stream). */
  nodeHandler(request: unknown, response: unknown): void
  /** A handler for runtimes with `fetch` servers. One exchange a step: slower than HTTP/2. */
  fetchHandler(request: Request): Promise<Response>
  /** Serves HTTP/2. @throws when the port is taken */
  listen(options?: { port?: number; hostname?: string }): Promise<Listening>
}

/**
 * Makes an agent, unchanged, a service of a Restate engine. Any number of processes serve the same one; the engine
 * hands runs to them and moves the runs of one that dies.
 * @throws DurableError NODE_TOO_OLD below Node 22, SDK_MISSING without `@restatedev/restate-sdk`
 */
export async function serveAgent(agent: Agent, options: ServeAgentOptions): Promise<AgentEndpoint> {
  refuseOldNode()
  const { sdk, fetchSdk } = await loadSdk()
  const packer = createPacker(
    options.blobs,
    options.maxJournalBytes ?? 256 * 1024,
    (message) => new sdk.TerminalError(message),
  )
  const services = [defineWorkflow({ agent, options, sdk, packer })]
  const common = {
    services,
    ...(options.identityKeys ? { identityKeys: options.identityKeys } : {}),
    ...(options.logger ? { logger: options.logger } : {}),
  }
  const nodeHandler = sdk.createEndpointHandler(common)
  return {
    // The cast: the SDK takes requests of HTTP/1.1 and HTTP/2 alike.
    nodeHandler: nodeHandler as AgentEndpoint['nodeHandler'],
    fetchHandler: fetchSdk.createEndpointHandler(common),
    listen: (where = {}) => listen(nodeHandler, where),
  }
}

function refuseOldNode(): void {
  const version = globalThis.process?.versions?.node
  if (version === undefined || Number.parseInt(version, 10) >= 22) return
  throw new DurableError(
    'NODE_TOO_OLD',
    `serveAgent needs Node 22 or newer, and this is ${version}: the Restate SDK calls Promise.withResolvers, without which every run hangs and is tried again for ever.`,
  )
}

/** Here and not at import: who only starts runs needs no SDK. */
async function loadSdk() {
  try {
    const [sdk, fetchSdk] = await Promise.all([
      import('@restatedev/restate-sdk'),
      import('@restatedev/restate-sdk/fetch'),
    ])
    return { sdk, fetchSdk }
  } catch (cause) {
    throw new DurableError(
      'SDK_MISSING',
      'a worker needs the Restate SDK: npm install @restatedev/restate-sdk',
      { cause },
    )
  }
}

function defineWorkflow(setup: Setup): WorkflowDefinition<string, unknown> {
  const { sdk, options } = setup
  const { shared } = sdk.handlers.workflow
  const stepTimeout = options.stepTimeoutMs ?? 15 * 60_000
  const retention = options.retentionMs ?? 30 * 24 * 3_600_000
  return sdk.workflow({
    name: options.service,
    handlers: {
      run: (context: WorkflowContext, request: RunRequest) => runAgent(setup, context, request),
      decide: shared(
        { enableLazyState: true },
        (context: WorkflowSharedContext, request: DecideRequest) => decide(setup, context, request),
      ),
      // Only from one stretch of a run to the next.
      answer: shared(
        { ingressPrivate: true },
        async (context: WorkflowSharedContext, { token, value }: DecideRequest) => {
          const promise = context.promise<Json>(token)
          if ((await promise.peek()) === undefined) await promise.resolve(value)
        },
      ),
      cancelParked: shared(
        { enableLazyState: true },
        async (context: WorkflowSharedContext, reason: string) => {
          const promise = context.promise<string>(cancelledPromise)
          if ((await promise.peek()) === undefined) await promise.resolve(reason)
          return null
        },
      ),
    },
    metadata: { 'toolprism.journalFormat': String(JOURNAL_FORMAT) },
    options: {
      // Both: a step that is silent for longer than the two together is cut off and begun again.
      inactivityTimeout: stepTimeout,
      abortTimeout: stepTimeout,
      workflowRetention: retention,
      idempotencyRetention: retention,
    },
  }) as WorkflowDefinition<string, unknown>
}
