import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverBinary } from './binaries'
import { freePorts, startChild } from './processes'
import { waitUntil } from './wait-until'

export interface Engine {
  ingressUrl: string
  adminUrl: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Tells the engine where the workers are. */
  register(workersUrl: string): Promise<void>
  query(sql: string): Promise<Record<string, unknown>[]>
}

/** A Restate server of this test alone: free loopback ports, its own folder, no telemetry. */
export async function createEngine(folder: string, invokerLines = ''): Promise<Engine> {
  const [node, ingress, admin] = await freePorts(3)
  mkdirSync(folder, { recursive: true })
  const configFile = join(folder, 'restate.toml')
  writeFileSync(
    configFile,
    `base-dir = "${join(folder, 'data')}"
node-name = "test"
cluster-name = "test"
listen-mode = "tcp"
bind-ip = "127.0.0.1"
bind-port = ${node}
advertised-host = "127.0.0.1"
disable-telemetry = true
rocksdb-total-memory-size = "256 MiB"
default-num-partitions = 4
log-filter = "warn"
log-disable-ansi-codes = true
[ingress]
bind-port = ${ingress}
[admin]
bind-port = ${admin}
[worker.invoker]
http2-keep-alive-interval = "5s"
http2-keep-alive-timeout = "5s"
http2-streams-per-connection-limit = 16
${invokerLines}
[default-retry-policy]
initial-interval = "100ms"
max-interval = "1s"
`,
  )
  const adminUrl = `http://127.0.0.1:${admin}`
  let child: ReturnType<typeof startChild> | undefined
  const post = (path: string, body: unknown) =>
    fetch(`${adminUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
  return {
    ingressUrl: `http://127.0.0.1:${ingress}`,
    adminUrl,
    async start() {
      child = startChild(serverBinary(), ['--config-file', configFile], {
        logFile: join(folder, 'engine.log'),
        env: { DO_NOT_TRACK: '1', RESTATE_DISABLE_TELEMETRY: 'true' },
      })
      await waitUntil('the engine', 30_000, async () => {
        const answers = await Promise.all(
          [`${adminUrl}/health`, `http://127.0.0.1:${ingress}/restate/health`].map((url) =>
            fetch(url, { signal: AbortSignal.timeout(2000) }).then(
              (response) => response.ok,
              () => false,
            ),
          ),
        )
        return answers.every(Boolean)
      })
    },
    async kill() {
      await child?.kill()
    },
    async register(workersUrl) {
      await waitUntil('the workers to be known', 20_000, async () => {
        const response = await post('/deployments', { uri: workersUrl, force: true })
        return response.ok
      })
    },
    async query(sql) {
      const response = await post('/query', { query: sql })
      return ((await response.json()) as { rows: Record<string, unknown>[] }).rows
    },
  }
}
