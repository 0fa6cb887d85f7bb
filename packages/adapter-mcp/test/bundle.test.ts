import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterEach, expect, test } from 'vitest'

const own = fileURLToPath(new URL('..', import.meta.url))
let folder: string | undefined
afterEach(() => folder && rm(folder, { recursive: true, force: true }))

/** A folder where this package and `installed` are all there is. */
async function install(...installed: string[]) {
  const root = await mkdtemp(join(tmpdir(), 'toolprism-bundle-'))
  folder = root
  const modules = join(root, 'node_modules')
  await mkdir(join(modules, '@toolprism'), { recursive: true })
  await mkdir(join(modules, '@modelcontextprotocol'))
  for (const part of ['src', 'package.json'])
    await cp(join(own, part), join(modules, '@toolprism/adapter-mcp', part), { recursive: true })
  for (const name of ['@toolprism/core', 'zod', ...installed])
    await symlink(await realpath(join(own, 'node_modules', name)), join(modules, name))
  return root
}

const bundle = (root: string, entry: string) =>
  build({
    stdin: { contents: `export * from '@toolprism/adapter-mcp${entry}'`, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['@toolprism/source'],
    logLevel: 'silent',
  })

for (const [sdk, entries] of [
  ['@modelcontextprotocol/sdk', ['', '/stdio', '/http', '/client']],
  ['@modelcontextprotocol/server', ['', '/stdio', '/http']],
  ['@modelcontextprotocol/client', ['/client']],
] as const)
  for (const entry of entries)
    test(`adapter-mcp${entry} is bundled where ${sdk} alone is installed`, async () => {
      const { errors } = await bundle(await install(sdk), entry)
      expect(errors).toEqual([])
    })
