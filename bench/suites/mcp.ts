import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { InMemoryTransport as InMemoryV2 } from '@modelcontextprotocol/server'
import type { Bench, Suite } from '../lib/bench.mjs'
import { median } from '../lib/bench.mjs'
import { mcpServerV1, mcpServerV2, serverV1, serverV2, toolprism } from '../subjects/mcp-servers'
import { input, names } from '../subjects/mcp-tools'

const initialize = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  },
}
const list = { method: 'tools/list', params: {} }
const call = { method: 'tools/call', params: { name: names[50], arguments: input } }

export default {
  name: 'mcp',
  about:
    'The same 100 tools with the same zod schema in every server; each answers tools/list and one validated tools/call. Ours includes the input budget and the output budget.',
  async run(bench) {
    await inMemory(bench)
    await overHttp(bench)
  },
} satisfies Suite

type Ask = (message: { method: string; params: unknown }) => Promise<unknown>

/** A raw client: what is timed is the server. */
async function askInMemory(server: unknown, pair: [unknown, unknown]): Promise<Ask> {
  const [mine, theirs] = pair as [any, any] // biome-ignore lint/suspicious/noExplicitAny: two SDKs' transports
  const waiting = new Map<number, (message: unknown) => void>()
  let id = 0
  mine.onmessage = (message: { id: number }) => waiting.get(message.id)?.(message)
  await (server as { connect(transport: unknown): Promise<void> }).connect(theirs)
  await mine.start()
  const ask: Ask = (message) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve)
      void mine.send({ jsonrpc: '2.0', id, ...message })
    })
  await ask(initialize)
  await mine.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return ask
}

async function inMemory(bench: Bench): Promise<void> {
  const v1 = () => InMemoryTransport.createLinkedPair() as [unknown, unknown]
  const v2 = () => InMemoryV2.createLinkedPair() as [unknown, unknown]
  const sdk = bench.packageVersion('@modelcontextprotocol/sdk')
  const server = bench.packageVersion('@modelcontextprotocol/server')
  const subjects: Record<string, { ask: Ask; version?: string }> = {
    'v1 McpServer': { ask: await askInMemory(mcpServerV1(), v1()), version: sdk },
    'v1 Server, ready list': { ask: await askInMemory(serverV1(), v1()), version: sdk },
    'v2 McpServer': { ask: await askInMemory(mcpServerV2(), v2()), version: server },
    'v2 Server, ready list': { ask: await askInMemory(serverV2(), v2()), version: server },
    'toolprism on v1': { ask: await askInMemory(await toolprism('v1'), v1()) },
    'toolprism on v2': { ask: await askInMemory(await toolprism('v2'), v2()) },
  }
  const runs = (message: typeof call | typeof list, goal: Record<string, object>) =>
    Object.fromEntries(
      Object.entries(subjects).map(([name, { ask, version }]) => [
        name,
        {
          run: () => ask(message),
          ...(version && { version }),
          ...(goal[name] && { goal: goal[name] }),
        },
      ]),
    )
  await bench.compare({
    case: 'tools/list of 100, in memory',
    floor: 'v1 Server, ready list',
    subjects: runs(list, { 'toolprism on v1': { min: 300, than: 'v1 McpServer' } }),
  })
  await bench.compare({
    case: 'tools/call, in memory',
    floor: 'v1 Server, ready list',
    subjects: runs(call, {}),
  })
}

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

async function overHttp(bench: Bench): Promise<void> {
  const module = await bench.bundle('subjects/mcp-http-server.ts')
  const started: { name: string; peer?: string; child: ChildProcess; ask: Ask; bytes: number }[] =
    []
  try {
    for (const [name, peer] of httpServers) {
      const { child, port } = await startHttp(module, name)
      const agent = new Agent({ keepAlive: true, maxSockets: 8 })
      const ask: Ask = (message) => post(port, agent, message)
      const bytes = (toolsOf(await ask(list)) as unknown[]).reduce<number>(
        (sum, tool) => sum + Buffer.byteLength(JSON.stringify(tool)),
        0,
      )
      started.push({ name, ...(peer && { peer }), child, ask, bytes })
    }
    const subjects = (message: typeof call | typeof list, goals: Record<string, object> = {}) =>
      Object.fromEntries(
        started.map(({ name, peer, ask }) => [
          name,
          {
            run: () => ask(message),
            iterations: message === list ? 3 : 8,
            ...(peer && { version: bench.packageVersion(peer) }),
            ...(goals[name] && { goal: goals[name] }),
          },
        ]),
      )
    await bench.compare({
      case: 'tools/list of 100, stateless HTTP',
      floor: 'floor',
      batches: bench.quick ? 8 : 20,
      subjects: subjects(list, { 'toolprism on v1': { min: 6, than: 'v1 McpServer' } }),
    })
    await bench.compare({
      case: 'tools/call, stateless HTTP, one at a time',
      floor: 'floor',
      batches: bench.quick ? 8 : 20,
      subjects: subjects(call),
    })
    await throughput(bench, started)
    const mcpServer = started.find(({ name }) => name === 'v1 McpServer')?.bytes ?? 1
    for (const { name, peer, bytes } of started)
      bench.record({
        case: 'bytes of one tool in tools/list',
        subject: name,
        ...(peer && { version: bench.packageVersion(peer) }),
        metric: 'size',
        unit: 'B',
        value: bytes / 100,
        floor: mcpServer / 100,
        ...(name.startsWith('toolprism') && { goal: { max: 0.92 } }),
      })
  } finally {
    for (const { child } of started) child.kill()
  }
}

/** Calls a second with eight in flight; every server once a round, each round starting one further. */
async function throughput(
  bench: Bench,
  started: { name: string; peer?: string; ask: Ask }[],
): Promise<void> {
  const count = bench.quick ? 150 : 600
  const rates = new Map<string, number[]>(started.map(({ name }) => [name, []]))
  for (let round = 0; round < bench.rounds; round++)
    for (let turn = 0; turn < started.length; turn++) {
      const { name, ask } = started[(turn + round) % started.length] as (typeof started)[number]
      const begin = performance.now()
      let left = count
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          while (left-- > 0) await ask(call)
        }),
      )
      rates.get(name)?.push((count * 1000) / (performance.now() - begin))
    }
  const against = (name: string, other: string) =>
    median((rates.get(name) ?? []).map((rate, round) => rate / (rates.get(other)?.[round] ?? rate)))
  const goals = { 'v1 McpServer': 1.5, 'v1 Server, shared validator': 0.9, tmcp: 1, fastmcp: 1 }
  for (const { name, peer } of started)
    bench.record({
      case: 'tools/call, stateless HTTP, eight in flight',
      subject: name,
      ...(peer && { version: bench.packageVersion(peer) }),
      metric: 'rate',
      unit: 'calls/s',
      value: median(rates.get(name) ?? []),
      ratio: against(name, 'floor'),
    })
  for (const [other, min] of Object.entries(goals))
    bench.record({
      case: 'tools/call, stateless HTTP, eight in flight',
      subject: `toolprism on v1 over ${other}`,
      metric: 'rate',
      unit: 'times',
      value: against('toolprism on v1', other),
      goal: { min, on: 'value' },
    })
}

function toolsOf(message: unknown): unknown {
  return (message as { result: { tools: unknown } }).result.tools
}

async function startHttp(
  module: string,
  name: string,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [module, name], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
    child.stdout?.on('data', (chunk) => {
      const match = /port (\d+)/.exec(String(chunk))
      if (match) resolve(Number(match[1]))
    })
  })
  return { child, port }
}

let id = 0

/** One POST over a kept connection; an event stream's last message counts. */
function post(port: number, agent: Agent, message: object): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, ...message })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/mcp', agent, headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const json = text.startsWith('{') ? text : text.slice(text.lastIndexOf('data: ') + 6)
          const parsed = JSON.parse(json)
          if (parsed.result) resolve(parsed)
          else reject(new Error(`${response.statusCode} ${text.slice(0, 300)}`))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
