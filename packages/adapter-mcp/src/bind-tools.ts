import { McpAdapterError, McpRpcError, rpcCodes } from './errors'
import type { McpServerLike } from './mcp.types'
import { type Connection, type FallbackHandler, type SdkServer, toCall } from './serve/call'
import type { CallOptions } from './serve/call-tool'
import {
  type Catalog,
  type CatalogOptions,
  createCatalog,
  type ListKind,
  type ServedSet,
} from './serve/catalog'
import { createHandlers, type Handler } from './serve/handlers'

export interface BindOptions extends CatalogOptions, CallOptions {}

/** What `bindTools` answers. */
export interface Binding {
  /** Replaces the given lists and tells connected clients, once for all changes of one turn. */
  update(set: ServedSet): void
  /** Takes the tools off the server and ends its subscriptions. */
  dispose(): void
}

/**
 * Serves tools, resources and prompts on a server of `@modelcontextprotocol/sdk` (>= 1.26) or of
 * `@modelcontextprotocol/server` (v2), before it is connected. Throws McpAdapterError with code
 * MCP_HANDLER_EXISTS when the server already answers one of the methods.
 */
export function bindTools(
  server: McpServerLike,
  set: ServedSet,
  options: BindOptions = {},
): Binding {
  const catalog = createCatalog(set, options)
  const dispose = bindServed(server, { catalog, handlers: createHandlers(catalog, options) })
  return { update: (next) => catalog.update(next), dispose }
}

/** A catalog with its handlers: made once, bound to any number of server objects. */
export interface Served {
  readonly catalog: Catalog
  readonly handlers: ReadonlyMap<string, Handler>
}

/**
 * Binds through the fallback handler, the one low-level entry that is the same in every version of both
 * SDKs. It also sees requests as the client sent them: the SDKs' own tools/call wrapper refuses `arguments`
 * of null, and validates each result a second time.
 */
export function bindServed(
  target: McpServerLike,
  { catalog, handlers }: Served,
  lasting = true,
): () => void {
  const server = lowLevel(target)
  const connection: Connection = { server, logLevel: undefined, subscriptions: new Map() }
  server.registerCapabilities(catalog.capabilities)
  server.removeRequestHandler('logging/setLevel')
  // The server object of one request is of our own making: nobody else has bound to it.
  if (lasting) for (const method of handlers.keys()) assertFree(server, method)
  const previous = server.fallbackRequestHandler
  const handle: FallbackHandler = async (request, context) => {
    const handler = handlers.get(request.method)
    if (handler) return handler(request.params ?? {}, toCall(context, connection), connection)
    if (previous) return previous(request, context)
    throw new McpRpcError(rpcCodes.methodNotFound, 'Method not found')
  }
  server.fallbackRequestHandler = handle
  if (!lasting) return () => {}
  const stopListening = catalog.onChange(announcer(server))
  const onclose = server.onclose
  const release = () => {
    stopListening()
    for (const unsubscribe of connection.subscriptions.values()) unsubscribe()
    connection.subscriptions.clear()
  }
  server.onclose = () => {
    release()
    onclose?.()
  }
  return () => {
    release()
    if (server.fallbackRequestHandler === handle) server.fallbackRequestHandler = previous
  }
}

/** Sends list-changed notifications, one a list for all changes of one turn. */
function announcer(server: SdkServer): (changed: readonly ListKind[]) => void {
  const waiting = new Set<ListKind>()
  return (changed) => {
    if (waiting.size === 0)
      queueMicrotask(() => {
        const kinds = [...waiting]
        waiting.clear()
        if (!server.transport) return
        for (const kind of kinds)
          server.notification({ method: `notifications/${kind}/list_changed` }).catch(() => {})
      })
    for (const kind of changed) waiting.add(kind)
  }
}

function lowLevel(target: McpServerLike): SdkServer {
  const server = (target.server ?? target) as SdkServer // checked below, member by member
  for (const member of ['registerCapabilities', 'removeRequestHandler', 'notification'] as const)
    if (typeof server?.[member] !== 'function')
      throw new McpAdapterError(
        'MCP_SERVER_UNKNOWN',
        `bindTools needs a Server or McpServer of an MCP SDK; this object has no ${member}().`,
      )
  if (server.transport)
    throw new McpAdapterError(
      'MCP_SERVER_CONNECTED',
      'This server is already connected. Bind before connecting, one server object for each connection.',
    )
  return server
}

function assertFree(server: SdkServer, method: string): void {
  try {
    server.assertCanSetRequestHandler(method)
  } catch (cause) {
    throw new McpAdapterError(
      'MCP_HANDLER_EXISTS',
      `The server already answers ${method}. Register everything of that kind through one of the two.`,
      { cause },
    )
  }
}
