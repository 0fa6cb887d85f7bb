import { builtinModules } from 'node:module'
import { dirname, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { consumers, importsOf, packageNameOf, packages, sourceFiles } from './repository'

/** Which of our packages, and which others, a package may import. The one place that says so. */
const layers: Record<string, { ours: string[]; others: string[]; typesOnly?: string[] }> = {
  core: { ours: [], typesOnly: ['zod'], others: ['@cfworker/json-schema', 'ajv', 'ajv-formats'] },
  tsrender: { ours: ['core'], others: ['typescript'] },
  'ui-presentations': { ours: ['core'], others: ['react'] },
  composition: { ours: ['core'], others: ['zod', '@takumi-rs/core', 'pdf-lib'] },
  harness: { ours: ['core', 'tsrender'], others: ['ignore', 'picomatch', 'yaml'] },
  'adapter-mcp': {
    ours: ['core'],
    others: [
      'zod',
      '@modelcontextprotocol/sdk',
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/client',
    ],
  },
  'adapter-ai-sdk': {
    ours: ['core'],
    typesOnly: ['@toolprism/harness'],
    others: ['ai', '@ai-sdk/openai-compatible'],
  },
  'adapter-restate': {
    ours: ['core', 'harness'],
    others: ['@restatedev/restate-sdk', '@restatedev/restate-sdk-clients', 'ioredis'],
  },
}

const builtins = new Set(builtinModules)

describe('layers', () => {
  test.each(packages.map((item) => [item.folder, item] as const))(
    '%s imports and declares only what its layer allows',
    (folder, item) => {
      const layer = layers[folder]
      expect(layer, `add ${folder} to the table`).toBeDefined()
      if (!layer) return
      const ours = layer.ours.map((name) => `@toolprism/${name}`)
      const typesOnly = layer.typesOnly ?? []
      const allowed = [...ours, ...layer.others]
      const wrong = sourceFiles(`packages/${folder}/src`).flatMap((file) =>
        importsOf(file)
          .map(({ specifier, typeOnly }) => ({ name: packageNameOf(specifier), typeOnly }))
          .filter(
            ({ name, typeOnly }) =>
              name !== undefined &&
              !builtins.has(name) &&
              !allowed.includes(name) &&
              !(typeOnly && typesOnly.includes(name)),
          )
          .map(({ name }) => `${file} imports ${name}`),
      )
      expect(wrong).toEqual([])
      const { dependencies = {}, peerDependencies = {} } = item.manifest
      const declared = Object.keys({ ...dependencies, ...peerDependencies })
      expect(declared.filter((name) => ![...allowed, ...typesOnly].includes(name))).toEqual([])
    },
  )

  test('nothing reaches into another package by a path', () => {
    const wrong = consumers.flatMap(({ path }) =>
      ['src', 'test', '.'].flatMap((folder) =>
        (folder === '.' && path.includes('/') ? [] : sourceFiles(`${path}/${folder}`)).flatMap(
          (file) =>
            importsOf(file)
              .map(({ specifier }) => specifier)
              .filter((specifier) => specifier.startsWith('.'))
              .map((specifier) => normalize(`${dirname(file)}/${specifier}`))
              .filter(
                (target) =>
                  /^(packages|apps)\//.test(target) && !target.startsWith(`${normalize(path)}/`),
              )
              .map((target) => `${file} reaches ${target}`),
        ),
      ),
    )
    expect(wrong).toEqual([])
  })
})
