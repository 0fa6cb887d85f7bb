import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundleEntry } from '../../../tools/bundle'

const entry = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

// Gzip bytes, goal 60 kB for the loop; core and tsrender are counted in their own packages.
// Each ceiling stands a twentieth above what was measured, so that growth is a decision.
test.each([
  ['index.ts', 30_000, []],
  ['testing.ts', 6_000, []],
  // File, search, git and terminal tools; the three packages they rest on are left to the user's tree.
  ['node.ts', 72_000, ['ignore', 'picomatch', 'yaml']],
] as const)('%s stays under %i bytes and brings nothing else', async (file, ceiling, brought) => {
  const bundle = await bundleEntry(entry(file), ['@toolprism/*', ...brought])
  expect(bundle.gzip).toBeLessThan(ceiling)
  const foreign = bundle.external.filter((name) => !/^(node:|@toolprism\/)/.test(name))
  expect([...new Set(foreign)].sort()).toEqual(brought)
  expect(bundle.inputs.filter((input) => /node_modules/.test(input))).toEqual([])
})
