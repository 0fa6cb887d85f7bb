import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Incoming, Outgoing } from './incoming'

/** Serves a node:http request; Express, Fastify (`request.raw`) and Connect pass the same objects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function toNodeHandler(serve: (incoming: Incoming) => Promise<Outgoing>): NodeHandler {
  return async (request, response) => {
    const outgoing = await serve(fromNode(request, response))
    await write(response, outgoing)
  }
}

function fromNode(request: IncomingMessage, response: ServerResponse): Incoming {
  // Express rewrites `url` when it mounts a handler; `originalUrl` is what the client sent.
  const { originalUrl, body } = request as IncomingMessage & {
    originalUrl?: string
    body?: unknown
  } // set by frameworks
  const header = (name: string) => {
    const value = request.headers[name]
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
  }
  const url = `http://${header('host') ?? 'localhost'}${originalUrl ?? request.url ?? '/'}`
  return {
    method: request.method ?? 'GET',
    url,
    onGone(listener) {
      const onClose = () => {
        if (!response.writableFinished) listener()
      }
      if (response.closed) queueMicrotask(onClose)
      response.once('close', onClose)
      return () => response.off('close', onClose)
    },
    header,
    headers: () => request.headers,
    text: (limit) =>
      body === undefined ? readLimited(request, limit) : Promise.resolve(JSON.stringify(body)),
    toRequest() {
      const headers = new Headers()
      for (const [name, value] of Object.entries(request.headers))
        for (const item of Array.isArray(value) ? value : [value ?? ''])
          if (!name.startsWith(':')) headers.append(name, item)
      const gone = new AbortController()
      response.once('close', () => {
        if (!response.writableFinished) gone.abort(new Error('The client closed the connection.'))
      })
      return new Request(url, { method: request.method ?? 'GET', headers, signal: gone.signal })
    },
  }
}

function readLimited(request: IncomingMessage, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) {
        chunks.push(chunk)
        return
      }
      // The rest is read and dropped, so that the client gets to see the answer.
      chunks = []
      resolve(undefined)
    })
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.once('error', reject)
    request.once('close', () => resolve(''))
  })
}

async function write(response: ServerResponse, { status, headers, body }: Outgoing): Promise<void> {
  if (typeof body === 'string' || body === undefined) {
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body))
    response.writeHead(status, headers).end(body)
    return
  }
  response.writeHead(status, headers)
  response.flushHeaders()
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  response.once('close', cancel)
  if (response.closed) cancel()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!response.write(value) && !response.closed)
        await new Promise<void>((resolve) => {
          response.once('drain', resolve)
          response.once('close', resolve)
        })
    }
  } catch {
    // A stream that broke ends the response early; there is nobody to tell.
  }
  response.off('close', cancel)
  response.end()
}
