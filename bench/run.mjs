import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleFile, findSuites, house, installFolder } from '../tools/private-folder.mjs'
import { writeReport } from './lib/report.mjs'
import { printTable } from './lib/table.mjs'

const usage = 'pnpm bench [name…] [--quick] [--json FILE] [--report]'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    report: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const suites = findSuites('bench')
// `harness` is also `harness-journals`: a topic may have several suites.
const suitesOf = (name) =>
  [...suites.keys()].filter((suite) => suite === name || suite.startsWith(`${name}-`))
const unknown = positionals.filter((name) => suitesOf(name).length === 0)
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`no such suite: ${unknown.join(', ')}`)
  console.log(`${usage}\nsuites: ${[...suites.keys()].join(', ')}`)
  process.exit(unknown.length > 0 ? 1 : 0)
}

installFolder('bench')
const folder = mkdtempSync(join(tmpdir(), 'toolprism-bench-'))
const rows = []
const abouts = new Map()
let broken = 0
// One fresh process a suite: no suite warms, or spoils, another.
for (const name of positionals.length > 0
  ? new Set(positionals.flatMap(suitesOf))
  : suites.keys()) {
  const output = join(folder, `${name}.json`)
  const module = await bundleFile('bench', suites.get(name))
  const run = spawnSync(
    process.execPath,
    [
      '--expose-gc',
      join(house, 'bench/lib/run-suite.mjs'),
      module,
      output,
      values.quick ? 'quick' : 'full',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], cwd: join(house, 'bench') },
  )
  if (run.status !== 0) {
    broken++
    console.error(`suite ${name} broke off`)
    continue
  }
  const made = JSON.parse(readFileSync(output, 'utf8'))
  abouts.set(name, made.about)
  rows.push(...made.rows)
  printTable(name, made.about, made.rows)
}
rmSync(folder, { recursive: true, force: true })
if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
if (values.report)
  writeReport(join(house, 'docs/benchmarks.md'), {
    suites: [...suites.keys()],
    abouts,
    rows,
    quick: values.quick,
  })
// A goal that fails informs; only a suite that could not run is an error.
process.exitCode = broken > 0 ? 1 : 0
