import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'

/** One request to a server; answers the whole response message. */
export type Ask = (message: { method: string; params: unknown }) => Promise<unknown>

/** A server in a process of its own, and the raw client that asks it: what is timed is the server. */
export interface Started {
  name: string
  peer?: string
  child: ChildProcess
  ask: Ask
}

export const initialize = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  },
}

/** Microseconds of processor time a server has used: unlike its rate, they do not depend on the neighbours. */
export function cpuOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (used) => resolve(used as number))
    child.send('cpu')
  })
}

/** The server's side of `cpuOf`. */
export function tellCpu(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
}

interface RawTransport {
  onmessage?: (message: { id: number }) => void
  start(): Promise<void>
  send(message: object): Promise<void>
}

export async function askInMemory(
  server: { connect(transport: never): Promise<void> },
  [mine, theirs]: [unknown, unknown],
): Promise<Ask> {
  const transport = mine as RawTransport // either SDK's, as far as a raw client goes
  const waiting = new Map<number, (message: unknown) => void>()
  let id = 0
  transport.onmessage = (message) => waiting.get(message.id)?.(message)
  await server.connect(theirs as never)
  await transport.start()
  const ask: Ask = (message) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve)
      void transport.send({ jsonrpc: '2.0', id, ...message } as object)
    })
  await ask(initialize)
  await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return ask
}

/** Starts `module NAME` and talks lines with it. */
export async function startStdio(module: string, name: string): Promise<Started> {
  const child = spawn(process.execPath, [module, name], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, { resolve(message: unknown): void; reject(error: Error): void }>()
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with ${code}`))
  })
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = JSON.parse(line) as { id: number; result?: unknown }
      const { resolve, reject } = waiting.get(message.id) ?? {}
      waiting.delete(message.id)
      if (message.result) resolve?.(message)
      else reject?.(new Error(`${name}: ${line.slice(0, 300)}`))
    }
  })
  let id = 0
  const ask: Ask = (message) =>
    new Promise((resolve, reject) => {
      waiting.set(++id, { resolve, reject })
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`)
    })
  await ask(initialize)
  child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  return { name, child, ask }
}

/** Starts `module NAME`, which prints its port, and talks HTTP with it over kept connections. */
export async function startHttp(module: string, name: string): Promise<Started> {
  const child = spawn(process.execPath, [module, name], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
    child.stdout?.on('data', (chunk) => {
      const match = /port (\d+)/.exec(String(chunk))
      if (match) resolve(Number(match[1]))
    })
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let id = 0
  return { name, child, ask: (message) => post(port, agent, { id: ++id, ...message }) }
}

/** One POST over a kept connection; an event stream's last message counts. */
function post(port: number, agent: Agent, message: object): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message })
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
