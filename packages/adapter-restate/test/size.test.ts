import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bundleEntry } from '../../../tools/bundle'

const entry = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))
const peers = ['@restatedev/*', 'ioredis', '@toolprism/core', '@toolprism/harness']

describe('bundle', () => {
  test.each([
    // Own code alone, gzip. The SDK loads in serveAgent: who only starts runs never has it.
    [
      'index.ts',
      8_000,
      [
        '@toolprism/harness',
        'node:http2',
        '@restatedev/restate-sdk',
        '@restatedev/restate-sdk/fetch',
      ],
    ],
    ['redis.ts', 2_000, []],
  ])('%s stays under %i bytes', async (file, ceiling, imports) => {
    const bundle = await bundleEntry(entry(file), peers)
    expect(bundle.gzip).toBeLessThan(ceiling)
    expect(bundle.inputs.filter((input) => /node_modules/.test(input))).toEqual([])
    expect(bundle.external.filter((name) => !imports.includes(name))).toEqual([])
    expect(bundle.code).not.toMatch(/from"(@restatedev|node:|ioredis)/)
  })
})
