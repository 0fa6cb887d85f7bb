import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createBench } from './bench.mjs'

const [module, output, mode] = process.argv.slice(2)
const { default: suite } = await import(pathToFileURL(module).href)
const bench = createBench(suite.name, mode === 'quick')
await suite.run(bench)
writeFileSync(output, JSON.stringify({ about: suite.about, rows: bench.rows }))
// Peers keep timers and sockets open.
process.exit(0)
