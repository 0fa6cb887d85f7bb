import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pause, waitUntil, within } from '../../../durable/wait-until'
import { createTestAgent } from './durable/agent'
import { countEffects, type EffectCount } from './durable/count-effects'
import { createScenario, type Scenario } from './durable/scenario'

const runs = 50
const approvals = 5
const turns = 6

const pace = { turns, modelMs: 120, toolMs: 50 }
/** Model, check and tools of every turn, the first step and the last answer. */
const steps = turns * 3 + 2

let scenario: Scenario
/** For what takes long and is idle meanwhile: it happens beside the rest. */
let beside: Scenario
/** Seconds the same runs take in one process without an engine. */
let floor: number
beforeAll(async () => {
  const options = { workers: 2, worker: { ...pace, parkAfterMs: 120_000 } }
  const scenarios = await Promise.all([createScenario(options), createScenario(options)])
  scenario = scenarios[0]
  beside = scenarios[1]
  floor = await playInProcess()
})
afterAll(async () => {
  await scenario?.close()
  await beside?.close()
})

interface Row extends EffectCount {
  disturbance: string
  done: number
  seconds: number
}

/** 50 runs of 6 turns with up to 3 parallel tools, five of them with an approval; something dies at about a third. */
async function play(
  disturbance: string,
  disturb: () => Promise<void>,
  where: Scenario = scenario,
): Promise<Row> {
  const { host } = where
  const name = disturbance.replaceAll(/\W+/g, '-')
  const ids = Array.from({ length: runs }, (_, index) => `${name}.${index}`)
  const effects = () => where.effects().filter(({ runId }) => runId.startsWith(`${name}.`))
  const started = performance.now()
  await Promise.all(
    ids.map((id, index) => host.start(id, index < approvals ? 'approve this' : 'work')),
  )
  await waitUntil('a third of the work', 30_000, () => effects().length > runs * 4)
  await disturb()
  const answered = ids.slice(0, approvals).map((id) => answer(where, id))
  const results = await within(
    'all runs',
    60_000,
    Promise.all([...ids.map((id) => where.result(id)), ...answered]),
  )
  const seconds = (performance.now() - started) / 1000
  const ended = results.slice(0, runs) as Awaited<ReturnType<Scenario['result']>>[]
  expect(ended.map(({ status }) => status)).toEqual(ids.map(() => 'completed'))
  expect(ended.map(({ steps }) => steps)).toEqual(ids.map(() => turns + 1))
  const row = {
    disturbance,
    done: ended.length,
    seconds,
    ...countEffects(ended, effects()),
  }
  print(row)
  return row
}

async function playInProcess(): Promise<number> {
  const started = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-floor-'))
  const agent = createTestAgent({ ...pace, effectsFile: join(folder, 'effects') })
  await Promise.all(
    Array.from({ length: runs }, async (_, index) => {
      const run = agent.run(index < approvals ? 'approve this' : 'work', {
        host: { runId: 'floor' },
      })
      const { pending = [] } = await run.result
      for (const { id } of pending) run.resolve(id, { allow: true })
      return run.finished
    }),
  )
  return (performance.now() - started) / 1000
}

async function answer({ host }: Scenario, id: string): Promise<undefined> {
  const token = await waitUntil(`the question of ${id}`, 40_000, async () => {
    const { waitingFor } = await host.status(id)
    return waitingFor?.[0]
  })
  expect(await host.decide(id, token, { allow: true })).toBe('accepted')
  return undefined
}

function print(row: Row): void {
  const overhead = ((row.seconds - floor) * 1000) / steps
  const cells = [
    `killed: ${row.disturbance}`.padEnd(30),
    `runs done ${row.done}/${runs}`,
    `tool calls ${row.calls}`,
    `effects lost ${row.lost}`,
    `doubled with the same key ${row.doubledSameKey}`,
    `doubled otherwise ${row.doubledOtherwise}`,
    `${row.seconds.toFixed(1)} s (in one process ${floor.toFixed(1)} s)`,
    `${overhead.toFixed(1)} ms a step`,
  ]
  process.stdout.write(`${cells.join('  ')}\n`)
}

/** All runs end, no effect is lost, and whatever was done twice carried the same key. */
function expectWhole(row: Row): void {
  expect(row).toMatchObject({ done: runs, lost: 0, doubledOtherwise: 0 })
}

function freezeWorker(): Promise<Row> {
  const disturb = async () => {
    beside.workers[0]!.signal('SIGSTOP')
    await pause(15_000)
    beside.workers[0]!.signal('SIGCONT')
  }
  return play('a worker, frozen 15 s', disturb, beside)
}

describe('50 runs', () => {
  let frozen: Promise<Row>

  test('undisturbed, nothing is done twice', async () => {
    const row = await play('nothing', async () => {})
    expectWhole(row)
    expect(row.doubledSameKey).toBe(0)
  })

  test('survive kill -9 of one of two workers, which is not started again', async () => {
    frozen = freezeWorker()
    // Looked at by its own test.
    frozen.catch(() => {})
    expectWhole(await play('a worker', async () => scenario.workers[0]!.kill()))
    await scenario.startWorker(0)
  })

  test('survive kill -9 of the server', async () => {
    const row = await play('the server', async () => {
      await scenario.engine.kill()
      await pause(500)
      await scenario.engine.start()
    })
    expectWhole(row)
  })

  test('survive kill -9 of everything', async () => {
    const row = await play('everything', async () => {
      await Promise.all([
        scenario.engine.kill(),
        ...scenario.workers.map((worker) => worker.kill()),
      ])
      await Promise.all([scenario.engine.start(), scenario.startWorker(0), scenario.startWorker(1)])
    })
    expectWhole(row)
  })

  test('survive a frozen worker, and what it does when it wakes', async () => {
    expectWhole(await frozen)
  })
})
