import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.mjs'

const bin = (name) => new URL(`./node_modules/.bin/${name}`, import.meta.url).pathname

/** Problems of one packed package: what linters say, and what they do not look at. */
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
  if (JSON.stringify(manifest.exports).includes('source'))
    problems.push('exports still name the source')
  const versions = { ...manifest.dependencies, ...manifest.peerDependencies }
  for (const [name, version] of Object.entries(versions))
    if (/^(workspace|catalog|link|file):/.test(version)) problems.push(`${name} is "${version}"`)
  const files = await readdir(unpacked)
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md'])
    if (!files.includes(file)) problems.push(`${file} is missing`)
  for (const file of ['src', 'test']) if (files.includes(file)) problems.push(`${file} is inside`)
  return { manifest, problems }
}
