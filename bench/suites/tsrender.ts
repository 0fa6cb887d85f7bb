import { type CatalogOptions, fitCatalog, renderCatalog } from '@toolprism/tsrender'
import { verifyAll } from '@toolprism/tsrender/verify'
import { build } from 'esbuild'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { type Bench, median, type Suite } from '../lib/bench.mjs'
import {
  type Catalog,
  findShared,
  madeCatalog,
  readCatalogs,
  readStripe,
  type Tool,
} from '../lib/tsrender-catalogs'
import { CODEMODE, JSTT, loadRenderers, ours, type Render, UTCP } from '../lib/tsrender-peers'
import { hostileSchemas } from '../subjects/hostile-schemas'

const suite = {
  name: 'tsrender',
  about:
    'Tool lists of real MCP servers as TypeScript: name, description, input and output schema of every tool. Tokens are o200k_base; their ratio is to the minified JSON of the same fields. json-schema-to-typescript prints types alone, without signatures or tool descriptions, one text a schema, and is run without Prettier; it alone is compiled schema by schema.',
  async run(bench: Bench) {
    const shared = findShared()
    const catalogs = shared ? readCatalogs(shared) : [madeCatalog()]
    const count = catalogs.reduce((sum, { tools }) => sum + tools.length, 0)
    const read = `${catalogs.length} catalogs, ${count} tools`
    console.log(
      shared
        ? `tsrender: ${read}`
        : 'tsrender: no catalogs here (TOOLPRISM_SHARED names the folder above them); a made one stands in',
    )
    suite.about += ` ${read}.`
    const renderers = await loadRenderers()
    await compareTokens(bench, catalogs, renderers)
    await compareErrors(bench, catalogs, renderers)
    await compareDetails(bench, catalogs)
    await compareTimes(bench, catalogs, renderers)
    measureTimes(bench, catalogs)
    if (shared) measureStripe(bench, readStripe(shared))
    measureHostile(bench)
    await measureSize(bench)
  },
} satisfies Suite

export default suite

const versionOf = (bench: Bench, subject: string) =>
  [CODEMODE, JSTT, UTCP].includes(subject) ? { version: bench.packageVersion(subject) } : {}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

async function compareTokens(bench: Bench, catalogs: Catalog[], renderers: Record<string, Render>) {
  const raw = catalogs.map(({ tools }) => countTokens(JSON.stringify(tools)))
  const goals: Record<string, number> = {
    toolprism: 0.61,
    'toolprism, groups': 0.57,
    'toolprism, summary': 0.23,
  }
  for (const [subject, render] of Object.entries(renderers)) {
    const row = (name: string, value: number, floor: number, max: number | undefined) =>
      bench.record({
        case: `tokens, ${name}`,
        subject,
        ...versionOf(bench, subject),
        metric: 'tokens',
        unit: 'tokens',
        value,
        floor,
        ...(max ? { goal: { max } } : {}),
      })
    const tokens: number[] = []
    for (const [index, catalog] of catalogs.entries()) {
      const own = countTokens((await render(catalog)).join('\n'))
      tokens.push(own)
      const max = catalog.name === 'github-mcp-server' ? 0.78 : 1
      row(catalog.name, own, raw[index]!, subject === 'toolprism' ? max : undefined)
    }
    row('all catalogs', sum(tokens), sum(raw), goals[subject])
  }
}

/** What TypeScript says of each catalog's text, strict. */
async function compareErrors(bench: Bench, catalogs: Catalog[], renderers: Record<string, Render>) {
  for (const [subject, render] of Object.entries(renderers)) {
    if (subject === 'raw JSON') continue
    const texts = (await Promise.all(catalogs.map(render))).flat()
    bench.record({
      case: 'compile errors, all catalogs',
      subject,
      ...versionOf(bench, subject),
      metric: 'errors',
      unit: 'errors',
      value: sum(verifyAll(texts).map((problems) => problems.length)),
      ...(subject.startsWith('toolprism') ? { goal: { max: 0, on: 'value' } } : {}),
    })
  }
}

async function compareDetails(bench: Bench, catalogs: Catalog[]) {
  const floor = sum(catalogs.map(({ tools }) => countTokens(JSON.stringify(tools))))
  for (const [subject, options, max] of [
    ['types, no documentation of properties', { docs: 'none' }, 0.41],
    ['types alone', { detail: 'types' }, 0.2],
  ] as const) {
    const texts = (await Promise.all(catalogs.map(ours(options)))).flat()
    bench.record({
      case: 'tokens, less detail',
      subject,
      metric: 'tokens',
      unit: 'tokens',
      value: sum(texts.map((text) => countTokens(text))),
      floor,
      goal: { max },
    })
  }
  for (const maxTokens of bench.quick ? [50_000] : [20_000, 50_000, 100_000])
    bench.record({
      case: 'fitCatalog, all catalogs',
      subject: `within ${maxTokens}`,
      metric: 'tokens',
      unit: 'tokens',
      value: fitCatalog(catalogs, { maxTokens, count: countTokens }).tokens,
      floor: maxTokens,
      goal: [{ max: 1 }, { min: 0.99 }],
    })
}

/** One catalog a case, then all; the schemas are read, and the text printed, anew each time. */
async function compareTimes(bench: Bench, catalogs: Catalog[], renderers: Record<string, Render>) {
  const compared = Object.entries(renderers).filter(([name]) => !name.startsWith('toolprism, '))
  const compare = (name: string, some: Catalog[]) =>
    bench.compare({
      case: `time, ${name}`,
      floor: 'raw JSON',
      batches: bench.quick ? 1 : 3,
      subjects: Object.fromEntries(
        compared.map(([subject, render]) => [
          subject,
          {
            run: async () => (await Promise.all(some.map(render))).map(readWhole),
            ...versionOf(bench, subject),
            ...(subject === 'toolprism'
              ? { goal: [CODEMODE, JSTT].map((than) => ({ min: 1, than })) }
              : {}),
          },
        ]),
      ),
    })
  for (const catalog of catalogs) await compare(catalog.name, [catalog])
  await compare('all catalogs', catalogs)
}

/** Reads the end of each text: an engine may put off joining its pieces until someone does. */
const readWhole = (texts: readonly string[]) =>
  texts.map((text) => text.codePointAt(text.length - 1))

/** The median of several runs, after as many that only warm up. */
function timeOf(run: () => unknown, runs = 15): number {
  const times: number[] = []
  for (let index = 0; index < runs * 2; index++) {
    const start = performance.now()
    run()
    if (index >= runs) times.push(performance.now() - start)
  }
  return median(times)
}

function measureTimes(bench: Bench, catalogs: Catalog[]) {
  const record = (name: string, subject: string, max: number, value: number) =>
    bench.record({
      case: name,
      subject,
      metric: 'time',
      unit: 'ms',
      value,
      goal: { max, on: 'value' },
    })
  const limits: [string, CatalogOptions, number][] = [
    ['no sharing', { share: 'none' }, 60],
    ['shapes', {}, 150],
    ['groups', { share: 'groups' }, 150],
  ]
  for (const [subject, options, max] of limits)
    record(
      'all catalogs, warm',
      subject,
      max,
      timeOf(() => catalogs.map(ours(options))),
    )
  const synthetic = catalogs.find(({ name }) => name.startsWith('synthetic'))
  if (synthetic)
    record(
      'synthetic-200, warm',
      'no sharing',
      15,
      timeOf(() => ours({ share: 'none' })(synthetic)),
    )
  const [{ tools } = madeCatalog()] = catalogs.filter(({ name }) => name === 'gitlab')
  const few = tools.slice(0, 20)
  const many = Array.from({ length: 10 }, (_, copy) =>
    few.map((tool) => ({ ...tool, name: `${tool.name}_${copy}` })),
  ).flat()
  const time = (list: Tool[]) => timeOf(() => ours()({ name: 'x', tools: list }), 40)
  bench.record({
    case: 'ten times the tools',
    subject: 'toolprism',
    metric: 'time',
    unit: 'ms',
    value: time(many),
    floor: time(few),
    goal: { max: 12 },
  })
}

function measureStripe(bench: Bench, outputSchema: object) {
  const run = (docs: 'none' | 'line') =>
    renderCatalog([{ name: 'get', outputSchema }], { docs }).text
  const row = { case: 'output of 810 definitions', metric: 'tokens', unit: 'tokens' }
  const floor = countTokens(JSON.stringify(outputSchema))
  for (const [subject, docs, goals] of [
    ['types', 'none', [45_000, 150]],
    ['types and documentation', 'line', []],
  ] as const) {
    const goalOf = (max: number | undefined) => (max ? { goal: { max, on: 'value' as const } } : {})
    bench.record({ ...row, subject, value: countTokens(run(docs)), floor, ...goalOf(goals[0]) })
    bench.record({
      case: `${row.case}, warm`,
      subject,
      metric: 'time',
      unit: 'ms',
      value: timeOf(() => run(docs), 7),
      ...goalOf(goals[1]),
    })
  }
}

function measureHostile(bench: Bench) {
  for (const [subject, schema] of Object.entries(hostileSchemas)) {
    const tools = [{ name: 't', inputSchema: schema }]
    bench.record({
      case: 'hostile schemas',
      subject,
      metric: 'time',
      unit: 'ms',
      value: timeOf(() => renderCatalog(tools, { profile: 'exact' }), 3),
      goal: { max: 200, on: 'value' },
    })
  }
}

async function measureSize(bench: Bench) {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@toolprism/tsrender'", resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    conditions: ['@toolprism/source'],
    external: ['@toolprism/core'],
  })
  bench.record({
    case: 'root entry, minified, without core',
    subject: 'toolprism',
    metric: 'size',
    unit: 'KB',
    value: outputFiles[0]!.contents.length / 1000,
    goal: { max: 25, on: 'value' },
  })
}
