import { createAgent } from '@toolprism/harness'
import { type Bench, median, type Suite } from '../lib/bench.mjs'
import { flatness, overhead, stepsPerSecond } from '../lib/harness-speed'

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

async function search(bench: Bench): Promise<void> {
  // To write 100,000 files takes longer than a quick run may; the goals are those of the whole tree.
  const count = bench.quick ? 20_000 : 100_000
  const sizes = [String(count), bench.quick ? '3' : '7']
  const found = (await bench.fresh('subjects/harness-search.ts', sizes, ['--expose-gc'])) as {
    with: number[]
    without: number[]
    growth: number
  }
  const files = count.toLocaleString('en')
  const row = { case: `grep of ${files} files to the first 100 hits`, metric: 'time', unit: 'ms' }
  const goal = (max: number) => (bench.quick ? {} : { goal: { max, on: 'value' as const } })
  const [fast, plain] = [median(found.with), median(found.without)]
  bench.record({ ...row, ...goal(2000), subject: 'toolprism, ripgrep on PATH', value: fast })
  bench.record({ ...row, ...goal(2000), subject: 'toolprism, no ripgrep', value: plain })
  bench.record({
    ...row,
    subject: 'toolprism',
    metric: 'growth, both',
    unit: 'MB',
    value: found.growth,
    ...goal(60),
  })
}

export default {
  name: 'harness',
  about:
    'Agent loops over one mock model (the same stream parts for all), one no-op tool whose arguments are validated by the same zod schema, whole runs from start to end. The bare loop and the harness also await four hooks and give every event to three listeners and keep it; the peers do neither. OpenAI Agents is its loop package, agents-core, without streaming and tracing. Every subject runs for the same time before it is timed, and the young generation is collected before each run, so that none pays for the one before; the old generation is collected when the engine finds it time, inside whichever run that is: to force it throws compiled code away. The searched tree holds its hundredth hit near its end, and its files are in the page cache.',
  async run(bench) {
    await stepsPerSecond(bench, 400)
    await stepsPerSecond(bench, 2000)
    await overhead(bench)
    await flatness(bench)
    await aborts(bench)
    await freshFigures(bench)
    await search(bench)
  },
} satisfies Suite
