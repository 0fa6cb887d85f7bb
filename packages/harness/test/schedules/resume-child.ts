import { createInterface } from 'node:readline'
import { createAgent, type Snapshot } from '@toolprism/harness'
import { checkTranscript } from '@toolprism/harness/testing'
import { answerAll } from './answer-all'
import { loadCore } from './load-core'
import { simulate } from './simulate'

/** Another process: reads `{ seed, snapshot }` lines, resumes each, writes what came of it. */
await loadCore()
for await (const line of createInterface({ input: process.stdin })) {
  const { seed, snapshot } = JSON.parse(line) as { seed: number; snapshot: Snapshot }
  const simulation = simulate(seed, { faults: false })
  const run = createAgent(simulation.options).resume(snapshot)
  const result = await answerAll(run, simulation, seed)
  const { status, text, transcript } = result
  const faults = checkTranscript(transcript).map((fault) => fault.message)
  const executed = simulation.executed.map((call) => call.callId)
  process.stdout.write(`${JSON.stringify({ seed, status, text, transcript, faults, executed })}\n`)
}
