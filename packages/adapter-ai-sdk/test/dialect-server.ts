import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer of the server. */
export type Reply =
  | {
      /** Lines of an event stream, without the blank line after each. */
      sse: string[]
      /** Cut the connection after the last line instead of ending it. */
      cut?: true
      /** Keep the connection open and silent after the last line. */
      stall?: true
    }
  | { status: number; headers?: Record<string, string>; body: unknown }

export interface DialectServer {
  baseURL: string
  /** Bodies of the requests so far. */
  requests: any[]
  headers: IncomingMessage['headers'][]
  /** Requests whose client went away before the answer was complete. */
  abandoned: number
  close(): Promise<void>
}

/** An OpenAI-compatible server on loopback that plays the given replies, one a request, then repeats the last. */
export async function startDialectServer(replies: Reply[]): Promise<DialectServer> {
  const state: Pick<DialectServer, 'requests' | 'headers' | 'abandoned'> = {
    requests: [],
    headers: [],
    abandoned: 0,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const reply = replies[Math.min(state.requests.length, replies.length - 1)]!
    state.requests.push(JSON.parse(Buffer.concat(chunks).toString('utf8') || 'null'))
    state.headers.push(request.headers)
    response.on('close', () => {
      if (!response.writableEnded && !response.destroyed) state.abandoned++
      else if (!response.writableFinished) state.abandoned++
    })
    send(response, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    get requests() {
      return state.requests
    },
    get headers() {
      return state.headers
    },
    get abandoned() {
      return state.abandoned
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function send(response: ServerResponse, reply: Reply): void {
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const text = reply.sse.map((line) => `${line}\n\n`).join('')
  if (reply.stall) response.write(text)
  else if (reply.cut) response.write(text, () => response.destroy())
  else response.end(text)
}

/** `data:` lines of JSON chunks, with the closing mark. */
export function sse(...chunks: unknown[]): string[] {
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}`), 'data: [DONE]']
}
