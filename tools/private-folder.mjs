import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The repository's root, with a slash at its end. */
export const house = fileURLToPath(new URL('..', import.meta.url))

/**
 * Installs bench/ or conformance/ on first use, and again when its lockfile changed. They stay outside the pnpm
 * workspace, so that `npm start` and `npm run verify` install no peer.
 */
export function installFolder(folder) {
  const root = join(house, folder)
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stamp = join(root, 'node_modules/.toolprism-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return linkPackages(root)
  console.log(`installing ${folder}/ (first use, or its lockfile changed) …`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const run = spawnSync(
    npm,
    ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (run.status !== 0) throw new Error(`npm ci in ${folder}/ failed`)
  writeFileSync(stamp, lock)
  linkPackages(root)
}

const asModule = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['@toolprism/source', 'import', 'module', 'default'],
  mainFields: ['module', 'main'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
}

/**
 * Bundles one file of a private folder with our packages from their source (the `@toolprism/source` condition)
 * and answers the path of the module made. What the folder installs itself stays an import, so that we and the
 * peers share one zod. No keepNames and no loader at run time: what is measured is plain JavaScript.
 */
export async function bundleFile(folder, file) {
  const root = join(house, folder)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const installed = Object.keys(dependencies)
  const name = relative(root, file)
    .replaceAll(/[\\/]/g, '-')
    .replace(/\.\w+$/, '')
  const outfile = join(root, 'node_modules/.toolprism', `${name}.mjs`)
  mkdirSync(join(root, 'node_modules/.toolprism'), { recursive: true })
  const external = installed.flatMap((dependency) => [dependency, `${dependency}/*`])
  await build({ ...asModule, entryPoints: [file], outfile, external })
  return outfile
}

/** Bundles a program with all it imports: one that is started hundreds of times reads one file, not hundreds. */
export async function bundleWhole(file, outfile) {
  // As Node resolves: old programs require packages whose ESM build has another shape.
  const asNode = { mainFields: ['main'], conditions: ['@toolprism/source'] }
  await build({ ...asModule, ...asNode, entryPoints: [file], outfile })
  return outfile
}

/** Links every package and app of ours into the folder, so that it is imported by name like any other. */
function linkPackages(root) {
  const scope = join(root, 'node_modules/@toolprism')
  rmSync(scope, { recursive: true, force: true })
  mkdirSync(scope, { recursive: true })
  for (const folder of [join(house, 'packages'), join(house, 'apps')])
    for (const name of readdirSync(folder))
      if (existsSync(join(folder, name, 'package.json')))
        symlinkSync(join(folder, name), join(scope, name), 'junction')
}

/** The suites of a private folder: file name without its ending, to the file's path. */
export function findSuites(folder) {
  const suites = join(house, folder, 'suites')
  return new Map(
    readdirSync(suites)
      .filter((file) => /^[a-z0-9-]+\.(ts|mts|mjs|js)$/.test(file))
      .sort()
      .map((file) => [basename(file).replace(/\.\w+$/, ''), join(suites, file)]),
  )
}
