import type { ChatEvent, ChatTransport } from './chat.types'
import { parseEventStream } from './parse-event-stream'
import { ChatTransportError } from './transport-error'

export interface SseTransportOptions {
  /** Sent with every request; a function is asked each time, for tokens that change. */
  headers?: Record<string, string> | (() => Record<string, string>)
  credentials?: RequestCredentials
  /** @default globalThis.fetch */
  fetch?: typeof fetch
}

/**
 * Talks to a server that runs the agent:
 * `POST url` `{ message, runId, conversationId }` answers with the run's events as server-sent events, each with its
 * number as `id`; `GET url/:runId` with `Last-Event-ID` goes on after that number (404: unknown run);
 * `POST url/:runId/decisions` `{ id, decision }` answers a question; `POST url/:runId/stop` ends the run.
 */
export function sseTransport(url: string, options: SseTransportOptions = {}): ChatTransport {
  const base = url.replace(/\/+$/, '')
  const at = (runId: string, path = '') => `${base}/${encodeURIComponent(runId)}${path}`

  const request = async (
    address: string,
    init: RequestInit & { headers?: Record<string, string> },
  ) => {
    const own = typeof options.headers === 'function' ? options.headers() : options.headers
    const response = await (options.fetch ?? fetch)(address, {
      ...init,
      ...(options.credentials ? { credentials: options.credentials } : {}),
      headers: { ...own, ...init.headers },
    })
    if (response.ok) return response
    const text = (await response.text().catch(() => '')).slice(0, 300)
    const code =
      response.status === 404 || response.status === 410
        ? 'RUN_GONE'
        : response.status < 500
          ? 'REFUSED'
          : 'LOST'
    throw new ChatTransportError(
      code,
      messageOf(text) || `${response.status} ${response.statusText}`,
    )
  }
  const post = (address: string, body: unknown, signal?: AbortSignal) =>
    request(address, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream, application/json',
      },
      ...(signal ? { signal } : {}),
    })

  return {
    async *send({ message, runId, conversationId }, { signal }) {
      yield* eventsOf(await post(base, { message, runId, conversationId }, signal))
    },
    async *resume({ runId, after }, { signal }) {
      const headers = { Accept: 'text/event-stream', 'Last-Event-ID': String(after) }
      yield* eventsOf(await request(at(runId), { headers, signal }))
    },
    async decide({ runId, id, decision }) {
      await post(at(runId, '/decisions'), { id, decision })
    },
    async stop({ runId }) {
      await post(at(runId, '/stop'), {})
    },
  }
}

async function* eventsOf(response: Response): AsyncGenerator<ChatEvent> {
  if (!response.body) throw new ChatTransportError('LOST', 'The server sent no stream.')
  for await (const data of parseEventStream(response.body)) {
    const event = toEvent(data)
    if (event) yield event
  }
}

function toEvent(data: string): ChatEvent | undefined {
  try {
    const event: unknown = JSON.parse(data)
    return typeof event === 'object' && event !== null && 'type' in event
      ? (event as ChatEvent)
      : undefined // reducers check each field
  } catch {
    return undefined
  }
}

/** The message of a JSON error body (`{ error }`, `{ message }`, `{ error: { message } }`), or the text. */
function messageOf(text: string): string {
  try {
    const body = JSON.parse(text) as {
      error?: string | { message?: string }
      message?: string
    } | null
    const error = body?.error ?? body
    return typeof error === 'string' ? error : String(error?.message ?? '')
  } catch {
    return text.startsWith('<') ? '' : text
  }
}
