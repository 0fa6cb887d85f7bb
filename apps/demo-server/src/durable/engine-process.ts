import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineUrls } from './find-engine'
import { type KeptProcess, keepRunning } from './keep-running'
import type { Ports } from './kept-ports'

/**
 * The shell ends the server when this process is gone, however it went: its input closes then. The server has the shell's
 * descriptor 3, which tells this process when it is gone.
 */
const tied = `exec 4<&0
"$0" --config-file "$1" </dev/null 4<&- & server=$!
(read -r _ <&4; kill $server) & reader=$!
wait $server; code=$?
kill $reader 2>/dev/null
exit $code`

export interface EngineProcess extends EngineUrls {
  process: KeptProcess
}

/** Runs a Restate server for this demo alone: on loopback, without telemetry, its data in the folder. */
export function runEngine(
  binary: string,
  { folder, ports, say }: { folder: string; ports: Ports; say: (line: string) => void },
): EngineProcess {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const config = join(folder, 'restate.toml')
  writeFileSync(config, configure(join(folder, 'engine'), ports))
  const log = openSync(join(folder, 'engine.log'), 'w', 0o600)
  const process = keepRunning({
    name: 'The Restate server',
    say,
    group: true,
    start: () =>
      spawn('/bin/sh', ['-c', tied, binary, config], {
        // Its own variables would be read as settings.
        env: { PATH: '/usr/bin:/bin', DO_NOT_TRACK: '1' },
        stdio: ['pipe', log, log, 'pipe'],
        // Ctrl-C would end the shell and leave the server.
        detached: true,
      }),
    end: (child) => child.stdin?.destroy(),
  })
  return {
    ingressUrl: `http://127.0.0.1:${ports.ingress}`,
    adminUrl: `http://127.0.0.1:${ports.admin}`,
    process: {
      get pid() {
        return process.pid
      },
      async stop() {
        await process.stop()
        closeSync(log)
      },
    },
  }
}

/** The last lines a server wrote, for who wonders why it does not run. */
export function engineLog(folder: string): string {
  const text = readFileSync(join(folder, 'engine.log'), 'utf8')
  return text.trim().split('\n').slice(-5).join('\n')
}

const configure = (base: string, ports: Ports) => `base-dir = ${JSON.stringify(base)}
node-name = "demo"
cluster-name = "toolprism-demo"
listen-mode = "tcp"
bind-ip = "127.0.0.1"
bind-port = ${ports.engine}
advertised-host = "127.0.0.1"
disable-telemetry = true
rocksdb-total-memory-size = "256 MiB"
default-num-partitions = 2
log-filter = "warn"
log-disable-ansi-codes = true
[ingress]
bind-port = ${ports.ingress}
[admin]
bind-port = ${ports.admin}
[worker.invoker]
http2-keep-alive-interval = "5s"
http2-keep-alive-timeout = "5s"
[default-retry-policy]
initial-interval = "100ms"
max-interval = "1s"
`
