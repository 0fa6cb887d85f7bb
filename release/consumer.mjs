import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.mjs'

const compilers = ['typescript59', 'typescript6', 'typescript7']

/** Installs one package alone into an empty folder and weighs what came. */
export async function installAlone(folder, { name, version }, registry) {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run('npm', ['install', `${name}@${version}`], {
    cwd: folder,
    env: { npm_config_userconfig: registry.npmrc },
  })
  return weigh(folder)
}

/** Imports every entry and compiles a consumer of it; the hosts are there, as their user would have them. */
export async function useEveryEntry(folder, manifest, registry) {
  const { name, peerDependencies = {} } = manifest
  const peers = Object.entries(peerDependencies).map(
    ([peer, range]) => `${peer}@${range.split('||').pop().trim()}`,
  )
  const types = ['@types/node@20', ...(peerDependencies.react ? ['@types/react@19'] : [])]
  await run('npm', ['install', '--legacy-peer-deps', ...peers, ...types], {
    cwd: folder,
    env: { npm_config_userconfig: registry.npmrc },
  })
  const entries = Object.keys(manifest.exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => join(name, entry))
  for (const entry of entries)
    await run(process.execPath, ['-e', `import(${JSON.stringify(entry)})`], { cwd: folder })
  await compile(folder, entries)
}

/** Compiles imports of all entries with every compiler; throws what our own declarations are blamed for. */
export async function compile(folder, entries) {
  const source = entries
    .map(
      (entry, index) =>
        `import * as entry${index} from '${entry}'\nexport type Entry${index} = keyof typeof entry${index}`,
    )
    .join('\n')
  await writeFile(join(folder, 'consumer.ts'), source)
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    noEmit: true,
    types: ['node'],
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
  )
  for (const compiler of compilers) {
    const bin = new URL(`./node_modules/${compiler}/bin/tsc`, import.meta.url).pathname
    const { code, output } = await run(process.execPath, [bin, '-p', '.'], {
      cwd: folder,
      allowFailure: true,
    })
    const faults = output.split('\n').filter((line) => /error TS/.test(line))
    // Only what our own declarations say counts; a host's faults are the host's.
    const ours = faults.filter((line) => /(@toolprism\/|^consumer\.ts)/.test(line))
    if (ours.length > 0) throw new Error(`${compiler}:\n${ours.join('\n')}`)
    if (code !== 0 && faults.length === 0) throw new Error(`${compiler} broke off:\n${output}`)
  }
}

/** Milliseconds a fresh process takes to import the root entry, the median of five. */
export async function timeImport(folder, name) {
  const script = `const t = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - t)`
  const times = []
  for (let round = 0; round < 5; round++) {
    const { output } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
    })
    times.push(Number(output))
  }
  return times.sort((a, b) => a - b)[2]
}

/** Every package installed below a folder, nested copies too, and the bytes of all files. */
export async function weigh(folder) {
  const modules = join(folder, 'node_modules')
  const lock = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'))
  const packages = Object.keys(lock.packages).map((path) => path.split('node_modules/').pop())
  let bytes = 0
  for (const file of await readdir(modules, { recursive: true })) {
    const facts = await stat(join(modules, file))
    if (facts.isFile()) bytes += facts.size
  }
  return { packages, megabytes: bytes / 1e6 }
}

/** The packages a manifest promises: itself, its dependencies and theirs, and the peers it insists on. */
export async function promisedPackages(manifest, folder) {
  const promised = new Set([manifest.name])
  const visit = async ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) => {
    const peers = Object.keys(peerDependencies).filter(
      (peer) => !peerDependenciesMeta[peer]?.optional,
    )
    for (const name of [...Object.keys(dependencies), ...peers]) {
      if (promised.has(name)) continue
      promised.add(name)
      const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8').catch(
        () => '{}',
      )
      await visit(JSON.parse(text))
    }
  }
  await visit(manifest)
  return promised
}
