import type { EngineUrls } from './find-engine'

/** Milliseconds an engine has to come up: a first start makes its data folder. */
const patienceMs = 30_000

/** Waits until an engine takes runs; false when it does not in time. */
export async function engineAnswers(urls: EngineUrls, timeoutMs = patienceMs): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  const addresses = [`${urls.adminUrl}/health`, `${urls.ingressUrl}/restate/health`]
  for (;;) {
    const answers = await Promise.all(addresses.map((address) => isOk(address)))
    if (answers.every(Boolean)) return true
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Tells an engine where the worker is; it asks the worker what it can do.
 * @throws with what the engine said
 */
export async function registerWorker(adminUrl: string, workerUrl: string): Promise<void> {
  const response = await fetch(`${adminUrl}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Forced: the worker of this folder has the same address every time, and its tools may be other ones.
    body: JSON.stringify({ uri: workerUrl, force: true }),
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!response.ok)
    throw new Error(`the Restate server can't use the worker: ${await response.text()}`)
}

function isOk(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  )
}
