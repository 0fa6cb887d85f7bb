import type { LogLevel } from '@toolprism/core'
import type { McpEra } from '../mcp.types'
import { clientCapabilitiesKey, logLevelKey } from '../meta-keys'

/** One incoming request, the same for both SDKs: the only place that knows their context objects. */
export interface Call {
  readonly era: McpEra
  readonly id: string | number
  readonly signal: AbortSignal
  readonly sessionId: string | undefined
  readonly meta: Record<string, unknown> | undefined
  readonly authInfo: unknown
  readonly clientCapabilities: Record<string, unknown> | undefined
  /** Log messages below this level are not sent; `none` sends nothing. */
  readonly logLevel: LogLevel | 'none' | undefined
  /** Answers that came with the retry of a call that asked (modern era). */
  readonly inputResponses: Record<string, unknown> | undefined
  readonly requestState: unknown
  readonly closeStream: (() => void) | undefined
  notify(method: string, params: Record<string, unknown>): void
  /** Sends a request to the client (legacy era). */
  send(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>>
}

/** What one server object remembers. */
export interface Connection {
  readonly server: SdkServer
  logLevel: LogLevel | undefined
  /** Subscribed URIs with their clean-up. */
  readonly subscriptions: Map<string, () => void>
}

/** The low-level server class of either SDK, as far as the adapter calls it. */
export interface SdkServer {
  transport?: unknown
  onclose?: (() => void) | undefined
  fallbackRequestHandler?: FallbackHandler | undefined
  assertCanSetRequestHandler(method: string): void
  removeRequestHandler(method: string): void
  registerCapabilities(capabilities: Record<string, unknown>): void
  notification(notification: { method: string; params?: unknown }): Promise<void>
  getClientCapabilities(): Record<string, unknown> | undefined
  connect(transport: unknown): Promise<void>
  close(): Promise<void>
}

export interface JsonRpcRequest {
  id?: string | number
  method: string
  params?: Record<string, unknown>
}

export type FallbackHandler = (request: JsonRpcRequest, context: SdkContext) => Promise<unknown>

type Notify = (notification: { method: string; params?: unknown }) => Promise<void>

/** The second argument of a request handler in SDK v1. */
interface ContextV1 {
  signal: AbortSignal
  sessionId?: string
  requestId: string | number
  _meta?: Record<string, unknown>
  authInfo?: unknown
  closeSSEStream?: () => void
  sendNotification: Notify
  sendRequest(request: { method: string; params: unknown }, schema: unknown): Promise<unknown>
}

/** The second argument of a request handler in SDK v2. */
interface ContextV2 {
  sessionId?: string
  http?: { authInfo?: unknown; closeSSE?: () => void }
  mcpReq: {
    id: string | number
    signal: AbortSignal
    _meta?: Record<string, unknown>
    envelope?: Record<string, unknown>
    inputResponses?: Record<string, unknown>
    requestState?: () => unknown
    notify: Notify
    send(request: { method: string; params: unknown }): Promise<unknown>
  }
}

export type SdkContext = ContextV1 | ContextV2

export function toCall(context: SdkContext, connection: Connection): Call {
  return 'mcpReq' in context ? fromV2(context, connection) : fromV1(context, connection)
}

function fromV1(context: ContextV1, connection: Connection): Call {
  return {
    era: 'legacy',
    id: context.requestId,
    signal: context.signal,
    sessionId: context.sessionId,
    meta: context._meta,
    authInfo: context.authInfo,
    clientCapabilities: connection.server.getClientCapabilities(),
    logLevel: connection.logLevel,
    inputResponses: undefined,
    requestState: undefined,
    closeStream: context.closeSSEStream,
    notify: notifier(context.sendNotification),
    send: async (method, params) =>
      asRecord(await context.sendRequest({ method, params }, anyResult)),
  }
}

function fromV2(context: ContextV2, connection: Connection): Call {
  const { mcpReq, http } = context
  const { envelope } = mcpReq
  const capabilities = envelope?.[clientCapabilitiesKey] as Record<string, unknown> | undefined // checked by the SDK
  return {
    era: envelope ? 'modern' : 'legacy',
    id: mcpReq.id,
    signal: mcpReq.signal,
    sessionId: context.sessionId,
    meta: mcpReq._meta,
    authInfo: http?.authInfo,
    clientCapabilities: envelope ? capabilities : connection.server.getClientCapabilities(),
    logLevel: envelope
      ? ((envelope[logLevelKey] as LogLevel | undefined) ?? 'none') // checked by the SDK
      : connection.logLevel,
    inputResponses: mcpReq.inputResponses,
    requestState: mcpReq.requestState?.(),
    closeStream: http?.closeSSE,
    notify: notifier(mcpReq.notify),
    send: async (method, params) => asRecord(await mcpReq.send({ method, params })),
  }
}

/** A notification is best effort: the client may be gone, and nobody waits for it. */
function notifier(notify: Notify): Call['notify'] {
  return (method, params) => {
    notify({ method, params }).catch(() => {})
  }
}

/** A result schema that takes anything, in the shape SDK v1 wants, without a schema library. */
const anyResult = {
  parse: (data: unknown) => data,
  safeParse: (data: unknown) => ({ success: true, data }),
  parseAsync: async (data: unknown) => data,
  safeParseAsync: async (data: unknown) => ({ success: true, data }),
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // narrowed
}
