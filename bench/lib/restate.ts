import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeBinary } from '../../durable/binaries'
import { createEngine, type Engine } from '../../durable/engine'
import { type Child, endChildren, freePorts, startChild } from '../../durable/processes'
import { waitUntil } from '../../durable/wait-until'

/** A Restate server and workers for one benchmark, from what durable/ installs. */
export interface RestateBench extends Pick<Engine, 'ingressUrl' | 'adminUrl'> {
  folder: string
  /** Runs a program with a Node new enough for the SDK, and tells the engine of it. */
  startWorker(program: WorkerProgram, options: Record<string, unknown>): Promise<Child>
  close(): Promise<void>
}

export interface WorkerProgram {
  file: string
  port: number
}

export async function startRestate(): Promise<RestateBench> {
  spawnSync(process.execPath, ['../durable/install.mjs'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-restate-'))
  const engine = await createEngine(folder)
  await engine.start()
  const { ingressUrl, adminUrl } = engine
  return {
    ...{ folder, ingressUrl, adminUrl },
    async startWorker({ file, port }, options) {
      const child = startChild(nodeBinary(), [file], {
        env: { WORKER: JSON.stringify({ port, folder, ...options }) },
        logFile: join(folder, 'workers.log'),
      })
      const ready = () => existsSync(join(folder, `ready-${child.pid}`))
      await waitUntil('the worker', 30_000, ready)
      await engine.register(`http://127.0.0.1:${port}`)
      return child
    },
    close: endChildren,
  }
}

/** The agent's worker, and one of the SDK alone that keeps the same steps. */
export async function workerPrograms(bundle: (file: string) => Promise<string>) {
  const [port = 0, barePort = 0] = await freePorts(2)
  return {
    agent: { file: await bundle('subjects/restate-worker.ts'), port },
    bare: { file: await bundle('subjects/restate-bare-worker.ts'), port: barePort },
  }
}
