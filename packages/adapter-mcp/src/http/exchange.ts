import type { McpServerLike } from '../mcp.types'
import { toJson } from '../to-json'
import { type Incoming, type Outgoing, refusal } from './incoming'
import type { Message, Posted } from './messages'

const keepAliveMs = 15_000
/** A call still running by then gets a stream, so that proxies see the response begin. */
const streamAfterMs = 1000

export interface ExchangeOptions {
  incoming: Incoming
  posted: Posted
  authInfo: unknown
}

/**
 * Serves one legacy POST with a server object of its own (typescript-sdk#1994, CVE-2026-25536): plain JSON
 * when the answers come alone and soon, an event stream when there is more to say. A client that goes away
 * closes the server, which aborts what runs.
 */
export function serveExchange(server: McpServerLike, options: ExchangeOptions): Promise<Outgoing> {
  const { incoming, posted, authInfo } = options
  const waiting = new Set(posted.messages.filter(isRequest).map((message) => message.id))
  if (waiting.size < posted.messages.filter(isRequest).length)
    return Promise.resolve(
      refusal(400, -32600, 'Invalid Request: two requests of a batch share an id'),
    )
  return new Promise((resolve) => {
    const answers: Message[] = []
    let stream: EventStream | undefined
    let over = false

    const end = () => {
      if (over) return
      over = true
      clearTimeout(timer)
      stopListening()
      if (stream) stream.close()
      else if (waiting.size === 0) resolve(jsonAnswer(answers, Array.isArray(posted.body)))
      else resolve({ status: 499, headers: {} })
    }
    // Closing aborts what runs. A server object that has answered all holds nothing that would need it.
    const leave = () => {
      end()
      server.close().catch(() => {})
    }
    const openStream = () => {
      if (stream || over) return
      stream = createEventStream(leave)
      for (const answer of answers) stream.write(answer)
      resolve({ status: 200, headers: { ...streamHeaders }, body: stream.readable })
    }
    const timer = setTimeout(openStream, streamAfterMs)
    const stopListening = incoming.onGone(leave)

    const transport: ExchangeTransport = {
      start: async () => {},
      close: async () => {
        end()
        transport.onclose?.()
        delete transport.onclose
      },
      async send(message, sending) {
        if (over) return
        if (message.method === undefined) {
          if (!waiting.delete(message.id as string)) return // an id it never asked for
          if (stream) stream.write(message)
          else answers.push(message)
          if (waiting.size === 0) end()
        } else if (message.id !== undefined) {
          throw new Error('A stateless connection has no way to ask the client.')
        } else if (sending?.relatedRequestId !== undefined) {
          openStream()
          stream?.write(message)
        }
      },
    }
    const extra = {
      ...(authInfo !== undefined && { authInfo }),
      requestInfo: { headers: incoming.headers() },
    }
    server.connect(transport as never).then(
      () => {
        for (const message of posted.messages) transport.onmessage?.(message, extra)
      },
      () => {
        over = true
        resolve(refusal(500, -32603, 'Internal error'))
      },
    )
  })
}

interface ExchangeTransport {
  onmessage?: (message: Message, extra: unknown) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  start(): Promise<void>
  close(): Promise<void>
  send(message: Message, options?: { relatedRequestId?: string | number }): Promise<void>
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

function jsonAnswer(answers: Message[], batch: boolean): Outgoing {
  const [first] = answers
  const body = batch || !first ? `[${answers.map(toJson).join(',')}]` : toJson(first)
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

interface EventStream {
  readonly readable: ReadableStream<Uint8Array>
  write(message: Message): void
  close(): void
}

function createEventStream(onCancel: () => void): EventStream {
  const encoder = new TextEncoder()
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      sink = controller
    },
    cancel() {
      sink = undefined
      clearInterval(keepAlive)
      onCancel()
    },
  })
  const keepAlive = setInterval(
    () => sink?.enqueue(encoder.encode(': keep-alive\n\n')),
    keepAliveMs,
  )
  return {
    readable,
    write: (message) =>
      sink?.enqueue(encoder.encode(`event: message\ndata: ${toJson(message)}\n\n`)),
    close() {
      clearInterval(keepAlive)
      sink?.close()
      sink = undefined
    },
  }
}

function isRequest(message: Message): message is Message & { id: string | number } {
  return message.method !== undefined && message.id !== undefined
}
