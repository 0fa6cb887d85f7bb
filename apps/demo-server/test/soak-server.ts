import { createInterface } from 'node:readline'
import { loopbackHosts } from '../src/guard'
import { type Listening, serve } from '../src/serve'
import { createTestApp } from './test-app'

// A process of its own for the long tests: `soak-server.ts WORKSPACE DATA`. Prints its URL, then, for each line
// it is sent, the bytes in use after a collection.
const [workspace = '', data = ''] = process.argv.slice(2)
let listening: Listening | undefined
const { app } = createTestApp({
  workspace,
  data,
  hosts: () => loopbackHosts('127.0.0.1', listening?.port ?? 0),
})
listening = await serve(app, { host: '127.0.0.1', port: 0 })
process.stdout.write(`http://127.0.0.1:${listening.port}\n`)

for await (const _ of createInterface(process.stdin)) {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.stdout.write(`${JSON.stringify({ used: heapUsed + external, rss })}\n`)
}
