import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

// Examples check themselves: each runs from source and must exit with 0.
const wanted = process.argv.slice(2).map((file) => file.replace(/^examples\//, ''))
// A project of its own, what belongs to an example, and the tool that the tutorial's steps import.
const skipped = /^(starter|compositions|durable|node_modules)\//
const files = (readdirSync('examples', { recursive: true }) as string[])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !skipped.test(file))
  .filter((file) => wanted.length === 0 || wanted.includes(file))
  .sort()
if (files.length === 0) {
  console.error(`no example is called ${wanted.join(', ')}`)
  process.exit(1)
}
let failed = 0
for (const file of files) {
  const run = spawnSync(
    process.execPath,
    ['--conditions=@toolprism/source', '--import', 'tsx', `examples/${file}`],
    // An example that serves takes any free port here.
    { encoding: 'utf8', timeout: 120_000, env: { ...process.env, PORT: '0' } },
  )
  if (run.status !== 0) failed++
  console.log(`${run.status === 0 ? 'ok  ' : 'FAIL'} examples/${file}`)
  if (run.status !== 0) console.log(run.stdout + run.stderr)
}
console.log(`${files.length - failed} examples passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
