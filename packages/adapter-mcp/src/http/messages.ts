import { type Incoming, type Outgoing, refusal } from './incoming'

export interface Message {
  jsonrpc: '2.0'
  id?: string | number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: unknown
}

export interface Posted {
  messages: Message[]
  /** The parsed body as it came: one message or a batch. */
  body: unknown
}

const maxBatch = 100

/** Revisions of the legacy era; a request that names another one is refused. */
export const legacyRevisions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]

/** The messages of a POST, or the refusal that says which rule of Streamable HTTP it broke. */
export async function readMessages(
  incoming: Incoming,
  maxBodyBytes: number,
): Promise<Posted | Outgoing> {
  const type = incoming.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    return refusal(415, -32000, 'Unsupported Media Type: Content-Type must be application/json')
  const text = await incoming.text(maxBodyBytes)
  if (text === undefined)
    return refusal(413, -32000, `Content Too Large: the body has more than ${maxBodyBytes} bytes`)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return refusal(400, -32700, 'Parse error: the body is not JSON')
  }
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  if (messages.length === 0) return refusal(400, -32600, 'Invalid Request: the batch is empty')
  if (messages.length > maxBatch)
    return refusal(400, -32600, `Invalid Request: a batch has at most ${maxBatch} messages`)
  if (!messages.every(isMessage))
    return refusal(400, -32600, 'Invalid Request: not a JSON-RPC 2.0 message')
  return { messages, body }
}

/** The refusal of a legacy POST with wrong headers; undefined when they are right. */
export function checkHeaders(
  incoming: Incoming,
  messages: readonly Message[],
): Outgoing | undefined {
  const accept = incoming.header('accept') ?? ''
  const anything = accept.includes('*/*')
  if (!anything && !(accept.includes('application/json') && accept.includes('text/event-stream')))
    return refusal(
      406,
      -32000,
      'Not Acceptable: Client must accept both application/json and text/event-stream',
    )
  if (messages.some((message) => message.method === 'initialize')) return undefined
  const version = incoming.header('mcp-protocol-version')
  if (version === null || legacyRevisions.includes(version)) return undefined
  return refusal(
    400,
    -32000,
    `Bad Request: Unsupported protocol version: ${version} (supported versions: ${legacyRevisions.join(', ')})`,
  )
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false
  const { jsonrpc, id, method, params } = value as Record<string, unknown> // read member by member
  if (jsonrpc !== '2.0') return false
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return false
  if (params !== undefined && (typeof params !== 'object' || params === null)) return false
  return typeof method === 'string' || ('id' in value && ('result' in value || 'error' in value))
}
