import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createAgent, type RunResult, type Snapshot } from '@toolprism/harness'
import { beforeAll, expect, test } from 'vitest'
import { answerAll } from './answer-all'
import { loadCore } from './load-core'
import { dice, simulate } from './simulate'

const points = 1000

beforeAll(loadCore)

interface Parked {
  seed: number
  snapshot: Snapshot
  executed: string[]
}

interface Resumed {
  seed: number
  status: string
  text: string
  transcript: unknown
  faults: string[]
  executed: string[]
}

test(`${points} runs paused at a random point end in a new process as they would have here, each tool run once`, async () => {
  const whole = new Map<number, { result: RunResult; executed: string[] }>()
  const parked: Parked[] = []
  for (let seed = 1; parked.length < points; seed++) {
    const simulation = simulate(seed, { faults: false })
    const result = await answerAll(
      createAgent(simulation.options).run('go', simulation.run),
      simulation,
      seed,
    )
    whole.set(seed, { result, executed: simulation.executed.map((call) => call.callId) })
    const cut = await pauseSomewhere(seed)
    if (cut) parked.push(cut)
  }
  const resumed = await resumeElsewhere(parked)
  expect(resumed).toHaveLength(points)
  const stages = new Set<string>()
  for (const [index, end] of resumed.entries()) {
    const { seed, snapshot, executed } = parked[index]!
    const { result, executed: wanted } = whole.get(seed)!
    for (const call of snapshot.turn?.calls ?? []) stages.add(call.stage)
    expect(end, `seed ${seed}`).toMatchObject({
      seed,
      status: 'completed',
      text: 'All done.',
      faults: [],
    })
    expect(end.transcript, `seed ${seed}`).toEqual(JSON.parse(JSON.stringify(result.transcript)))
    const asking = new Set([
      ...snapshot.pending.filter((item) => item.kind === 'question').map((item) => item.callId),
      ...Object.entries(snapshot.decided ?? {})
        .filter(([, decision]) => 'answer' in decision)
        .map(([id]) => id.split('.')[0]),
      ...(snapshot.turn?.calls ?? [])
        .filter((call) => call.answers && !call.result)
        .map((call) => call.part.callId),
    ])
    // A tool that was asking a person begins again in the new process: that is how it gets its answer.
    const before = executed.filter((callId) => !asking.has(callId))
    expect([...before, ...end.executed].sort(), `seed ${seed}`).toEqual([...wanted].sort())
  }
  expect([...stages]).toEqual(expect.arrayContaining(['asked', 'ready', 'settled']))
})

/** Pauses at a random event; nothing when the run was over before. */
async function pauseSomewhere(seed: number): Promise<Parked | undefined> {
  const simulation = simulate(seed, { faults: false })
  const roll = dice(seed ^ 0xcafe)
  const run = createAgent(simulation.options).run('go', simulation.run)
  const at = 1 + roll.below(50)
  run.subscribe((event) => {
    if (event.sequence === at) void run.pause()
  })
  const { status, snapshot } = await answerAll(run, simulation, seed)
  if (status !== 'paused') return undefined
  return {
    seed,
    // As a store gives it back.
    snapshot: JSON.parse(JSON.stringify(snapshot)) as Snapshot,
    executed: simulation.executed.map((call) => call.callId),
  }
}

async function resumeElsewhere(parked: readonly Parked[]): Promise<Resumed[]> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@toolprism/source',
      '--import',
      'tsx',
      fileURLToPath(new URL('resume-child.ts', import.meta.url)),
    ],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    },
  )
  for (const { seed, snapshot } of parked)
    child.stdin.write(`${JSON.stringify({ seed, snapshot })}\n`)
  child.stdin.end()
  const ends: Resumed[] = []
  for await (const line of createInterface({ input: child.stdout })) ends.push(JSON.parse(line))
  return ends
}
