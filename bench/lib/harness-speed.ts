import {
  floorLoop,
  generateTextLoop,
  harnessLoop,
  type Marks,
  openaiAgentsLoop,
  streamTextLoop,
  toolLoopAgentLoop,
} from '../subjects/harness-loops'
import { type Bench, median } from './bench.mjs'

type Loop = (steps: number, marks?: Marks) => Promise<number>

interface Subject {
  loop: Loop
  version: string
  rounds: number
}

/** Steps a second of whole runs: warm, then interleaved; a round's figure is one run. */
export async function stepsPerSecond(bench: Bench, steps: number): Promise<void> {
  const subjects = subjectsOf(bench, steps)
  for (const { loop, rounds } of subjects.values()) if (rounds > 1) await warmUp(bench, loop, steps)
  const times = await interleave(steps, subjects)
  const unit = { case: `steps a second, ${steps} steps`, unit: 'steps/s' }
  const rateOf = (name: string) => (steps * 1000) / median(times.get(name)!)
  const floor = rateOf('bare loop')
  for (const [name, { version }] of subjects)
    bench.record({
      ...unit,
      subject: name,
      version,
      metric: 'throughput',
      value: rateOf(name),
      floor,
      ratio: sameRound(times.get('bare loop')!, times.get(name)!),
      ...(name === 'toolprism' ? { goal: throughputGoals(steps) } : {}),
    })
  for (const [name, { version }] of subjects)
    if (name !== 'bare loop' && name !== 'toolprism')
      bench.record({
        ...unit,
        subject: `toolprism over ${name}`,
        version,
        metric: 'times',
        unit: 'x',
        value: rateOf('toolprism') / rateOf(name),
        ...(steps === 400 && name.startsWith('ai ')
          ? { goal: { min: 3, on: 'value' as const } }
          : {}),
      })
}

/** Peers slow down with every step: 2,000 of them take streamText half a minute and more, so once is enough. */
function subjectsOf(bench: Bench, steps: number): Map<string, Subject> {
  const own = bench.quick ? 15 : 25
  const peers = steps > 400 ? (bench.quick ? 0 : 1) : bench.quick ? 2 : 7
  const subjects = new Map<string, Subject>([
    ['bare loop', { loop: floorLoop, version: 'workspace', rounds: own }],
    ['toolprism', { loop: harnessLoop, version: 'workspace', rounds: own }],
  ])
  const peer = (name: string, loop: Loop, from: string) => {
    if (peers > 0) subjects.set(name, { loop, version: bench.packageVersion(from), rounds: peers })
  }
  peer('ai streamText', streamTextLoop, 'ai')
  peer('ai ToolLoopAgent', toolLoopAgentLoop, 'ai')
  peer('ai generateText', generateTextLoop, 'ai')
  peer('openai agents', openaiAgentsLoop, '@openai/agents-core')
  return subjects
}

/** The same time for every subject, so that compiled code is what is timed. */
async function warmUp(bench: Bench, loop: Loop, steps: number): Promise<void> {
  const until = performance.now() + (bench.quick ? 800 : 3000)
  while (performance.now() < until) await loop(steps)
}

async function interleave(
  steps: number,
  subjects: ReadonlyMap<string, Subject>,
): Promise<Map<string, number[]>> {
  const names = [...subjects.keys()]
  const times = new Map(names.map((name) => [name, [] as number[]]))
  const most = Math.max(...[...subjects.values()].map(({ rounds }) => rounds))
  for (let round = 0; round < most; round++)
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length]!
      const { loop, rounds } = subjects.get(name)!
      if (round >= rounds) continue
      // Nobody pays for what the one before left in the young generation.
      globalThis.gc?.({ type: 'minor' })
      const start = performance.now()
      await loop(steps)
      times.get(name)!.push(performance.now() - start)
    }
  return times
}

/** The median over the rounds both took part in: what disturbs a round disturbs both. */
function sameRound(floor: readonly number[], other: readonly number[]): number {
  return median(other.map((time, round) => floor[round]! / time))
}

function throughputGoals(steps: number) {
  const share = { min: 0.4 }
  return steps === 2000 ? [share, { min: 2000, on: 'value' as const }] : share
}

/** Microseconds a step, from the marks of one run. */
function stepTimes(marks: Marks, from: number, to: number): number[] {
  const times: number[] = []
  for (let step = from; step < to; step++) times.push((marks[step + 1]! - marks[step]!) * 1000)
  return times
}

/** What a step costs beyond the bare loop's, and how long the slowest of a hundred takes. */
export async function overhead(bench: Bench): Promise<void> {
  const steps = 2000
  const figures = { floor: [] as number[], ours: [] as number[], p99: [] as number[] }
  for (let round = 0; round < bench.rounds; round++) {
    const marks = new Float64Array(steps + 2)
    globalThis.gc?.({ type: 'minor' })
    await floorLoop(steps, marks)
    figures.floor.push(median(stepTimes(marks, 1, steps - 1)))
    globalThis.gc?.({ type: 'minor' })
    await harnessLoop(steps, marks)
    const times = stepTimes(marks, 1, steps - 1).sort((left, right) => left - right)
    figures.ours.push(median(times))
    figures.p99.push(times[Math.floor(times.length * 0.99)]!)
  }
  const row = { case: 'one step, 2,000 steps', metric: 'time', unit: 'us' }
  const floor = median(figures.floor)
  bench.record({ ...row, subject: 'bare loop', value: floor })
  bench.record({ ...row, subject: 'toolprism', value: median(figures.ours), floor })
  bench.record({ ...row, subject: 'toolprism p99', value: median(figures.p99) })
  bench.record({
    ...row,
    subject: 'toolprism over the bare loop',
    value: median(figures.ours) - floor,
    goal: { max: 100, on: 'value' },
  })
}

/** Whether a step late in a long run costs what an early one costs; the median of three runs. */
export async function flatness(bench: Bench): Promise<void> {
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) ratios.push(await lateOverEarly(20_000))
  bench.record({
    case: 'flat to 20,000 steps',
    subject: 'toolprism',
    metric: 'late / early',
    unit: 'x',
    value: median(ratios),
    goal: { max: 1.5, on: 'value' },
  })
}

async function lateOverEarly(steps: number): Promise<number> {
  const marks = new Float64Array(steps + 2)
  globalThis.gc?.({ type: 'minor' })
  await harnessLoop(steps, marks)
  const early = median(stepTimes(marks, 1000, 1200))
  return median(stepTimes(marks, steps - 201, steps - 1)) / early
}
