import type { McpServerLike } from '../mcp.types'
import { createEventStore, type EventStore } from './event-store'
import { fromResponse, type Incoming, type Outgoing, refusal } from './incoming'
import type { Posted } from './messages'
import { watchStream } from './watch-stream'

export interface SessionOptions {
  /** Milliseconds without a request or an open stream after which a session ends. @default 300_000 */
  idleMs?: number | undefined
  /** Sessions at one time; beyond it the longest idle one ends, and 503 answers when none is idle. @default 1000 */
  max?: number | undefined
  /** Keeps the last 1000 events of each session for clients that reconnect with `Last-Event-ID`. @default false */
  resumable?: boolean | undefined
}

/** The transport class both SDKs have under this name. */
export type SessionTransportClass = new (options: {
  sessionIdGenerator: () => string
  onsessioninitialized: (id: string) => void
  eventStore?: EventStore
  retryInterval?: number
}) => SessionTransport

export interface SessionTransport {
  onclose?: (() => void) | undefined
  close(): Promise<void>
  handleRequest(
    request: Request,
    options: { parsedBody?: unknown; authInfo?: never },
  ): Promise<Response>
}

interface Session {
  transport: SessionTransport
  server: McpServerLike
  owner: string
  lastUsed: number
  /** Requests and open streams. */
  active: number
}

export interface Sessions {
  readonly size: number
  serve(incoming: Incoming, posted: Posted | undefined, authInfo: unknown): Promise<Outgoing>
  close(): Promise<void>
}

export function createSessions(
  make: () => McpServerLike,
  Transport: SessionTransportClass,
  options: SessionOptions,
): Sessions {
  const { idleMs = 300_000, max = 1000, resumable = false } = options
  const sessions = new Map<string, Session>()
  let sweeper: ReturnType<typeof setInterval> | undefined

  const drop = (id: string, session: Session) => {
    sessions.delete(id)
    if (sessions.size === 0) clearInterval(sweeper)
    if (sessions.size === 0) sweeper = undefined
    session.server.close().catch(() => {})
  }
  const sweep = () => {
    const limit = Date.now() - idleMs
    for (const [id, session] of sessions)
      if (session.active === 0 && session.lastUsed <= limit) drop(id, session)
  }
  const makeRoom = (): boolean => {
    if (sessions.size < max) return true
    // A session goes to the end of the map when it is used, so the first idle one is the oldest.
    const oldest = [...sessions].find(([, session]) => session.active === 0)
    if (oldest) drop(...oldest)
    return oldest !== undefined
  }

  const open = async (owner: string): Promise<Session> => {
    const session: Session = {
      server: make(),
      owner,
      lastUsed: Date.now(),
      active: 0,
      transport: new Transport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized(id) {
          sessions.set(id, session)
          sweeper ??= unref(setInterval(sweep, Math.max(50, Math.min(idleMs / 4, 30_000))))
          session.transport.onclose = chain(session.transport.onclose, () => {
            if (sessions.get(id) === session) drop(id, session)
          })
        },
        ...(resumable && { eventStore: createEventStore(), retryInterval: 1000 }),
      }),
    }
    await session.server.connect(session.transport as never) // both SDKs' transports fit their servers
    return session
  }

  const run = async (session: Session, incoming: Incoming, posted?: Posted, authInfo?: unknown) => {
    session.active++
    session.lastUsed = Date.now()
    const done = () => {
      session.active--
      session.lastUsed = Date.now()
    }
    try {
      const response = await session.transport.handleRequest(incoming.toRequest(), {
        ...(posted && { parsedBody: posted.body }),
        ...(authInfo !== undefined && { authInfo: authInfo as never }), // the SDK's own type
      })
      const outgoing = fromResponse(response)
      if (outgoing.body instanceof ReadableStream) outgoing.body = watchStream(outgoing.body, done)
      else done()
      return outgoing
    } catch (error) {
      done()
      throw error
    }
  }

  return {
    get size() {
      return sessions.size
    },
    async serve(incoming, posted, authInfo) {
      const id = incoming.header('mcp-session-id')
      const owner = ownerOf(authInfo)
      if (id === null) {
        if (!posted?.messages.some((message) => message.method === 'initialize'))
          return refusal(400, -32000, 'Bad Request: Mcp-Session-Id header is required')
        if (!makeRoom()) return refusal(503, -32000, 'Too many sessions; try again later')
        const session = await open(owner)
        return run(session, incoming, posted, authInfo)
      }
      const session = sessions.get(id)
      // A session is no credential: another user's is as unknown as one that never was.
      if (session?.owner !== owner || !session) return refusal(404, -32001, 'Session not found')
      sessions.delete(id)
      sessions.set(id, session)
      return run(session, incoming, posted, authInfo)
    },
    async close() {
      for (const [id, session] of [...sessions]) drop(id, session)
    },
  }
}

function ownerOf(authInfo: unknown): string {
  if (typeof authInfo !== 'object' || authInfo === null) return ''
  const { clientId, subject, sub, extra } = authInfo as Record<string, unknown> // compared, never trusted
  const inner = typeof extra === 'object' && extra !== null ? (extra as { sub?: unknown }).sub : ''
  return JSON.stringify([clientId, subject, sub, inner])
}

function chain(first: (() => void) | undefined, second: () => void): () => void {
  return () => {
    first?.()
    second()
  }
}

function unref<T extends ReturnType<typeof setInterval>>(timer: T): T {
  // Timers are numbers outside Node, where nothing waits for them.
  if (typeof timer === 'object') timer.unref()
  return timer
}
