import { createAgent } from '@toolprism/harness'

/** A reader that sleeps through a million deltas: what it costs the run in time and in memory. */
const collect = globalThis.gc!
const deltas = Number(process.argv[2] ?? 1_000_000)

async function talk(asleep: boolean): Promise<{ time: number; heap: number }> {
  const agent = createAgent({
    model: {
      id: 'bench',
      async *stream() {
        for (let index = 0; index < deltas; index++) yield { type: 'text-delta', delta: 'word ' }
        yield { type: 'finish', finishReason: 'stop' }
      },
    },
  })
  const start = performance.now()
  const run = agent.run('go')
  const reader = asleep ? run.events() : undefined
  await reader?.next()
  await run.finished
  const time = performance.now() - start
  collect()
  const held = process.memoryUsage().heapUsed
  // The reader gone, what was held for it alone is free.
  await reader?.return?.()
  collect()
  const heap = (held - process.memoryUsage().heapUsed) / 2 ** 20
  if (run.transcript.length !== 2) throw new Error('the run was cut')
  return { time, heap }
}

await talk(false)
const rounds = []
for (let round = 0; round < 5; round++) {
  const alone = await talk(false)
  const asleep = await talk(true)
  rounds.push({ ratio: asleep.time / alone.time, heap: asleep.heap })
}
rounds.sort((left, right) => left.ratio - right.ratio)
console.log(JSON.stringify(rounds[2]))
