import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

// Examples check themselves: each runs from source and must exit with 0.
const wanted = process.argv.slice(2)
const files = readdirSync('examples').filter(
  (file) => file.endsWith('.ts') && (wanted.length === 0 || wanted.includes(file)),
)
let failed = 0
for (const file of files) {
  const run = spawnSync(
    process.execPath,
    ['--conditions=@toolprism/source', '--import', 'tsx', `examples/${file}`],
    { encoding: 'utf8', timeout: 120_000 },
  )
  if (run.status !== 0) failed++
  console.log(`${run.status === 0 ? 'ok  ' : 'FAIL'} examples/${file}`)
  if (run.status !== 0) console.log(run.stdout + run.stderr)
}
console.log(`${files.length - failed} examples passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
