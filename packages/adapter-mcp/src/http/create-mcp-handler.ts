import type { McpServerOptions } from '../create-mcp-server'
import type { SdkChoice } from '../load-sdk'
import type { ServedSet } from '../serve/catalog'
import { type Authenticate, type ResourceMetadata, serveMetadata } from './auth'
import { createEngine, type Engine } from './engine'
import { checkGuards, type GuardOptions, preflight, withCors } from './guards'
import {
  fromRequest,
  fromResponse,
  type Incoming,
  type Outgoing,
  refusal,
  toResponse,
} from './incoming'
import { readMessages } from './messages'
import { type NodeHandler, toNodeHandler } from './node-handler'
import type { SessionOptions } from './sessions'

export interface McpHandlerOptions extends Omit<McpServerOptions, 'sdk'>, GuardOptions {
  /** @default 'auto' */
  sdk?: SdkChoice | undefined
  /** Bytes of a request body; more is answered with 413. @default 4_194_304 */
  maxBodyBytes?: number | undefined
  /** Keeps a server object for each client, for log levels, subscriptions and questions to the user. @default false */
  sessions?: boolean | SessionOptions | undefined
  /** Who calls: its answer is the tool's `context.host.authInfo`, or a Response that refuses. */
  authenticate?: Authenticate | undefined
  /** Served at `/.well-known/oauth-protected-resource` (RFC 9728). */
  resourceMetadata?: ResourceMetadata | undefined
}

/** Serves MCP over Streamable HTTP; call it with a web-standard Request. */
export interface McpHandler {
  (request: Request): Promise<Response>
  /** The same for node:http, Express and Connect. */
  readonly node: NodeHandler
  /** Live sessions. */
  readonly sessionCount: number
  /** Replaces the given lists and tells connected clients. */
  update(set: ServedSet): void
  /** Ends every session and stream. */
  close(): Promise<void>
}

/** Makes the handler; loads the SDK on the first request. Throws at once for wrong names or schemas. */
export function createMcpHandler(options: McpHandlerOptions): McpHandler {
  const engine = createEngine(options)
  const serve = async (incoming: Incoming): Promise<Outgoing> => {
    const refused = checkGuards(incoming, options)
    if (refused) return refused
    return withCors(incoming, await serveAllowed(incoming, options, engine))
  }
  const handler = async (request: Request) => toResponse(await serve(fromRequest(request)))
  return Object.defineProperties(handler, {
    node: { value: toNodeHandler(serve) },
    sessionCount: { get: () => engine.sessionCount },
    update: { value: engine.update },
    close: { value: engine.close },
  }) as McpHandler // the properties are defined just above
}

async function serveAllowed(
  incoming: Incoming,
  options: McpHandlerOptions,
  engine: Engine,
): Promise<Outgoing> {
  try {
    const early = preflight(incoming) ?? serveMetadata(incoming, options.resourceMetadata)
    if (early) return early
    const authInfo = await options.authenticate?.(incoming.toRequest())
    if (authInfo instanceof Response) return fromResponse(authInfo)
    if (incoming.method !== 'POST') return await engine.serveOther(incoming, authInfo)
    const posted = await readMessages(incoming, options.maxBodyBytes ?? 4_194_304)
    return 'status' in posted ? posted : await engine.servePost(incoming, posted, authInfo)
  } catch {
    return refusal(500, -32603, 'Internal error')
  }
}
