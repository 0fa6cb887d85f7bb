import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http2'

export interface WorkerOptions {
  port: number
  folder: string
  /** Turns of one model call and one tool call. */
  turns: number
  /** Characters a tool answers. */
  characters?: number
  /** The last step waits for this file. */
  gate?: string
}

/** What a suite tells its worker. */
export const workerOptions = JSON.parse(process.env['WORKER'] ?? '{}') as WorkerOptions

type Handler = (request: never, response: never) => void

// From the request that hands a run over to the first step that is not in its journal.
let handedOver = 0

/** Serves a handler of the engine's requests, and says when it does. */
export function serveWorker(handler: Handler): void {
  const { port, folder } = workerOptions
  const server = createServer((request, response) => {
    if (request.url.endsWith('/run')) handedOver = performance.now()
    // The cast: the SDK takes requests of HTTP/1.1 and HTTP/2 alike.
    handler(request as never, response as never)
  })
  server.listen(port, '127.0.0.1', () => writeFileSync(`${folder}/ready-${process.pid}`, ''))
}

/** Writes how long this attempt of a run took to come to its last step. */
export function tellLastStep(): void {
  appendFileSync(`${workerOptions.folder}/replays`, `${performance.now() - handedOver}\n`)
}
