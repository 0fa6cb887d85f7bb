import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleFile, findSuites, house, installFolder } from '../tools/private-folder.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, update: { type: 'boolean', default: false } },
})
const suites = findSuites('conformance')
const unknown = positionals.filter((name) => !suites.has(name))
if (positionals.length === 0 || unknown.length > 0) {
  console.error(unknown.length > 0 ? `no such suite: ${unknown.join(', ')}` : 'which suite?')
  console.error(
    `conformance/run.mjs NAME… [--json FILE] [--update]; suites: ${[...suites.keys()].join(', ')}`,
  )
  process.exit(1)
}

installFolder('conformance')
const folder = mkdtempSync(join(tmpdir(), 'toolprism-conformance-'))
const reports = {}
let wrong = 0
for (const name of positionals) {
  const output = join(folder, `${name}.json`)
  const module = await bundleFile('conformance', suites.get(name))
  const run = spawnSync(
    process.execPath,
    [join(house, 'conformance/lib/run-suite.mjs'), module, output],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      cwd: join(house, 'conformance'),
    },
  )
  if (run.status !== 0) {
    wrong++
    console.error(`suite ${name} broke off`)
    continue
  }
  const groups = JSON.parse(readFileSync(output, 'utf8'))
  reports[name] = groups
  wrong += compare(name, groups)
}
rmSync(folder, { recursive: true, force: true })
if (values.json) writeFileSync(values.json, `${JSON.stringify(reports, null, 2)}\n`)
process.exitCode = wrong > 0 ? 1 : 0

/** Prints passed and failed by group and answers how many differ from the committed list. */
function compare(name, groups) {
  const file = join(house, 'conformance/expected', `${name}.json`)
  const expected = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const next = {}
  let differences = 0
  for (const [group, { passed, failures }] of Object.entries(groups)) {
    const listed = expected[group] ?? {}
    const fresh = Object.keys(failures).filter((id) => !Object.hasOwn(listed, id))
    const stale = Object.keys(listed).filter((id) => !Object.hasOwn(failures, id))
    const failed = Object.keys(failures).length
    const rate = ((passed / Math.max(1, passed + failed)) * 100).toFixed(2)
    console.log(
      `${name} ${group}: ${passed} passed, ${failed} failed (${rate} %), ${fresh.length} of them new`,
    )
    for (const id of fresh) console.log(`  NEW    ${id}: ${failures[id]}`)
    for (const id of stale) console.log(`  PASSES ${id}: take it off the list`)
    differences += fresh.length + stale.length
    if (failed > 0)
      next[group] = Object.fromEntries(
        Object.keys(failures)
          .sort()
          .map((id) => [id, listed[id] ?? 'to be explained']),
      )
  }
  if (values.update && differences > 0) {
    writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`)
    console.log(`wrote ${file}: give each new line its reason`)
  }
  return values.update ? 0 : differences
}
