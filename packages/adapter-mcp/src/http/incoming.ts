/** A request, whatever server it came through; the hot path makes no `Request` object of it. */
export interface Incoming {
  readonly method: string
  readonly url: string
  /** Calls back when the client is gone before it was answered; answers the way to stop listening. */
  onGone(listener: () => void): () => void
  header(name: string): string | null
  headers(): Record<string, string | string[] | undefined>
  /** The body as text; undefined when it has more bytes than the limit. */
  text(limit: number): Promise<string | undefined>
  /** A web-standard request without the body, which is read already. */
  toRequest(): Request
}

/** A response, before it becomes a `Response` or is written to a socket. */
export interface Outgoing {
  status: number
  headers: Record<string, string>
  body?: string | ReadableStream<Uint8Array> | undefined
}

/** A JSON-RPC error as the body of a refused HTTP request. */
export function refusal(
  status: number,
  code: number,
  message: string,
  id: unknown = null,
): Outgoing {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }),
  }
}

export function fromRequest(request: Request): Incoming {
  return {
    method: request.method,
    url: request.url,
    onGone(listener) {
      const { signal } = request
      if (signal.aborted) queueMicrotask(listener)
      signal.addEventListener('abort', listener)
      return () => signal.removeEventListener('abort', listener)
    },
    header: (name) => request.headers.get(name),
    headers: () => Object.fromEntries(request.headers),
    text: (limit) => readLimited(request, limit),
    toRequest: () =>
      new Request(request.url, {
        method: request.method,
        headers: request.headers,
        signal: request.signal,
      }),
  }
}

async function readLimited(request: Request, limit: number): Promise<string | undefined> {
  if (Number(request.headers.get('content-length')) > limit) return undefined
  if (!request.body) return ''
  const reader = request.body.getReader()
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

export function toResponse({ status, headers, body }: Outgoing): Response {
  return new Response(body ?? null, { status, headers })
}

export function fromResponse(response: Response): Outgoing {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: response.body ?? undefined,
  }
}
