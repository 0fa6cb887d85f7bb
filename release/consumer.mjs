import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.mjs'

const compilers = ['typescript59', 'typescript6', 'typescript7']

/** Installs one package alone into an empty folder, imports every entry, compiles a consumer of it, and weighs what came. */
export async function tryAsConsumer(folder, manifest, registry) {
  const { name, version } = manifest
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const env = { npm_config_userconfig: registry.npmrc }
  await run('npm', ['install', '--ignore-scripts', `${name}@${version}`], { cwd: folder, env })
  const alone = await weigh(join(folder, 'node_modules'))
  const importMs = await timeImport(folder, name)

  // Entries behind an optional host are tried with that host installed, as their user would have it.
  const hosts = Object.entries(manifest.peerDependencies ?? {})
    .filter(([peer]) => !peer.startsWith('@toolprism/'))
    .map(([peer, range]) => `${peer}@${range.split('||').pop().trim()}`)
  const types = ['@types/node@20', ...(manifest.peerDependencies?.react ? ['@types/react@19'] : [])]
  const own = Object.keys(manifest.peerDependencies ?? {}).filter((peer) =>
    peer.startsWith('@toolprism/'),
  )
  await run(
    'npm',
    ['install', '--ignore-scripts', '--legacy-peer-deps', ...hosts, ...own, ...types],
    { cwd: folder, env },
  )
  const entries = Object.keys(manifest.exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => join(name, entry))
  for (const entry of entries)
    await run(process.execPath, ['-e', `import(${JSON.stringify(entry)})`], { cwd: folder })
  await compile(folder, entries)
  return { name, entries: entries.length, importMs, ...alone }
}

async function compile(folder, entries) {
  const source = entries
    .map(
      (entry, index) =>
        `import * as entry${index} from '${entry}'\nexport type Entry${index} = keyof typeof entry${index}`,
    )
    .join('\n')
  await writeFile(join(folder, 'consumer.ts'), source)
  const options = {
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
    JSON.stringify({ compilerOptions: options, files: ['consumer.ts'] }),
  )
  for (const compiler of compilers) {
    const bin = new URL(`./node_modules/${compiler}/bin/tsc`, import.meta.url).pathname
    const { code, output } = await run(process.execPath, [bin, '-p', '.'], {
      cwd: folder,
      allowFailure: true,
    })
    // Only what our own declarations say counts; a host's faults are the host's.
    const ours = output
      .split('\n')
      .filter((line) => /error TS/.test(line) && /(@toolprism\/|^consumer\.ts)/.test(line))
    if (code !== 0 && ours.length > 0) throw new Error(`${compiler}:\n${ours.join('\n')}`)
  }
}

async function timeImport(folder, name) {
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

/** The packages in a node_modules folder and their bytes. */
async function weigh(folder) {
  const packages = []
  for (const entry of await readdir(folder)) {
    if (entry.startsWith('.')) continue
    if (entry.startsWith('@'))
      for (const sub of await readdir(join(folder, entry))) packages.push(`${entry}/${sub}`)
    else packages.push(entry)
  }
  let bytes = 0
  for (const file of await readdir(folder, { recursive: true })) {
    const facts = await stat(join(folder, file))
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
