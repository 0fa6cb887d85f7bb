import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { InMemoryTransport as InMemoryV2 } from '@modelcontextprotocol/server'
import type { Bench, Goal, Suite } from '../lib/bench.mjs'
import { median } from '../lib/bench.mjs'
import {
  type Ask,
  askInMemory,
  cpuOf,
  type Started,
  startHttp,
  startStdio,
} from '../lib/mcp-clients'
import { mcpServerV1, mcpServerV2, serverV1, serverV2, toolprism } from '../subjects/mcp-servers'
import { input, names } from '../subjects/mcp-tools'

const list = { method: 'tools/list', params: {} }
const call = { method: 'tools/call', params: { name: names[50], arguments: input } }
type Message = typeof list | typeof call
type Goals = Record<string, Goal>

export default {
  name: 'mcp',
  about:
    'The same 100 tools with the same zod schema in every server; each answers tools/list and one validated tools/call. Ours includes the input budget and the output budget.',
  async run(bench) {
    await inMemory(bench)
    await overStdio(bench)
    await overHttp(bench)
  },
} satisfies Suite

async function inMemory(bench: Bench): Promise<void> {
  const v1 = () => InMemoryTransport.createLinkedPair() as [unknown, unknown]
  const v2 = () => InMemoryV2.createLinkedPair() as [unknown, unknown]
  const [sdk, server] = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server']
  const started: { name: string; peer?: string; ask: Ask }[] = [
    { name: 'v1 McpServer', peer: sdk, ask: await askInMemory(mcpServerV1(), v1()) },
    { name: 'v1 Server, ready list', peer: sdk, ask: await askInMemory(serverV1(), v1()) },
    { name: 'v2 McpServer', peer: server, ask: await askInMemory(mcpServerV2(), v2()) },
    { name: 'v2 Server, ready list', peer: server, ask: await askInMemory(serverV2(), v2()) },
    { name: 'toolprism on v1', ask: await askInMemory(await toolprism('v1'), v1()) },
    { name: 'toolprism on v2', ask: await askInMemory(await toolprism('v2'), v2()) },
  ]
  await bench.compare({
    case: 'tools/list of 100, in memory',
    floor: 'v1 Server, ready list',
    subjects: subjects(bench, started, list, {
      'toolprism on v1': { min: 300, than: 'v1 McpServer' },
    }),
  })
  await bench.compare({
    case: 'tools/call, in memory',
    floor: 'v1 Server, ready list',
    subjects: subjects(bench, started, call),
  })
}

const stdioServers: [name: string, peer?: string][] = [
  ['floor'],
  ['v1 McpServer', '@modelcontextprotocol/sdk'],
  ['v1 Server, ready list', '@modelcontextprotocol/sdk'],
  ['v2 McpServer', '@modelcontextprotocol/server'],
  ['v2 Server, ready list', '@modelcontextprotocol/server'],
  ['tmcp', 'tmcp'],
  ['fastmcp', 'fastmcp'],
  ['toolprism on v1'],
  ['toolprism on v2'],
]

const httpServers: [name: string, peer?: string][] = [
  ['floor'],
  ['v1 McpServer', '@modelcontextprotocol/sdk'],
  ['v1 Server, shared validator', '@modelcontextprotocol/sdk'],
  ['v2 McpServer', '@modelcontextprotocol/server'],
  ['v2 Server', '@modelcontextprotocol/server'],
  ['tmcp', 'tmcp'],
  ['fastmcp', 'fastmcp'],
  ['toolprism on v1'],
  ['toolprism on v2'],
]

async function overStdio(bench: Bench): Promise<void> {
  const module = await bench.bundle('subjects/mcp-stdio-server.ts')
  await withServers(
    stdioServers,
    (name) => startStdio(module, name),
    async (started) => {
      await processes(bench, started, 'stdio')
      await throughput(bench, started, { way: 'stdio', width: 16, goals: {} })
    },
  )
}

async function overHttp(bench: Bench): Promise<void> {
  const module = await bench.bundle('subjects/mcp-http-server.ts')
  await withServers(
    httpServers,
    (name) => startHttp(module, name),
    async (started) => {
      await processes(bench, started, 'stateless HTTP', {
        'toolprism on v1': { min: 6, than: 'v1 McpServer' },
      })
      const goals = { 'v1 McpServer': 1.5, 'v1 Server, shared validator': 0.9, tmcp: 1, fastmcp: 1 }
      await throughput(bench, started, { way: 'stateless HTTP', width: 8, goals })
      await bytes(bench, started)
    },
  )
}

async function withServers(
  servers: [name: string, peer?: string][],
  start: (name: string) => Promise<Started>,
  run: (started: Started[]) => Promise<void>,
): Promise<void> {
  const started: Started[] = []
  try {
    for (const [name, peer] of servers)
      started.push({ ...(await start(name)), ...(peer && { peer }) })
    await run(started)
  } finally {
    for (const { child } of started) child.kill()
  }
}

/** Lists and calls, one at a time, of servers that run in processes of their own. */
async function processes(
  bench: Bench,
  started: Started[],
  way: string,
  goals: Goals = {},
): Promise<void> {
  const batches = bench.quick ? 8 : 20
  await bench.compare({
    case: `tools/list of 100, ${way}`,
    floor: 'floor',
    batches,
    subjects: subjects(bench, started, list, goals, 3),
  })
  await bench.compare({
    case: `tools/call, ${way}, one at a time`,
    floor: 'floor',
    batches,
    subjects: subjects(bench, started, call, {}, 8),
  })
}

function subjects(
  bench: Bench,
  started: readonly { name: string; peer?: string; ask: Ask }[],
  message: Message,
  goals: Goals = {},
  iterations?: number,
) {
  return Object.fromEntries(
    started.map(({ name, peer, ask }) => [
      name,
      {
        run: () => ask(message),
        ...(iterations && { iterations }),
        ...(peer && { version: bench.packageVersion(peer) }),
        ...(goals[name] && { goal: goals[name] }),
      },
    ]),
  )
}

/** Calls a second with some in flight, and how long the slowest waited; each round starts one server further. */
async function throughput(
  bench: Bench,
  started: Started[],
  { way, width, goals }: { way: string; width: number; goals: Record<string, number> },
): Promise<void> {
  const count = bench.quick ? 150 : 600
  const rates = new Map<string, number[]>(started.map(({ name }) => [name, []]))
  const waits = new Map<string, number[]>(started.map(({ name }) => [name, []]))
  const cpu = new Map<string, number[]>(started.map(({ name }) => [name, []]))
  for (let round = 0; round < bench.rounds; round++)
    for (let turn = 0; turn < started.length; turn++) {
      const { name, ask, child } = started[(turn + round) % started.length] as Started
      const used = await cpuOf(child)
      const begin = performance.now()
      let left = count
      const worker = async () => {
        while (left-- > 0) {
          const asked = performance.now()
          await ask(call)
          waits.get(name)?.push(performance.now() - asked)
        }
      }
      await Promise.all(Array.from({ length: width }, worker))
      rates.get(name)?.push((count * 1000) / (performance.now() - begin))
      cpu.get(name)?.push(((await cpuOf(child)) - used) / count)
    }
  const against = (name: string, other: string) =>
    median((rates.get(name) ?? []).map((rate, round) => rate / (rates.get(other)?.[round] ?? rate)))
  const row = { case: `tools/call, ${way}, ${width} in flight` }
  for (const { name, peer } of started) {
    const of = { ...row, subject: name, ...(peer && { version: bench.packageVersion(peer) }) }
    const value = median(rates.get(name) ?? [])
    bench.record({ ...of, metric: 'rate', unit: 'calls/s', value, ratio: against(name, 'floor') })
    const processor = median(cpu.get(name) ?? [])
    bench.record({
      ...of,
      metric: 'cpu',
      unit: 'us',
      value: processor,
      floor: median(cpu.get('floor') ?? []),
    })
    for (const [metric, part] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const)
      bench.record({ ...of, metric, unit: 'ms', value: quantile(waits.get(name) ?? [], part) })
  }
  for (const [other, min] of Object.entries(goals))
    bench.record({
      ...row,
      subject: `toolprism on v1 over ${other}`,
      metric: 'rate',
      unit: 'times',
      value: against('toolprism on v1', other),
      goal: { min, on: 'value' },
    })
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}

async function bytes(bench: Bench, started: Started[]): Promise<void> {
  const sizes = new Map<string, number>()
  for (const { name, ask } of started) {
    const { result } = (await ask(list)) as { result: { tools: unknown[] } }
    const each = result.tools.map((tool) => Buffer.byteLength(JSON.stringify(tool)))
    sizes.set(name, each.reduce((sum, size) => sum + size, 0) / each.length)
  }
  for (const { name, peer } of started)
    bench.record({
      case: 'bytes of one tool in tools/list',
      subject: name,
      ...(peer && { version: bench.packageVersion(peer) }),
      metric: 'size',
      unit: 'B',
      value: sizes.get(name) ?? 0,
      floor: sizes.get('v1 McpServer') ?? 1,
      ...(name.startsWith('toolprism') && { goal: { max: 0.92 } }),
    })
}
