import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { RunnableLambda } from '@langchain/core/runnables'
import { createStep, createWorkflow } from '@mastra/core/workflows'
import { callTool, checkInputBudget, composeTool, defineTool } from '@toolprism/core'
import { build } from 'esbuild'
import * as z from 'zod'
import { type Bench, median, type Subject, type Suite } from '../lib/bench.mjs'
import * as inputs from '../lib/core-inputs'
import { callPeers } from '../lib/core-peers'

const execute = (_: unknown) => 'ok'
const toolOf = (inputSchema: z.ZodObject) => defineTool({ name: 'tool', inputSchema, execute })

const house = new URL('../../../', import.meta.url).pathname

export default {
  name: 'core',
  about:
    'One validated call in process: ours with input budget, schema, result and output budget; the floor is zod parse and the same function; peers with what they do themselves. Every subject is awaited.',
  async run(bench) {
    await calls(bench)
    await refusals(bench)
    await composition(bench)
    await budget(bench)
    hostile(bench)
    await footprint(bench)
    typeCheck(bench)
  },
} satisfies Suite

async function calls(bench: Bench): Promise<void> {
  const cases = [
    ['callTool, small input (3 fields)', inputs.smallSchema, inputs.small, 4],
    ['callTool, mid input (27 leaves)', inputs.midSchema, inputs.mid, 4.5],
    ['callTool, large input (2,000 objects)', inputs.largeSchema, inputs.large, 7],
  ] as const
  for (const [name, schema, input, max] of cases) {
    const peers = await callPeers(bench, schema, input)
    const ahead = Object.keys(peers).map((than) => ({ min: 1, than }))
    await bench.compare({
      case: name,
      floor: 'zod + function',
      subjects: {
        'zod + function': zodFloor(bench, schema, input),
        toolprism: subjectOf(schema, input, { goal: [{ max }, ...ahead] }),
        ...peers,
      },
    })
  }
  await bench.compare({
    case: 'callTool, small input, schema with checks',
    floor: 'zod + function',
    subjects: {
      'zod + function': zodFloor(bench, inputs.smallChecked, inputs.small),
      toolprism: subjectOf(inputs.smallChecked, inputs.small, { goal: { max: 4 } }),
    },
  })
  await bench.compare({
    case: 'callTool, large input, schema with checks',
    floor: 'zod + function',
    subjects: {
      'zod + function': zodFloor(bench, inputs.largeChecked, inputs.large),
      toolprism: subjectOf(inputs.largeChecked, inputs.large, { goal: { max: 7 } }),
    },
  })
  const tool = toolOf(inputs.largeSchema)
  await bench.compare({
    case: 'callTool, large input, budget off',
    floor: 'zod + function',
    subjects: {
      'zod + function': zodFloor(bench, inputs.largeSchema, inputs.large),
      toolprism: {
        run: () => callTool(tool, inputs.large, { inputBudget: false }),
        goal: { max: 1.3 },
      },
    },
  })
}

function zodFloor(bench: Bench, schema: z.ZodObject, input: unknown): Subject {
  return { version: bench.packageVersion('zod'), run: () => execute(schema.parse(input)) }
}

function subjectOf(schema: z.ZodObject, input: unknown, more: Partial<Subject>): Subject {
  const tool = toolOf(schema)
  return { run: () => callTool(tool, input), ...more }
}

async function refusals(bench: Bench): Promise<void> {
  const tool = toolOf(inputs.midSchema)
  await bench.compare({
    case: 'refused input, mid (6 faults)',
    floor: 'zod safeParse',
    subjects: {
      'zod safeParse': {
        version: bench.packageVersion('zod'),
        run: () => inputs.midSchema.safeParse(inputs.midBad).error?.issues,
      },
      toolprism: { run: () => callTool(tool, inputs.midBad), goal: { max: 2 } },
    },
  })
}

async function composition(bench: Bench): Promise<void> {
  const schema = z.object({ v: z.number() })
  const schemas = Array.from({ length: 5 }, () => z.object({ v: z.number() }))
  const add = async ({ v }: { v: number }) => v + 1
  const tools = schemas.map((inputSchema, index) =>
    defineTool({ name: `step${index}`, inputSchema, execute: ({ v }) => v + 1 }),
  )
  const [a, b, c, d, e] = tools as [
    (typeof tools)[0],
    (typeof tools)[0],
    (typeof tools)[0],
    (typeof tools)[0],
    (typeof tools)[0],
  ]
  const next = ({ state }: { state: number }) => ({ v: state })
  const macro = composeTool({
    name: 'macro',
    inputSchema: schema,
    steps: [
      { tool: a, mapArgs: ({ args }) => args },
      { tool: b, mapArgs: next },
      { tool: c, mapArgs: next },
      { tool: d, mapArgs: next },
      { tool: e, mapArgs: next },
    ],
  })
  const parsed = schemas.map((own) =>
    RunnableLambda.from(async (v: number) => add(own.parse({ v }))),
  )
  const sequence = parsed.slice(1).reduce((chain, step) => chain.pipe(step) as never, parsed[0]!)
  const steps = schemas.map((own, index) =>
    createStep({
      id: `s${index}`,
      inputSchema: own,
      outputSchema: own,
      execute: async ({ inputData }) => ({ v: inputData.v + 1 }),
    } as never),
  )
  let workflow = createWorkflow({
    id: 'w',
    inputSchema: schema,
    outputSchema: schema,
  } as never) as never as {
    then(step: unknown): never
    commit(): void
    createRun(): Promise<{ start(input: unknown): Promise<unknown> }>
  }
  for (const step of steps) workflow = workflow.then(step)
  workflow.commit()
  await bench.compare({
    case: 'composeTool, 5 validated steps',
    floor: 'validated loop',
    subjects: {
      'validated loop': {
        version: bench.packageVersion('zod'),
        run: async () => {
          let v = 1
          for (const own of schemas) v = await add(own.parse({ v }))
          return v
        },
      },
      toolprism: {
        run: () => callTool(macro, { v: 1 }),
        goal: [
          { max: 8 },
          { min: 60, than: 'LangChain RunnableSequence' },
          { min: 60, than: 'Mastra workflow' },
        ],
      },
      'LangChain RunnableSequence': {
        version: bench.packageVersion('@langchain/core'),
        run: () => sequence.invoke(1),
      },
      'Mastra workflow': {
        version: bench.packageVersion('@mastra/core'),
        run: async () => (await workflow.createRun()).start({ inputData: { v: 1 } }),
      },
    },
  })
}

async function budget(bench: Bench): Promise<void> {
  const rows = JSON.parse(
    JSON.stringify(
      Array.from({ length: 2500 }, (_, id) => ({
        id,
        name: `customer ${id}`,
        price: id * 1.25,
        active: id % 2 === 0,
      })),
    ),
  )
  await bench.compare({
    case: 'checkInputBudget, 2,500 objects',
    floor: 'structuredClone',
    subjects: {
      structuredClone: { version: process.version, run: () => structuredClone(rows) },
      toolprism: { run: () => checkInputBudget(rows), goal: { max: 2 } },
    },
  })
}

/** Each is refused within 20 ms; the median of runs, as the first pays for compiling. */
function hostile(bench: Bench): void {
  let chain: object = {}
  for (let level = 0; level < 1_000_000; level++) chain = { chain }
  let doubling: unknown = 1
  for (let level = 0; level < 30; level++) doubling = [doubling, doubling]
  const sparse: unknown[] = []
  sparse.length = 2 ** 32 - 1
  const endless = (): object =>
    new Proxy(
      {},
      {
        ownKeys: () => ['next'],
        getOwnPropertyDescriptor: () => ({
          value: endless(),
          enumerable: true,
          configurable: true,
          writable: true,
        }),
      },
    )
  const cases = {
    'chain 1,000,000 deep': chain,
    'graph of 2^30 paths': doubling,
    'sparse array of 2^32 - 1': sparse,
    'endless proxy': endless(),
  }
  for (const [name, value] of Object.entries(cases)) {
    const times = Array.from({ length: 9 }, () => {
      const start = performance.now()
      if (checkInputBudget(value).ok) throw new Error(`${name} passed`)
      return performance.now() - start
    })
    bench.record({
      case: 'hostile input',
      subject: name,
      metric: 'refusal',
      unit: 'ms',
      value: median(times),
      goal: { max: 20, on: 'value' },
    })
  }
}

async function footprint(bench: Bench): Promise<void> {
  const outdir = join(dirname(new URL(import.meta.url).pathname), 'core-dist')
  // As published: split into chunks, the validator left as a dependency of its own.
  const built = await build({
    entryPoints: [join(house, 'packages/core/src/index.ts')],
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['@cfworker/json-schema'],
    outdir,
  })
  const eager = new Set<string>()
  const visit = (path: string) => {
    if (eager.has(path)) return
    eager.add(path)
    for (const item of built.metafile.outputs[path]!.imports)
      if (item.kind === 'import-statement' && !item.external) visit(item.path)
  }
  visit(
    Object.keys(built.metafile.outputs).find((path) => built.metafile.outputs[path]!.entryPoint)!,
  )
  const bytes = [...eager].reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0)
  bench.record({
    case: 'root entry',
    subject: 'toolprism',
    metric: 'minified + gzip',
    unit: 'KB',
    value: bytes / 1000,
    goal: { max: 14, on: 'value' },
  })
  const times: number[] = []
  const sizes: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const empty = (await bench.fresh('subjects/import-core.ts', ['empty'])) as { rss: number }
    const full = (await bench.fresh('subjects/import-core.ts', [join(outdir, 'index.js')])) as {
      time: number
      rss: number
    }
    times.push(full.time)
    sizes.push((full.rss - empty.rss) / 1e6)
  }
  bench.record({
    case: 'import in a fresh process',
    subject: 'toolprism',
    metric: 'import',
    unit: 'ms',
    value: median(times),
    goal: { max: 15, on: 'value' },
  })
  bench.record({
    case: 'import in a fresh process',
    subject: 'toolprism',
    metric: 'memory',
    unit: 'MB',
    value: Math.max(0, median(sizes)),
    goal: { max: 3, on: 'value' },
  })
}

/** How long `tsc` (TypeScript 7) takes longer over our types than over an import of them. */
function typeCheck(bench: Bench): void {
  const folder = join(house, 'packages/core/test')
  const fields = Array.from(
    { length: 40 },
    (_, index) =>
      `f${index}: z.object({ a: z.string(), b: z.number().optional(), c: z.array(z.object({ d: z.literal('x') })) })`,
  )
  const steps = Array.from(
    { length: 40 },
    (_, index) =>
      `{ tool: t, mapArgs: ({ ${index ? 'state' : 'args'} }) => ({ v: ${index ? 'state' : 'args.v'} }) }`,
  )
  const head = `import { composeTool, defineTool } from '@toolprism/core'\nimport * as z from 'zod'\nconst t = defineTool({ name: 't', inputSchema: z.object({ v: z.number() }), execute: ({ v }) => v })\nvoid composeTool\n`
  const sources = {
    'import alone': head,
    '40 steps and 40 nested fields': `${head}composeTool({ name: 'm', inputSchema: z.object({ v: z.number() }), steps: [${steps.join(', ')}] })\ndefineTool({ name: 'n', inputSchema: z.object({ ${fields.join(', ')} }), execute: (input) => input.f39.c[0]!.d })\n`,
  }
  const seconds: Record<string, number> = {}
  for (const [name, source] of Object.entries(sources)) {
    const file = join(folder, 'bench-type-check.ts')
    const config = join(folder, 'bench-type-check.json')
    writeFileSync(file, source)
    writeFileSync(
      config,
      JSON.stringify({ extends: '../tsconfig.json', include: ['bench-type-check.ts'] }),
    )
    const times = Array.from({ length: bench.quick ? 3 : 5 }, () => {
      const start = performance.now()
      const run = spawnSync(join(house, 'node_modules/.bin/tsc'), ['-p', config], {
        encoding: 'utf8',
      })
      if (run.status !== 0) throw new Error(run.stdout)
      return (performance.now() - start) / 1000
    })
    spawnSync('rm', ['-f', file, config])
    seconds[name] = median(times)
  }
  bench.record({
    case: 'type-check, TypeScript 7',
    subject: 'import alone',
    metric: 'tsc',
    unit: 's',
    value: seconds['import alone']!,
  })
  bench.record({
    case: 'type-check, TypeScript 7',
    subject: '40 steps and 40 nested fields',
    metric: 'tsc',
    unit: 's',
    value: seconds['40 steps and 40 nested fields']! - seconds['import alone']!,
    goal: { max: 1, on: 'value' },
  })
}
