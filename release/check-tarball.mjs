import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.mjs'

const bin = (name) => new URL(`./node_modules/.bin/${name}`, import.meta.url).pathname

/** Problems of one packed package: what the linters say, and what they do not look at. */
export async function checkTarball(tarball, unpacked) {
  const problems = []
  const lint = await run(bin('publint'), ['--strict', unpacked], { allowFailure: true })
  if (lint.code !== 0) problems.push(`publint: ${lint.output}`)
  const types = await run(
    bin('attw'),
    [tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji'],
    { allowFailure: true },
  )
  if (types.code !== 0) problems.push(`attw: ${types.output}`)

  const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'))
  problems.push(...manifestProblems(manifest))
  const files = await readdir(unpacked)
  const promised = ['LICENSE', 'README.md', 'CHANGELOG.md', ...(manifest.files ?? [])]
  for (const file of new Set(promised)) if (!files.includes(file)) problems.push(`no ${file}`)
  const expected = new Set([...promised, 'package.json'])
  for (const file of files) if (!expected.has(file)) problems.push(`${file} was not promised`)
  return { manifest, problems }
}

function manifestProblems(manifest) {
  const problems = []
  if (JSON.stringify(manifest.exports).includes('source'))
    problems.push('exports still name the source')
  const versions = { ...manifest.dependencies, ...manifest.peerDependencies }
  for (const [name, version] of Object.entries(versions))
    if (/^(workspace|catalog|link|file):/.test(version)) problems.push(`${name} is "${version}"`)
  for (const field of ['description', 'license', 'repository', 'engines'])
    if (!manifest[field]) problems.push(`package.json has no ${field}`)
  if (manifest.private) problems.push('package.json is private')
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
    if (manifest.scripts?.[script]) problems.push(`runs ${script} where it is installed`)
  return problems
}
