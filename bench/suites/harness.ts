import { createAgent } from '@toolprism/harness'
import { type Bench, median, type Suite } from '../lib/bench.mjs'
import {
  floorLoop,
  generateTextLoop,
  harnessLoop,
  type Marks,
  openaiAgentsLoop,
  streamTextLoop,
  toolLoopAgentLoop,
} from '../subjects/harness-loops'

type Loop = (steps: number, marks?: Marks) => Promise<number>

/**
 * Steps a second of whole runs, interleaved; the figure of a round is one run. No forced collection in between: with
 * no run alive it throws away compiled code, and the next run times the compiler.
 */
async function stepsPerSecond(
  bench: Bench,
  steps: number,
  rounds: number,
  loops: Record<string, { loop: Loop; version?: string; rounds?: number }>,
): Promise<Map<string, number>> {
  const times = new Map<string, number[]>()
  const names = Object.keys(loops)
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length]!
      const { loop, rounds: own = rounds } = loops[name]!
      if (round >= own) continue
      const start = performance.now()
      await loop(steps)
      const taken = times.get(name) ?? []
      taken.push(performance.now() - start)
      times.set(name, taken)
    }
  const rates = new Map<string, number>()
  for (const name of names) rates.set(name, (steps * 1000) / median(times.get(name)!))
  const floor = rates.get('bare loop')!
  const ours = rates.get('toolprism')!
  for (const name of names) {
    const value = rates.get(name)!
    bench.record({
      case: `steps a second, ${steps} steps`,
      subject: name,
      version: loops[name]!.version ?? 'workspace',
      metric: 'throughput',
      unit: 'steps/s',
      value,
      floor,
      ratio: value / floor,
      ...(name === 'toolprism' ? { goal: throughputGoals(steps) } : {}),
    })
    if (name === 'ai streamText' || name === 'ai ToolLoopAgent')
      bench.record({
        case: `steps a second, ${steps} steps`,
        subject: `toolprism over ${name}`,
        metric: 'times',
        unit: 'x',
        value: ours / value,
        ...(steps === 400 ? { goal: { min: 3, on: 'value' as const } } : {}),
      })
  }
  return rates
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

async function overhead(bench: Bench): Promise<void> {
  const steps = 2000
  const figures = { floor: [] as number[], ours: [] as number[], p99: [] as number[] }
  for (let round = 0; round < bench.rounds; round++) {
    const marks = new Float64Array(steps + 2)
    await floorLoop(steps, marks)
    figures.floor.push(median(stepTimes(marks, 1, steps - 1)))
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

async function flatness(bench: Bench): Promise<void> {
  const steps = 20_000
  const marks = new Float64Array(steps + 2)
  await harnessLoop(steps, marks)
  const early = median(stepTimes(marks, 1000, 1200))
  const late = median(stepTimes(marks, steps - 201, steps - 1))
  bench.record({
    case: 'flat to 20,000 steps',
    subject: 'toolprism',
    metric: 'late / early',
    unit: 'x',
    value: late / early,
    goal: { max: 1.5, on: 'value' },
  })
}

const forever = () => new Promise<never>(() => {})
const calls = {
  async *stream() {
    yield { type: 'tool-call' as const, toolName: 'work', input: '{}' }
    yield { type: 'finish' as const, finishReason: 'tool-calls' as const }
  },
}
const work = (readOnlyHint: boolean) => ({
  name: 'work',
  description: 'Never ends.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint },
  execute: forever,
})

/** What a run can be doing when it is stopped. */
const stopped: Record<string, () => ReturnType<ReturnType<typeof createAgent>['run']>> = {
  'a tool that ignores its signal': () =>
    createAgent({ model: { id: 'b', ...calls }, tools: [work(true)] }).run('go'),
  'a stream that hangs': () =>
    createAgent({
      model: {
        id: 'b',
        stream: () => ({ [Symbol.asyncIterator]: () => ({ next: forever }) }),
      },
    }).run('go'),
  'an open approval': () =>
    createAgent({ model: { id: 'b', ...calls }, tools: [work(false)] }).run('go'),
  'a retry back-off': () =>
    createAgent({
      model: {
        id: 'b',
        stream() {
          throw Object.assign(new Error('busy'), { status: 529 })
        },
      },
    }).run('go'),
}

async function aborts(bench: Bench): Promise<void> {
  const count = bench.quick ? 100 : 500
  for (const [name, start] of Object.entries(stopped)) {
    const times: number[] = []
    for (let index = 0; index < count; index++) {
      const run = start()
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
      const begin = performance.now()
      run.abort()
      const { status } = await run.finished
      times.push(performance.now() - begin)
      if (status !== 'aborted') throw new Error(`${name}: ${status}`)
    }
    times.sort((left, right) => left - right)
    bench.record({
      case: 'abort to the end of the run, p99',
      subject: name,
      metric: 'time',
      unit: 'ms',
      value: times[Math.floor(count * 0.99)]!,
      goal: { max: 50, on: 'value' },
    })
  }
}

async function freshFigures(bench: Bench): Promise<void> {
  const memory = (await bench.fresh('subjects/harness-memory.ts', [], ['--expose-gc'])) as {
    events: number
    rss: number
    heap: number
  }
  const size = `a run of ${memory.events} events, all kept`
  const row = { case: size, subject: 'toolprism', metric: 'memory', unit: 'MB' }
  bench.record({ ...row, metric: 'resident', value: memory.rss, goal: { max: 40, on: 'value' } })
  bench.record({ ...row, metric: 'live heap', value: memory.heap, goal: { max: 25, on: 'value' } })
  const imports: { time: number; rss: number }[] = []
  const entry = await bench.bundle('subjects/harness-entry.ts')
  for (let round = 0; round < bench.rounds; round++)
    imports.push(
      (await bench.fresh(
        'subjects/harness-import.ts',
        [entry],
        ['--expose-gc'],
      )) as (typeof imports)[0],
    )
  const root = { case: 'import of the root entry', subject: 'toolprism' }
  bench.record({
    ...root,
    metric: 'time',
    unit: 'ms',
    value: median(imports.map((item) => item.time)),
    goal: { max: 25, on: 'value' },
  })
  bench.record({
    ...root,
    metric: 'resident',
    unit: 'MB',
    value: median(imports.map((item) => item.rss)),
    goal: { max: 4, on: 'value' },
  })
  const deltas = bench.quick ? '200000' : '1000000'
  const reader = (await bench.fresh('subjects/harness-reader.ts', [deltas], ['--expose-gc'])) as {
    ratio: number
    heap: number
  }
  const sleeping = { case: `a sleeping reader, ${deltas} deltas`, subject: 'toolprism' }
  bench.record({
    ...sleeping,
    metric: 'run time with / without',
    unit: 'x',
    value: reader.ratio,
    goal: { max: 1.05, on: 'value' },
  })
  bench.record({
    ...sleeping,
    metric: 'held for the reader',
    unit: 'MB',
    value: reader.heap,
    goal: { max: 2, on: 'value' },
  })
}

export default {
  name: 'harness',
  about:
    'Agent loops over one mock model (the same stream parts for all), one no-op tool whose arguments are validated by the same zod schema, whole runs from start to end. The bare loop and the harness also await four hooks and give every event to three listeners and keep it; the peers do neither. OpenAI Agents is its loop package, agents-core, without streaming and tracing.',
  async run(bench) {
    const peer = (loop: Loop, name: string, rounds?: number) => ({
      loop,
      version: bench.packageVersion(name),
      ...(rounds === undefined ? {} : { rounds }),
    })
    const own = { 'bare loop': { loop: floorLoop }, toolprism: { loop: harnessLoop } }
    await stepsPerSecond(bench, 400, bench.quick ? 5 : 9, {
      ...own,
      'ai streamText': peer(streamTextLoop, 'ai', bench.quick ? 2 : 5),
      'ai ToolLoopAgent': peer(toolLoopAgentLoop, 'ai', bench.quick ? 2 : 5),
      'ai generateText': peer(generateTextLoop, 'ai', bench.quick ? 2 : 5),
      'openai agents': peer(openaiAgentsLoop, '@openai/agents-core', bench.quick ? 2 : 5),
    })
    // streamText slows down with every step: 2,000 of them take it half a minute and more.
    await stepsPerSecond(bench, 2000, bench.quick ? 3 : 5, {
      ...own,
      ...(bench.quick
        ? {}
        : {
            'ai streamText': peer(streamTextLoop, 'ai', 1),
            'ai ToolLoopAgent': peer(toolLoopAgentLoop, 'ai', 1),
            'ai generateText': peer(generateTextLoop, 'ai', 1),
            'openai agents': peer(openaiAgentsLoop, '@openai/agents-core', 1),
          }),
    })
    await overhead(bench)
    await flatness(bench)
    await aborts(bench)
    await freshFigures(bench)
  },
} satisfies Suite
