import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { packages, root, sourceFiles } from './repository'

const skeleton = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'package.json',
  'src/index.ts',
  'test',
  'tsconfig.json',
  'tsup.config.ts',
]

describe.each(packages.map((item) => [item.folder, item] as const))('%s', (folder, item) => {
  const path = `${root}packages/${folder}`

  test('has the skeleton of every package', () => {
    expect(skeleton.filter((file) => !existsSync(`${path}/${file}`))).toEqual([])
    expect(readFileSync(`${path}/LICENSE`, 'utf8')).toBe(readFileSync(`${root}LICENSE`, 'utf8'))
  })

  test('is an ESM package of its own name whose published entries hold no source', () => {
    const { manifest } = item
    expect(manifest).toMatchObject({
      name: `@toolprism/${folder}`,
      type: 'module',
      license: 'MIT',
      publishConfig: { access: 'public' },
    })
    const exports = manifest.exports ?? {}
    const published = manifest.publishConfig?.exports ?? {}
    expect(Object.keys(published)).toEqual(Object.keys(exports))
    for (const [subpath, entry] of Object.entries(exports)) {
      if (typeof entry === 'string') continue
      const { '@toolprism/source': source, ...rest } = entry
      expect(Object.keys(entry)[0]).toBe('@toolprism/source')
      expect(existsSync(`${path}/${source}`), `${subpath} names ${source}`).toBe(true)
      expect(published[subpath]).toEqual(rest)
    }
  })

  test('has entries that are lists of named exports', () => {
    for (const entry of Object.values(item.manifest.exports ?? {})) {
      if (typeof entry === 'string') continue
      const text = readFileSync(`${path}/${entry['@toolprism/source']}`, 'utf8')
      expect(text).not.toMatch(/export \*|export default/)
    }
  })

  test('has no source file over 300 lines (tables, types and generated data excepted)', () => {
    const long = sourceFiles(`packages/${folder}/src`).filter((file) => {
      if (/\.(generated|table|types)\.tsx?$/.test(file)) return false
      return readFileSync(`${root}${file}`, 'utf8').split('\n').length > 301
    })
    expect(long).toEqual([])
  })
})
