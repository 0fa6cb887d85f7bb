import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { nodeBinary } from '../../../../durable/binaries'
import { type Child, startChild } from '../../../../durable/processes'
import { waitUntil } from '../../../../durable/wait-until'
import type { WorkerOptions } from './worker'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Bundles a program from source: a Node without our loader runs it. */
export async function bundleProgram(entry: string): Promise<string> {
  const outfile = here(`../../node_modules/.durable/${entry.replace(/\W+/g, '-')}.mjs`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    conditions: ['@toolprism/source', 'import', 'module', 'default'],
    external: ['@restatedev/*', 'ioredis'],
    logLevel: 'silent',
  })
  return outfile
}

export const buildWorker = () => bundleProgram(here('./worker.ts'))

export async function startWorker(
  program: string,
  folder: string,
  options: WorkerOptions,
): Promise<Child> {
  const child = startChild(nodeBinary(), [program], {
    env: { WORKER: JSON.stringify(options) },
    logFile: join(folder, `worker-${options.port}.log`),
  })
  await waitForWorker(options.port)
  return child
}

export async function waitForWorker(port: number): Promise<void> {
  const { connect } = await import('node:net')
  await waitUntil(`a worker on port ${port}`, 20_000, () => {
    return new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
  })
}
