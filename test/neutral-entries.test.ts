import { describe, expect, test } from 'vitest'
import { bundleEntry } from '../tools/bundle'
import { packages, root } from './repository'

// adapter-restate serves an engine that itself needs Node.
const neutral = packages.filter((item) => item.folder !== 'adapter-restate')

describe('root entries run in any JavaScript runtime', () => {
  test.each(neutral.map((item) => [item.folder, item] as const))('%s', async (folder, item) => {
    const external = Object.keys(item.manifest.peerDependencies ?? {}).flatMap((name) => [
      name,
      `${name}/*`,
    ])
    const bundle = await bundleEntry(`${root}packages/${folder}/src/index.ts`, external)
    expect(bundle.external.filter((name) => name.startsWith('node:'))).toEqual([])
    expect(bundle.code).not.toMatch(/\bnew Function\(|\beval\(|\bprocess\.(env|cwd|argv)\b/)
  })
})
