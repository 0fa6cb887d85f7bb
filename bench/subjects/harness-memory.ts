import { harnessAgent } from './harness-loops'

/** What a run of 10,000 events, all kept, holds: resident memory over idle, and live heap after a collection. */
const collect = globalThis.gc!
// The loop once, so that code and warm-up are not counted as the run's.
await harnessAgent(50).run('go').finished
collect()
collect()
const idle = process.memoryUsage()
const run = harnessAgent(835).run('go')
await run.finished
let events = 0
for await (const _ of run.events()) events++
const { rss } = process.memoryUsage()
collect()
collect()
const { heapUsed } = process.memoryUsage()
const megabytes = (bytes: number) => bytes / 2 ** 20
console.log(
  JSON.stringify({
    events,
    rss: megabytes(rss - idle.rss),
    heap: megabytes(heapUsed - idle.heapUsed),
    transcript: run.transcript.length,
  }),
)
