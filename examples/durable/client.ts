import assert from 'node:assert/strict'
// #region client
import { restateRunHost } from '@toolprism/adapter-restate'

const host = restateRunHost({
  ingressUrl: process.env['RESTATE_INGRESS_URL'] ?? 'http://127.0.0.1:8080',
  adminUrl: process.env['RESTATE_ADMIN_URL'] ?? 'http://127.0.0.1:9070',
  service: 'support',
})
const runId = process.argv[2] ?? `order-17-${Date.now()}`
await host.start(runId, 'Refund order 17.') // again with the same id: nothing happens

for (;;) {
  const { state, waitingFor = [] } = await host.status(runId)
  // Any process may answer, days later: the id and the token are all it needs.
  for (const token of waitingFor) await host.decide(runId, token, { allow: true })
  if (state !== 'queued' && state !== 'running' && state !== 'waiting') break
  await new Promise((resolve) => setTimeout(resolve, 200))
}
const result = await host.result(runId, { timeoutMs: 60_000 })
// #endregion
// The cast: a run's result, as JSON.
const { status, text } = result as { status: string; text: string }
assert.equal(status, 'completed')
console.log(text)
