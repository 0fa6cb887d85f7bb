import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type CatalogOptions,
  type RenderTool,
  renderCatalog,
  renderMcpNamespace,
  renderToolDecls,
} from '@toolprism/tsrender'
import { verifyAll } from '@toolprism/tsrender/verify'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileSchema, hostileText } from './support/hostile'

const RUNS = 20_000
const CHUNK = 1000

const tool = fc.record(
  {
    name: hostileText,
    description: hostileText,
    llmHint: hostileText,
    inputSchema: hostileSchema,
    outputSchema: hostileSchema,
    inputExamples: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 2 }),
  },
  { requiredKeys: ['name'] },
) as fc.Arbitrary<RenderTool>

const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_101)
const styles: CatalogOptions[] = [
  { profile: 'exact' },
  { share: 'none', docs: 'jsdoc', indent: '  ' },
  { docs: 'trailing', order: 'alpha', promise: true },
  { share: 'groups', shape: 'nested' },
]

test(`${RUNS} hostile tools (seed ${seed}): no throw, and everything compiles`, () => {
  const tools = fc.sample(tool, { numRuns: RUNS, seed })
  const sample: string[] = []
  for (let start = 0; start < tools.length; start += CHUNK) {
    const chunk = tools.slice(start, start + CHUNK)
    const texts = chunk.flatMap((one, index) => [
      renderCatalog([{ name: one.name, tools: [one] }], styles[index % styles.length]).text,
      renderToolDecls([one]),
      // The prompt that holds the text declares these two.
      `type FilePath = string; type DirPath = string;\n${renderMcpNamespace(one.name, [one], index % 2 ? { compat: 'airlock-0.3' } : {})}`,
    ])
    texts.push(
      renderCatalog([{ name: 'all', tools: chunk }], styles[(start / CHUNK) % styles.length]).text,
    )
    texts.push(renderToolDecls(chunk))
    const wrong = verifyAll(texts).flatMap((problems, index) =>
      problems.map(({ line, message }) => `${message} in ${texts[index]!.split('\n')[line - 1]}`),
    )
    expect(wrong.slice(0, 3)).toEqual([])
    sample.push(texts[texts.length - 2]!, texts[0]!)
  }
  expect(compileWithTsc7(sample)).toBe('')
})

/** The native compiler, which has no API yet: files in, messages out. */
function compileWithTsc7(texts: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-tsc7-'))
  texts.forEach((text, index) => {
    writeFileSync(join(folder, `text-${index}.ts`), `${text}\nexport {}\n`)
  })
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2022',
        module: 'esnext',
        lib: ['es2022'],
        types: [],
        skipLibCheck: false,
      },
    }),
  )
  const manifest = createRequire(import.meta.url).resolve('typescript7/package.json')
  const run = spawnSync(process.execPath, [join(dirname(manifest), 'bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  return run.stdout.slice(0, 2000)
}
