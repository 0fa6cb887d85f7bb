import { afterAll, beforeAll, expect, test } from 'vitest'
import { pause, waitUntil } from '../../../durable/wait-until'
import { createScenario, type Scenario } from './durable/scenario'
import type { WorkerOptions } from './durable/worker'

let scenario: Scenario
beforeAll(async () => {
  scenario = await createScenario()
})
afterAll(() => scenario.close())

/** A worker with other settings takes the place of the one there is. */
async function deploy(change: Partial<WorkerOptions>): Promise<void> {
  await scenario.workers[0]!.kill()
  await scenario.startWorker(0, change)
}

async function tokenOf(runId: string): Promise<string> {
  return waitUntil(`the question of ${runId}`, 20_000, async () => {
    const { state, waitingFor } = await scenario.host.status(runId)
    return state === 'waiting' && waitingFor?.[0]
  })
}

const paid = (runId: string) =>
  scenario.effects().filter((effect) => effect.runId === runId && effect.tool === 'pay').length

test('a decision is taken once, and only for an open question', async () => {
  const { host } = scenario
  await host.start('r', 'ask')
  const token = await tokenOf('r')
  expect(await host.decide('r', 'another', { allow: true })).toBe('unknown')
  await expect(host.decide('r', token, { allow: 'yes' })).rejects.toMatchObject({
    code: 'DECISION_INVALID',
  })
  await expect(
    host.decide('r', token, { allow: true, inputHash: 'of other arguments' }),
  ).rejects.toMatchObject({ code: 'DECISION_INVALID' })
  const outcomes = await Promise.all([
    host.decide('r', token, { allow: true }),
    host.decide('r', token, { allow: false }),
    host.decide('r', token, { allow: true }),
  ])
  expect(outcomes.sort()).toEqual(['accepted', 'duplicate', 'duplicate'])
  expect((await scenario.result('r')).status).toBe('completed')
  expect(await host.decide('r', token, { allow: true })).toBe('duplicate')
  expect(await host.decide('r', 'another', { allow: true })).toBe('unknown')
  expect(paid('r')).toBeLessThanOrEqual(1)
})

test('answers come after a restart of everything, parked or not', async () => {
  await deploy({ parkAfterMs: 4000 })
  const { host, engine } = scenario
  await host.start('parked', 'ask')
  const first = await tokenOf('parked')
  await waitUntil('the run to park', 20_000, () => outputOf('parked'))
  await host.start('open', 'ask')
  const second = await tokenOf('open')
  await Promise.all([engine.kill(), scenario.workers[0]!.kill()])
  await Promise.all([engine.start(), scenario.startWorker(0)])
  expect(await host.decide('parked', first, { allow: true })).toBe('accepted')
  expect(await host.decide('open', second, { allow: false, reason: 'no' })).toBe('accepted')
  expect((await scenario.result('parked')).status).toBe('completed')
  const refused = await scenario.result('open')
  expect(JSON.stringify(refused.transcript)).toContain('denied')
  expect([paid('parked'), paid('open')]).toEqual([1, 0])
  expect(await host.decide('parked', first, { allow: true })).toBe('duplicate')
})

async function outputOf(key: string): Promise<boolean> {
  const response = await fetch(`${scenario.engine.ingressUrl}/restate/workflow/agent/${key}/output`)
  return response.status === 200
}

test('a decision at the moment of parking is never lost', async () => {
  await deploy({ parkAfterMs: 500 })
  const { host } = scenario
  const ids = Array.from({ length: 20 }, (_, index) => `late-${index}`)
  await Promise.all(
    ids.map(async (id, index) => {
      await host.start(id, 'ask')
      const token = await tokenOf(id)
      // From before the park to after it, in small steps.
      await pause(200 + index * 30)
      expect(await host.decide(id, token, { allow: true })).toBe('accepted')
    }),
  )
  const results = await Promise.all(ids.map((id) => scenario.result(id)))
  expect(results.map(({ status }) => status)).toEqual(ids.map(() => 'completed'))
  expect(ids.map(paid)).toEqual(ids.map(() => 1))
})

test('a parked run is cancelled for good', async () => {
  await deploy({ parkAfterMs: 100 })
  const { host } = scenario
  await host.start('given-up', 'ask')
  const token = await tokenOf('given-up')
  await waitUntil('the run to park', 20_000, () => outputOf('given-up'))
  await host.cancel('given-up')
  expect(await host.status('given-up')).toEqual({ state: 'cancelled' })
  expect(await host.decide('given-up', token, { allow: true })).toBe('unknown')
  await expect(scenario.result('given-up')).rejects.toMatchObject({ code: 'RUN_CANCELLED' })
  expect(paid('given-up')).toBe(0)
})

test('1,000 paused runs hold no slot, and each can be answered', async () => {
  await deploy({ parkAfterMs: 2000, modelMs: 1, toolMs: 1 })
  const { host, engine } = scenario
  const ids = Array.from({ length: 1000 }, (_, index) => `paused-${index}`)
  for (let at = 0; at < ids.length; at += 50)
    await Promise.all(ids.slice(at, at + 50).map((id) => host.start(id, 'ask')))
  // Nothing of them is left at the engine: no run in a worker, none suspended.
  // Looked at now and then only: the look counts every run, on the cores that park them.
  const allParked = async () => {
    const rows = await engine.query(
      "select status, count(1) as runs from sys_invocation where target_handler_name = 'run' and starts_with(target_service_key, 'paused-') group by status",
    )
    return (
      rows.length === 1 && rows[0]!['status'] === 'completed' && rows[0]!['runs'] === ids.length
    )
  }
  await waitUntil('all to be parked', 60_000, allParked, 1000)
  await host.start('next', 'work')
  expect((await scenario.result('next', 10_000)).status).toBe('completed')
  const some = ids.filter((_, index) => index % 100 === 0)
  for (const id of some)
    expect(await host.decide(id, await tokenOf(id), { allow: true })).toBe('accepted')
  const results = await Promise.all(some.map((id) => scenario.result(id)))
  expect(results.map(({ status }) => status)).toEqual(some.map(() => 'completed'))
})
