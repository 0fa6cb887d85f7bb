import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundleEntry } from '../../../tools/bundle'

const entry = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

// Minified and gzip bytes of what an entry loads at once. The goal of the root entry is 14,000: it is not met yet,
// as composeTool, the issue texts and the budget are all in it. Macros, repair and the JSON Schema engine load on first use.
test.each([
  ['index.ts', 17_500],
  ['compose-tool.ts', 15_000],
  ['profiles.ts', 11_000],
  ['ajv.ts', 2_800],
])('%s stays under %i bytes and holds no schema library', async (file, ceiling) => {
  const bundle = await bundleEntry(entry(file), ['ajv', 'ajv/*', 'zod'])
  expect(bundle.gzip).toBeLessThan(ceiling)
  expect(bundle.inputs.filter((input) => input.includes('node_modules'))).toEqual([])
  expect(bundle.external.filter((name) => name === 'zod' || name.startsWith('node:'))).toEqual([])
})

test('a JSON Schema tool is validated where no code may be made from strings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-no-eval-'))
  const { build } = await import('esbuild')
  const source = join(folder, 'main.ts')
  writeFileSync(
    source,
    `import { callTool, defineTool } from ${JSON.stringify(entry('index.ts'))}
     const tool = defineTool({ name: 't', inputSchema: { type: 'object', required: ['a'] }, execute: () => 'ok' })
     const [good, bad] = [await callTool(tool, { a: 1 }), await callTool(tool, {})]
     process.stdout.write(String(!good.isError && bad.isError))`,
  )
  const outfile = join(folder, 'main.mjs')
  await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node' })
  const run = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', outfile])
  rmSync(folder, { recursive: true })
  expect(run.toString()).toBe('true')
})
