import { spawn } from 'node:child_process'
import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { isInside, type ResolvedPath } from '../workspace/resolve-path'
import type { Workspace } from '../workspace/workspace'
import { SKIPPED_FOLDERS } from './ignore-rules'

/** Names kept of one scan; more are of no use, since the limit of a search is reached long before. */
const maxOutput = 32_000_000

/**
 * Where ripgrep is: the given path, or the first `rg` of an absolute PATH entry. One inside the workspace is
 * never run. Undefined when there is none.
 */
export function findRipgrep(workspace: Workspace, given?: string | false): string | undefined {
  if (given === false) return undefined
  if (given !== undefined) return given
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg'
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute)) {
    try {
      const path = realpathSync(join(folder, name))
      accessSync(path, constants.X_OK)
      if (!isInside(workspace.root, path)) return path
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

export interface RipgrepScan {
  /** The files that may hold a match, once ripgrep has seen all; undefined before that and when it failed. */
  candidates(): ReadonlySet<string> | undefined
  /** Resolves when the scan is over, well or not. */
  ended: Promise<void>
  stop(): void
}

/**
 * Lets ripgrep look for files below a folder that may hold a match, while the caller searches as well. Only
 * names come back: each file is then opened and matched by ourselves, so ripgrep decides nothing.
 */
export function startRipgrep(
  workspace: Workspace,
  start: ResolvedPath,
  { ripgrep, pattern }: { ripgrep: string; pattern: string },
): RipgrepScan {
  const child = spawn(ripgrep, ripgrepArguments(pattern, start), {
    cwd: workspace.root,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  })
  const chunks: Buffer[] = []
  let size = 0
  let found: ReadonlySet<string> | undefined
  const stop = () => void child.kill('SIGKILL')
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxOutput) stop()
  })
  const ended = new Promise<void>((resolve) => {
    child.on('error', () => resolve())
    child.on('close', (code) => {
      // 1 says that nothing matched; 2 that the pattern or a file was at fault.
      if (code === 0 || code === 1) found = readNames(Buffer.concat(chunks))
      resolve()
    })
  })
  return { candidates: () => found, ended, stop }
}

function ripgrepArguments(pattern: string, start: ResolvedPath): string[] {
  const skipped = SKIPPED_FOLDERS.flatMap((name) => ['-g', `!**/${name}/**`])
  // A search that starts inside such a folder means what is in it.
  const inside = start.relative.split('/').some((part) => SKIPPED_FOLDERS.includes(part))
  return [
    ...['--no-config', '-uuu', '--text', '-l', '-0', '--no-messages', '--color=never'],
    ...(inside ? [] : skipped),
    ...['-e', pattern, '--', `./${start.relative === '.' ? '' : start.relative}`],
  ]
}

function readNames(output: Buffer): ReadonlySet<string> {
  const names = output.toString('utf8').split('\0')
  return new Set(names.map((name) => name.replace(/^(?:\.\/)+/, '')))
}
