import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundleEntry } from '../../../tools/bundle'

const entry = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

// Minified bytes of what an entry loads, core left out, and why no less.
test.each([
  // The goal is 25,000, which the reader of schemas alone takes: dialects, references and keywords 14,300, the
  // arithmetic of types (intersections, complements, recursion) 8,900, notes of bounds and defaults 3,500. Text,
  // names and sharing are 13,400, tools, catalogs and options 9,400, the bytes of agentsdk 0.3 3,600, fitCatalog 1,300.
  // renderType alone, in a bundle that drops what is not imported, is 43,300.
  ['index.ts', 55_450],
  // The compiler is the user's own.
  ['verify.ts', 1_500],
])('%s stays under %i bytes and brings nothing else', async (file, ceiling) => {
  const bundle = await bundleEntry(entry(file), ['@toolprism/core', 'typescript'])
  expect(bundle.minified).toBeLessThan(ceiling)
  expect(bundle.inputs.filter((input) => !input.startsWith('packages/tsrender/src/'))).toEqual([])
  expect(bundle.external.filter((name) => name.startsWith('node:'))).toEqual([])
})
