import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildPage, type DemoServer } from '../browser/demo-page'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const folder = here('../../node_modules/.durable')

/** Builds the demo from source, the page beside it, as a package would hold them; answers the program. */
export async function buildDemo(): Promise<string> {
  const outfile = `${folder}/cli.mjs`
  const { dependencies } = JSON.parse(readFileSync(here('../../package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const external = Object.keys(dependencies)
    .filter((name) => !name.startsWith('@toolprism/'))
    .flatMap((name) => [name, `${name}/*`])
  const bundled = build({
    ...{ entryPoints: [here('../../src/cli.ts')], outfile, external },
    ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'silent' },
    conditions: ['@toolprism/source', 'import', 'module', 'default'],
    banner: {
      js: "import { createRequire as createRequire_ } from 'node:module'; const require = createRequire_(import.meta.url);",
    },
  })
  const [webRoot] = await Promise.all([buildPage(), bundled])
  cpSync(webRoot, `${folder}/web`, { recursive: true })
  return outfile
}

export interface RunningDemo extends DemoServer {
  /** Of the process that plays the chat's runs now. */
  workerPid(): number
  /** Where its engine takes runs. */
  enginePort(): Promise<string>
  /** kill -9 of the worker; settles when another one is there. */
  killWorker(): Promise<void>
  /** kill -9 of the demo, and the same command again. */
  killAndRestart(): Promise<void>
  /** Settles with the exit code after Ctrl-C. */
  interrupt(): Promise<number | null>
}

export interface StartDemo {
  program: string
  workspace: string
  data: string
  environment: Record<string, string>
}

const patienceMs = 60_000

/** `toolprism-demo --durable`, as a person starts it. */
export async function startDemo(options: StartDemo): Promise<RunningDemo> {
  const { program, workspace, data, environment } = options
  let child: ChildProcess
  let output = ''
  let port = '0'
  const seen = async (pattern: RegExp, from = 0): Promise<string> => {
    const deadline = Date.now() + patienceMs
    for (;;) {
      const found = pattern.exec(output.slice(from))?.[1]
      if (found) return found
      if (Date.now() > deadline || child.exitCode !== null)
        throw new Error(`the demo did not say ${pattern}:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const start = async () => {
    output = ''
    child = spawn(
      process.execPath,
      [
        ...[program, '--durable', '--allow-writes', '--port', port],
        ...['--workspace', workspace, '--data', data],
      ],
      { env: { PATH: process.env['PATH'], ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
      })
    port = await seen(/running: {2}http:\/\/127\.0\.0\.1:(\d+)/)
    await seen(/(Ctrl-C)/)
  }
  const workerPid = () =>
    Number([...output.matchAll(/process (\d+) (?:plays them|takes its place)/g)].at(-1)?.[1])
  const end = (signal: NodeJS.Signals) =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
      child.once('exit', (code) => resolve(code))
      child.kill(signal)
    })
  await start()
  return {
    get url() {
      return `http://127.0.0.1:${port}/`
    },
    workerPid,
    enginePort: () => seen(/Restate at http:\/\/127\.0\.0\.1:(\d+)/),
    async killWorker() {
      const said = output.length
      process.kill(workerPid(), 'SIGKILL')
      await seen(/(takes its place)/, said)
    },
    async killAndRestart() {
      await end('SIGKILL')
      await start()
    },
    interrupt: () => end('SIGINT'),
    async restart() {
      await end('SIGINT')
      await start()
    },
    async close() {
      await end('SIGINT')
    },
  }
}
