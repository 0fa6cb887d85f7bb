import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bundleEntry } from '../../../tools/bundle'

const entry = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))
const peers = ['ai', 'zod', '@ai-sdk/*', '@toolprism/core', '@toolprism/harness']

describe('bundle', () => {
  test.each([
    // Own code alone, gzip: core is counted in its own package.
    ['index.ts', 6_000],
    ['model.ts', 8_500],
  ])('%s stays under %i bytes and imports nothing but core', async (file, ceiling) => {
    const bundle = await bundleEntry(entry(file), peers)
    expect(bundle.gzip).toBeLessThan(ceiling)
    expect(new Set(bundle.external)).toEqual(
      new Set(
        file === 'index.ts'
          ? ['@toolprism/core']
          : ['@toolprism/core', '@ai-sdk/openai-compatible'],
      ),
    )
    expect(bundle.inputs.filter((input) => /node_modules/.test(input))).toEqual([])
  })
})
