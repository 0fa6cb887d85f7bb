import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type RestateRunHost,
  type RestateRunHostOptions,
  restateRunHost,
} from '@toolprism/adapter-restate'
import type { RunResult } from '@toolprism/harness'
import { createEngine, type Engine } from '../../../../durable/engine'
import { type Child, endChildren, freePorts } from '../../../../durable/processes'
import type { Effect } from './agent'
import { type Balancer, startBalancer } from './balancer'
import type { WorkerOptions } from './worker'
import { buildWorker, startWorker } from './workers'

export interface Scenario {
  folder: string
  engine: Engine
  host: RestateRunHost
  /** The running workers, by their place; a killed one is started again in the same place. */
  workers: Child[]
  startWorker(place: number, change?: Partial<WorkerOptions>): Promise<Child>
  /** Tells the engine what the workers are now. */
  register(): Promise<void>
  effects(): Effect[]
  result(runId: string, milliseconds?: number): Promise<RunResult>
  close(): Promise<void>
}

export interface ScenarioOptions {
  workers?: number
  worker?: Partial<WorkerOptions>
  host?: Partial<RestateRunHostOptions>
}

/** An engine, workers behind a balancer, and a host: all of this machine, all of this test. */
export async function createScenario(options: ScenarioOptions = {}): Promise<Scenario> {
  const { workers: count = 1 } = options
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-durable-'))
  const effectsFile = join(folder, 'effects.jsonl')
  const [balancerPort = 0, ...ports] = await freePorts(count + 1)
  const [engine, program] = await Promise.all([createEngine(folder), buildWorker()])
  const workers: Child[] = []
  const start = async (place: number, change: Partial<WorkerOptions> = {}) => {
    workers[place] = await startWorker(program, folder, {
      port: ports[place]!,
      service: 'agent',
      effectsFile,
      modelMs: 20,
      toolMs: 10,
      turns: 6,
      ...options.worker,
      ...change,
    })
    return workers[place]
  }
  let balancer: Balancer | undefined
  try {
    await Promise.all([engine.start(), ...ports.map((_, place) => start(place))])
    balancer = await startBalancer(balancerPort, ports)
    await engine.register(balancer.url)
  } catch (error) {
    await endChildren()
    throw error
  }
  const host = restateRunHost({
    ingressUrl: engine.ingressUrl,
    adminUrl: engine.adminUrl,
    service: 'agent',
    ...options.host,
  })
  return {
    folder,
    engine,
    host,
    workers,
    startWorker: start,
    register: () => engine.register(`http://127.0.0.1:${balancerPort}`),
    effects: () =>
      existsSync(effectsFile)
        ? readFileSync(effectsFile, 'utf8')
            .split('\n')
            // The last line is empty, or one that is being written.
            .slice(0, -1)
            .map((line) => JSON.parse(line) as Effect)
        : [],
    // The cast: a result of the harness, as JSON.
    result: async (runId, milliseconds = 60_000) =>
      (await host.result(runId, { timeoutMs: milliseconds })) as unknown as RunResult,
    async close() {
      await endChildren()
      await balancer?.close()
    },
  }
}
