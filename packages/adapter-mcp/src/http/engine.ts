import { createServed, createServerFactory, type ServerFactory } from '../create-mcp-server'
import { loadSdk, rethrow } from '../load-sdk'
import type { ServedSet } from '../serve/catalog'
import type { McpHandlerOptions } from './create-mcp-handler'
import { serveExchange } from './exchange'
import { type Incoming, type Outgoing, refusal } from './incoming'
import { checkHeaders, type Posted } from './messages'
import { isModern, loadModern, type Modern } from './modern'
import { createSessions, type Sessions, type SessionTransportClass } from './sessions'

/** What answers a request that passed the guards. */
export interface Engine {
  servePost(incoming: Incoming, posted: Posted, authInfo: unknown): Promise<Outgoing>
  serveOther(incoming: Incoming, authInfo: unknown): Promise<Outgoing>
  update(set: ServedSet): void
  close(): Promise<void>
  readonly sessionCount: number
}

interface Parts {
  factory: ServerFactory
  modern: Modern | undefined
  sessions: Sessions | undefined
}

/** Checks lists and schemas now, and loads the SDK when the first request comes. */
export function createEngine(options: McpHandlerOptions): Engine {
  const served = createServed({ ...options, sdk: undefined })
  let loaded: Parts | undefined
  let loading: Promise<Parts> | undefined

  const load = async (): Promise<Parts> => {
    const { version, Server } = await loadSdk(options.sdk)
    const factory = createServerFactory({ ...options, sdk: Server }, Server, served)
    const { sessions } = options
    loaded = {
      factory,
      modern: version === 'v2' ? await loadModern(factory, options) : undefined,
      sessions: sessions
        ? createSessions(
            factory.make,
            await loadTransport(version),
            sessions === true ? {} : sessions,
          )
        : undefined,
    }
    return loaded
  }
  const parts = () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  return {
    async servePost(incoming, posted, authInfo) {
      const { factory, modern, sessions } = loaded ?? (await parts())
      if (modern && isModern(incoming, posted)) return modern.serve(incoming, posted, authInfo)
      if (sessions) return sessions.serve(incoming, posted, authInfo)
      const refused = checkHeaders(incoming, posted.messages)
      if (refused) return refused
      if (!posted.messages.some(({ method, id }) => method !== undefined && id !== undefined))
        return { status: 202, headers: {} }
      return serveExchange(factory.makeForRequest(), { incoming, posted, authInfo })
    },
    async serveOther(incoming, authInfo) {
      const { sessions } = loaded ?? (await parts())
      if (sessions && (incoming.method === 'GET' || incoming.method === 'DELETE'))
        return sessions.serve(incoming, undefined, authInfo)
      const refused = refusal(405, -32000, 'Method not allowed.')
      refused.headers['allow'] = sessions ? 'GET, POST, DELETE' : 'POST'
      return refused
    },
    update: (set) => served.catalog.update(set),
    async close() {
      await loaded?.sessions?.close()
      await loaded?.modern?.close()
    },
    get sessionCount() {
      return loaded?.sessions?.size ?? 0
    },
  }
}

async function loadTransport(version: 'v1' | 'v2'): Promise<SessionTransportClass> {
  const { WebStandardStreamableHTTPServerTransport } =
    version === 'v2'
      ? await import('@modelcontextprotocol/server').catch(rethrow)
      : await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js').catch(rethrow)
  return WebStandardStreamableHTTPServerTransport as unknown as SessionTransportClass // one shape, two SDKs' types
}
