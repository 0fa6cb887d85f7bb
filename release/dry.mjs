import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkTarball } from './check-tarball.mjs'
import { promisedPackages, tryAsConsumer } from './consumer.mjs'
import { startRegistry } from './registry.mjs'
import { run } from './run.mjs'

// A whole release without releasing: build, pack, check, publish to a registry on loopback, and use each
// package as a stranger would. Ends with a table; exit code 1 when anything was wrong.
const root = fileURLToPath(new URL('..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'toolprism-release-'))
const problems = []

await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here })
await run('npx', ['turbo', 'run', 'build', '--filter=./packages/*', '--output-logs=errors-only'], {
  cwd: root,
})
const upstream = (await run('npm', ['config', 'get', 'registry'], { cwd: folder })).output.trim()
const registry = await startRegistry(join(folder, 'registry'), upstream)
try {
  const manifests = []
  for (const name of (await readdir(join(root, 'packages'))).sort()) {
    const home = join(folder, 'packed', name)
    await mkdir(home, { recursive: true })
    await run('npx', ['pnpm', 'pack', '--pack-destination', home], {
      cwd: join(root, 'packages', name),
    })
    const tarball = join(
      home,
      (await readdir(home)).find((file) => file.endsWith('.tgz')),
    )
    await run('tar', ['xzf', tarball, '-C', home])
    const { manifest, problems: found } = await checkTarball(tarball, join(home, 'package'))
    problems.push(...found.map((text) => `${manifest.name}: ${text}`))
    await run('npm', ['publish', tarball, '--access', 'public', '--tag', 'dry'], {
      cwd: folder,
      env: { npm_config_userconfig: registry.npmrc },
    })
    manifests.push(manifest)
  }
  const rows = []
  for (const manifest of manifests) {
    const home = join(folder, 'consumers', manifest.name.split('/')[1])
    try {
      const facts = await tryAsConsumer(home, manifest, registry)
      const promised = await promisedPackages(manifest, home)
      const uninvited = facts.packages.filter((name) => !promised.has(name))
      if (uninvited.length > 0) problems.push(`${manifest.name} brings ${uninvited.join(', ')}`)
      rows.push(facts)
    } catch (error) {
      problems.push(`${manifest.name}: ${error.message}`)
    }
  }
  console.log(
    '| package | entries | installed packages | MB | import ms |\n| --- | --- | --- | --- | --- |',
  )
  for (const { name, entries, packages, megabytes, importMs } of rows)
    console.log(
      `| ${name} | ${entries} | ${packages.length} | ${megabytes.toFixed(2)} | ${importMs.toFixed(1)} |`,
    )
} finally {
  registry.stop()
  await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(`problem: ${problem}`)
console.log(problems.length === 0 ? 'release: ready' : `release: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
