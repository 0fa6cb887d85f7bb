import type { AddressInfo } from 'node:net'
import { serve as listen } from '@hono/node-server'
import type { Hono } from 'hono'
import { UsageError } from './options'

export interface Listening {
  port: number
  close(): Promise<void>
}

/** Listens, and says in a sentence why it cannot. */
export function serve(
  app: Hono,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = listen({ fetch: app.fetch, hostname: host, port })
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.once('listening', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      }),
    )
  })
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new UsageError(
      `Port ${port} is taken: stop what listens there, or give another with --port ${port + 1} (--port 0 picks a free one).`,
    )
  if (error.code === 'EACCES')
    return new UsageError(
      `Port ${port} needs rights this user lacks: give one above 1023 with --port.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new UsageError(`--host ${host} is not an address of this machine: try 127.0.0.1.`)
  return error
}
