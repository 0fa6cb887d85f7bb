import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restateRunHost } from '@toolprism/adapter-restate'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../../../durable/engine'
import { endChildren, freePorts } from '../../../durable/processes'
import { within } from '../../../durable/wait-until'
import { buildWorker, startWorker } from './durable/workers'

afterAll(endChildren)

const pace = { service: 'agent', modelMs: 5, toolMs: 5, turns: 3 }

test.concurrent('only an engine with the right key is served', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-identity-'))
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keyFile = join(folder, 'key.pem')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' })
  const [engine, program, [port = 0, otherPort = 0]] = await Promise.all([
    createEngine(folder, `request-identity-private-key-pem-file = "${keyFile}"`),
    buildWorker(),
    freePorts(2),
  ])
  const effectsFile = join(folder, 'effects')
  const worker = (at: number, key: Buffer) =>
    startWorker(program, folder, {
      ...pace,
      port: at,
      effectsFile,
      identityKeys: [`publickeyv1_${base58(key)}`],
    })
  await Promise.all([engine.start(), worker(port, raw), worker(otherPort, other.subarray(-32))])
  const refused = await fetch(`${engine.adminUrl}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${otherPort}` }),
    signal: AbortSignal.timeout(20_000),
  })
  expect(refused.ok).toBe(false)
  await engine.register(`http://127.0.0.1:${port}`)
  const host = restateRunHost({ ...engine, service: 'agent' })
  await host.start('signed', 'work')
  expect(await host.result('signed', { timeoutMs: 20_000 })).toMatchObject({ status: 'completed' })
})

test.concurrent('a server of fetch requests plays runs too, one exchange a step', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-fetch-'))
  const [engine, program, [port = 0]] = await Promise.all([
    createEngine(folder),
    buildWorker(),
    freePorts(1),
  ])
  await Promise.all([
    engine.start(),
    startWorker(program, folder, {
      ...pace,
      port,
      effectsFile: join(folder, 'effects'),
      serve: 'fetch',
    }),
  ])
  const response = await fetch(`${engine.adminUrl}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${port}`, use_http_11: true }),
    signal: AbortSignal.timeout(20_000),
  })
  expect(response.ok).toBe(true)
  const host = restateRunHost({ ...engine, service: 'agent' })
  await host.start('r', 'ask')
  const status = async () => {
    for (;;) {
      const { waitingFor } = await host.status('r')
      if (waitingFor?.[0]) return waitingFor[0]
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const token = await within('the question', 20_000, status())
  expect(await host.decide('r', token, { allow: true })).toBe('accepted')
  expect(await host.result('r', { timeoutMs: 20_000 })).toMatchObject({ status: 'completed' })
  await host.start('parallel', 'work')
  expect(await host.result('parallel', { timeoutMs: 20_000 })).toMatchObject({
    status: 'completed',
  })
})

/** The engine's form of public keys. */
function base58(bytes: Buffer): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = digits[Number(rest % 58n)] + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(0, zeros)) + text
}
