import type { RequestListener } from 'node:http'

export interface Listening {
  port: number
  /** Stops at once: runs in flight go on in another worker, or here once it is back. */
  close(): Promise<void>
}

/** Serves a handler over HTTP/2 without TLS, which is what the engine speaks to a worker. */
export async function listen(
  // The cast below: Node's two kinds of requests have one handler here.
  handler: unknown,
  { port = 9080, hostname }: { port?: number; hostname?: string },
): Promise<Listening> {
  const { createServer } = await import('node:http2')
  const server = createServer(handler as never as RequestListener as never)
  const sessions = new Set<{ destroy(): void; on(event: 'close', listener: () => void): unknown }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, () => resolve())
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const session of sessions) session.destroy()
      }),
  }
}
