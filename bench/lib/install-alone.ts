import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const peers: Record<string, string> = createRequire(join(process.cwd(), 'package.json'))(
  './package.json',
).dependencies

export interface Installed {
  seconds: number
  packages: number
  megabytes: number
}

/** Installs packages into a new folder: ours from their tarballs, the rest at the versions of bench/. */
export function installAlone(
  folder: string,
  names: readonly string[],
  tarballs: Readonly<Record<string, string>>,
): Installed {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const own = Object.fromEntries(
    Object.entries(tarballs).map(([name, file]) => [name, `file:${file}`]),
  )
  const dependencies = Object.fromEntries(
    names.map((name) => [name, own[name] ?? peers[name] ?? fail(name)]),
  )
  // Ours name each other by a version that no registry has yet.
  const overrides = Object.fromEntries(
    Object.entries(own).filter(([name]) => !names.includes(name)),
  )
  const manifest = { private: true, type: 'module', dependencies, overrides }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const start = performance.now()
  const npm = spawnSync('npm', ['install', '--loglevel=error', ...flags], {
    cwd: folder,
    encoding: 'utf8',
  })
  const seconds = (performance.now() - start) / 1000
  if (npm.status !== 0) throw new Error(`npm install ${names.join(' ')}: ${npm.stderr}`)
  return { seconds, ...weigh(join(folder, 'node_modules')) }
}

function weigh(modules: string): { packages: number; megabytes: number } {
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  let bytes = 0
  for (const file of readdirSync(modules, { recursive: true }) as string[]) {
    const facts = statSync(join(modules, file))
    if (facts.isFile()) bytes += facts.size
  }
  return { packages: Object.keys(lock.packages).length, megabytes: bytes / 1e6 }
}

function fail(name: string): never {
  throw new Error(`${name} has no version in bench/package.json`)
}
