import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { house, installFolder } from '../tools/private-folder.mjs'
import { checkTarball } from './check-tarball.mjs'
import { installAlone, promisedPackages, timeImport, useEveryEntry } from './consumer.mjs'
import { packAll } from './pack.mjs'
import { startRegistry } from './registry.mjs'
import { mapInPairs, run } from './run.mjs'
import { tryStarter } from './starter.mjs'

// A whole release without releasing: build, pack, check, publish to a registry on loopback, and use each
// package as a stranger would. Ends with a table; exit code 1 when anything was wrong.
const problems = []
const folder = await mkdtemp(join(tmpdir(), 'toolprism-release-'))
let registry
try {
  await stage('install the tools', async () => installFolder('release'))
  const packed = await stage('build and pack', () => packAll(house, join(folder, 'packed')))
  const manifests = await stage('check the tarballs', () => mapInPairs(packed, check))
  registry = await startRegistry(join(folder, 'registry'))
  await stage('publish', () => mapInPairs(packed, publish))
  const installed = await stage('install each package alone', () => mapInPairs(manifests, install))
  // One at a time: nothing else may run while it is timed.
  for (const row of installed) row.importMs = await timeImport(row.home, row.name)
  await stage('use every entry, three compilers', () => mapInPairs(manifests, use))
  await stage('use the starter', () => tryStarter(join(folder, 'starter'), registry)).catch(
    (error) => problems.push(`examples/starter: ${error.message}`),
  )
  printTable(installed)
} finally {
  registry?.stop()
  await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(`problem: ${problem}`)
console.log(problems.length === 0 ? 'release: ready' : `release: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

async function stage(name, work) {
  const start = performance.now()
  const result = await work()
  console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)}s  ${name}`)
  return result
}

async function check({ tarball, unpacked }) {
  const { manifest, problems: found } = await checkTarball(tarball, unpacked)
  problems.push(...found.map((text) => `${manifest.name}: ${text}`))
  return manifest
}

function publish({ tarball }) {
  const env = { npm_config_userconfig: registry.npmrc }
  return run('npm', ['publish', tarball, '--access', 'public'], { cwd: folder, env })
}

function homeOf({ name }) {
  return join(folder, 'consumers', name.split('/')[1])
}

async function install(manifest) {
  const home = homeOf(manifest)
  const facts = await installAlone(home, manifest, registry)
  const promised = await promisedPackages(manifest, home)
  const uninvited = facts.packages.filter((name) => !promised.has(name))
  if (uninvited.length > 0) problems.push(`${manifest.name} brings ${uninvited.join(', ')}`)
  const entries = Object.keys(manifest.exports).length - 1
  return { name: manifest.name, home, entries, ...facts }
}

function use(manifest) {
  return useEveryEntry(homeOf(manifest), manifest, registry).catch((error) => {
    problems.push(`${manifest.name}: ${error.message}`)
  })
}

function printTable(rows) {
  console.log('\n| package | entries | installed packages | MB | import ms | which |')
  console.log('| --- | ---: | ---: | ---: | ---: | --- |')
  for (const { name, entries, packages, megabytes, importMs } of rows) {
    const others = packages.filter((item) => item !== name)
    console.log(
      `| ${name} | ${entries} | ${packages.length} | ${megabytes.toFixed(2)} | ${importMs.toFixed(1)} | ${others.join(', ')} |`,
    )
  }
  console.log('')
}
