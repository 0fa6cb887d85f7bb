import { spawn } from 'node:child_process'
import { shellEnvironment } from '../terminal/shell-environment'
import type { Workspace } from '../workspace/workspace'
import { workspaceError } from '../workspace/workspace-error'

export interface GitOutput {
  text: string
  /** True when more came than `maxBytes`. */
  cut: boolean
}

export interface GitOptions {
  signal: AbortSignal
  /** @default 1_000_000 */
  maxBytes?: number
}

const timeoutMs = 30_000

/** Nothing a repository configures may run a program, wait for a person or change the index. */
const settings = [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.pager=cat',
    'core.quotePath=false',
    'color.ui=false',
    'diff.external=',
    'log.showSignature=false',
    'submodule.recurse=false',
  ].flatMap((setting) => ['-c', setting]),
]

/** Runs git with an argument array in the workspace. Throws `COMMAND_FAILED` with what git said. */
export function runGit(
  workspace: Workspace,
  args: readonly string[],
  options: GitOptions,
): Promise<GitOutput> {
  const { maxBytes = 1_000_000, signal } = options
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...settings, ...args], {
      cwd: workspace.root,
      env: shellEnvironment(undefined, { LC_ALL: 'C' }),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      timeout: timeoutMs,
      signal,
    })
    const chunks: Buffer[] = []
    let size = 0
    let problem = ''
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size - chunk.length < maxBytes) chunks.push(chunk)
      else child.kill()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      problem = (problem + chunk.toString('utf8')).slice(0, 4000)
    })
    child.on('error', (error) => reject(startError(error)))
    child.on('close', (code) => {
      const bytes = Buffer.concat(chunks).subarray(0, maxBytes)
      const cut = size > maxBytes
      if (code === 0 || cut) resolve({ text: bytes.toString('utf8'), cut })
      else reject(workspaceError('COMMAND_FAILED', gitProblem(problem, code)))
    })
  })
}

function startError(error: Error): Error {
  if ('code' in error && error.code === 'ENOENT')
    return workspaceError('COMMAND_FAILED', 'git is not installed on this machine.')
  return error
}

function gitProblem(problem: string, code: number | null): string {
  if (/not a git repository/i.test(problem)) return 'The workspace is not in a git repository.'
  if (code === null) return `git was stopped: it took more than ${timeoutMs / 1000} s.`
  return `git failed: ${problem.trim().replace(/^fatal: /, '') || `exit code ${code}`}`
}
