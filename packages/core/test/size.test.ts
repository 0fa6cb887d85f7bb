import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { bundleEntry } from '../../../tools/bundle'

const entry = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

// Minified and gzip bytes of what an entry loads at once, and why no less.
test.each([
  // The goal is 14,000. All of it is the call path and the checks of definitions, which answer at once; macros, the
  // texts of a refusal and the JSON Schema engine load on first use.
  ['index.ts', 15_200],
  // The call path and the macro's checks.
  ['compose-tool.ts', 12_800],
  // The rules of six providers: texts for people more than code.
  ['profiles.ts', 11_000],
  // The reading of ajv's faults; ajv itself is the user's.
  ['ajv.ts', 2_800],
])('%s stays under %i bytes and holds no schema library', async (file, ceiling) => {
  const bundle = await bundleEntry(entry(file), ['ajv', 'ajv/*', 'zod'])
  expect(bundle.gzip, 'shrink the entry, or raise its ceiling with a reason').toBeLessThan(ceiling)
  expect(bundle.inputs.filter((input) => input.includes('node_modules'))).toEqual([])
  expect(bundle.external.filter((name) => name === 'zod' || name.startsWith('node:'))).toEqual([])
})

test('one export costs what it uses', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-one-export-'))
  const source = join(folder, 'main.ts')
  writeFileSync(source, `export { nearest } from ${JSON.stringify(entry('index.ts'))}`)
  const bundle = await bundleEntry(source, ['zod'])
  rmSync(folder, { recursive: true })
  // Parts that load on first use import nothing of the rest: else esbuild would keep the whole call path here.
  expect(bundle.gzip).toBeLessThan(600)
})

test('a JSON Schema tool is validated where no code may be made from strings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-no-eval-'))
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
