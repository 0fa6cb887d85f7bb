/** How a request to a server failed, the same for both SDKs' errors. */
export type Failure =
  | { kind: 'session-lost' | 'not-sent' | 'closed' | 'timeout' | 'unauthorized'; text: string }
  | { kind: 'refused'; code: number; text: string }
  | { kind: 'other'; text: string }

export function toFailure(error: unknown): Failure {
  const { code, status, message } = error as { code?: unknown; status?: unknown; message?: unknown } // errors of two SDKs
  const text = typeof message === 'string' ? message : String(error)
  const http =
    typeof status === 'number' ? status : typeof code === 'number' && code >= 400 ? code : 0
  // 404 is what the specification says; servers that lost their memory answer 400 as well (mcp-remote#106).
  if (http === 404 || (http === 400 && /session/i.test(text))) return { kind: 'session-lost', text }
  if (code === 'NOT_CONNECTED' || text === 'Not connected') return { kind: 'not-sent', text }
  if (code === 'CONNECTION_CLOSED' || code === -32000) return { kind: 'closed', text }
  if (code === 'REQUEST_TIMEOUT' || (code === -32001 && /time/i.test(text)))
    return { kind: 'timeout', text }
  if (isUnauthorized(error)) return { kind: 'unauthorized', text }
  if (typeof code === 'number' && code < 0)
    return { kind: 'refused', code, text: text.replace(/^MCP error -?\d+: /, '') }
  return { kind: 'other', text }
}

/**
 * An error of either SDK that asks for a sign-in. Two copies of it may meet and bundlers rename classes, so its
 * name or its text must do: it has no code.
 */
function isUnauthorized(error: unknown): boolean {
  const { constructor: made, message } = error as {
    constructor?: { name?: string }
    message?: unknown
  } // any error
  return made?.name === 'UnauthorizedError' || message === 'Unauthorized'
}
