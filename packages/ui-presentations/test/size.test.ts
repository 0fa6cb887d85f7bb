import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bundleEntry } from '../../../tools/bundle'

const entry = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))
const core = '@toolprism/core'
const react = ['react', 'react/jsx-runtime']

describe('bundle: own code, gzip; core is counted in its own package, React is the page’s', () => {
  test.each([
    ['index.ts', 8_000],
    // A page of AI SDK messages needs no store.
    ['ai-sdk.ts', 7_000],
    ['mcp.ts', 1_000],
    ['group.ts', 900],
    ['html.ts', 6_800],
    ['element.ts', 8_000],
    ['terminal.ts', 4_500],
    ['markdown.ts', 3_000],
    ['react.tsx', 27_000],
  ])('%s without icon drawings stays under %i bytes', async (file, ceiling) => {
    const bundle = await bundleEntry(entry(file), [core, ...react, '*/icons.generated'])
    expect(bundle.gzip).toBeLessThan(ceiling)
  })

  // 79 drawings and their aliases.
  test.each([
    ['index.ts', 14_500],
    ['element.ts', 14_000],
  ])('%s with icon drawings stays under %i bytes', async (file, ceiling) => {
    const bundle = await bundleEntry(entry(file), [core, ...react])
    expect(bundle.gzip).toBeLessThan(ceiling)
  })

  test.each([
    ['index.ts', [core]],
    ['ai-sdk.ts', [core]],
    ['mcp.ts', []],
    ['group.ts', []],
    ['html.ts', []],
    ['element.ts', []],
    ['terminal.ts', []],
    ['markdown.ts', []],
    ['react.tsx', [core, ...react]],
  ])('%s imports %j and nothing else', async (file, imports) => {
    const bundle = await bundleEntry(entry(file), [core, ...react])
    expect([...new Set(bundle.external)].sort()).toEqual([...imports].sort())
    expect(bundle.inputs.filter((input) => input.includes('node_modules'))).toEqual([])
  })

  test('terminal and Markdown carry no drawing, the element no reducer', async () => {
    const carries = async (file: string) => (await bundleEntry(entry(file), [core])).inputs.join()
    expect(await carries('terminal.ts')).not.toContain('icons.generated')
    expect(await carries('markdown.ts')).not.toContain('icons.generated')
    expect(await carries('element.ts')).not.toMatch(/store|redact|resolve-presentation/)
  })
})
