import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { nodeBinary } from '../../../durable/binaries'
import { createEngine } from '../../../durable/engine'
import { endChildren, freePorts, startChild } from '../../../durable/processes'
import { waitUntil } from '../../../durable/wait-until'
import { bundleProgram, waitForWorker } from './durable/workers'

afterAll(endChildren)

const program = (name: string) =>
  bundleProgram(fileURLToPath(new URL(`../../../examples/durable/${name}.ts`, import.meta.url)))

test('the example runs as its page says, with one of its workers killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-example-'))
  const [balancerPort = 0, first = 0, second = 0] = await freePorts(3)
  const [engine, worker, balancer, client] = await Promise.all([
    createEngine(folder),
    program('worker'),
    program('balancer'),
    program('client'),
  ])
  const start = (name: string, file: string, args: string[] = [], env = {}) =>
    startChild(nodeBinary(), [file, ...args], { env, logFile: join(folder, `${name}.log`) })
  const workers = [first, second].map((port) =>
    start(`worker-${port}`, worker, [], { PORT: String(port) }),
  )
  start('balancer', balancer, [balancerPort, first, second].map(String))
  await Promise.all([engine.start(), ...[balancerPort, first, second].map(waitForWorker)])
  await engine.register(`http://127.0.0.1:${balancerPort}`)
  const env = { RESTATE_INGRESS_URL: engine.ingressUrl, RESTATE_ADMIN_URL: engine.adminUrl }
  for (const [runId, killed] of [
    ['order-1', undefined],
    ['order-2', workers[0]],
  ] as const) {
    await killed?.kill()
    start(runId, client, [runId], env)
    const said = await waitUntil(`the answer of ${runId}`, 30_000, () => {
      const text = readFileSync(join(folder, `${runId}.log`), 'utf8')
      return text.includes('refunded') && text
    })
    expect(said.trim()).toBe('Order 17 was refunded.')
  }
})
