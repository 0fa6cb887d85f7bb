import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMcpHandler, type McpHandler, type SessionOptions } from '@toolprism/adapter-mcp/http'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { until } from './support/until'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** Bytes alive after a collection. */
async function liveHeap(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    gc()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

let running = 0
const tools = Array.from({ length: 100 }, (_, index) => ({
  name: `tool_${index}`,
  description: 'Adds.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }: { a: number; b: number }) => String(a + b),
}))
const waits = {
  name: 'waits',
  description: 'Waits to be cancelled.',
  inputSchema: z.object({}),
  execute: (_: unknown, { signal }: { signal: AbortSignal }) => {
    running++
    return new Promise<string>((resolve) => {
      signal.addEventListener('abort', () => {
        running--
        resolve('stopped')
      })
    })
  },
}

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  host: 'localhost',
}
const post = (handler: McpHandler, body: unknown, init: RequestInit = {}) =>
  handler(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      ...init,
    }),
  )
const call = (name: string, input: unknown, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
})
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'soak', version: '1' },
  },
}

describe.each(['v1', 'v2'] as const)('SDK %s', (sdk) => {
  let handler: McpHandler
  const serve = (sessions?: SessionOptions) => {
    handler = createMcpHandler({
      name: 's',
      version: '1',
      tools: [...tools, waits],
      sdk,
      ...(sessions && { sessions }),
    })
    return handler
  }
  afterEach(() => handler.close())

  test('5,000 stateless requests leave the heap as it was', async () => {
    serve()
    const run = async (count: number) => {
      for (let id = 0; id < count; id++)
        await (await post(handler, call(`tool_${id % 100}`, { a: id, b: 1 }, id))).text()
    }
    await run(1000)
    const [before, timersBefore] = [await liveHeap(), timers()]
    await run(5000)
    const after = await liveHeap()
    expect(after).toBeLessThan(before * 1.1)
    expect((after - before) / 5000).toBeLessThan(1024)
    expect(timers()).toBeLessThanOrEqual(timersBefore)
  })

  test('2,000 abandoned sessions weigh little, and nothing once they are idle', async () => {
    serve({ idleMs: 600, max: 5000 })
    const open = async (count: number) => {
      for (let index = 0; index < count; index++) await (await post(handler, initialize)).text()
    }
    await open(100)
    await until(() => expect(handler.sessionCount).toBe(0))
    const [before, timersBefore] = [await liveHeap(), timers()]
    await open(2000)
    const alive = handler.sessionCount
    const each = ((await liveHeap()) - before) / alive
    await until(() => expect(handler.sessionCount).toBe(0))
    expect(await liveHeap()).toBeLessThan(before * 1.1)
    expect(each).toBeLessThan(10 * 1024)
    expect(timers()).toBeLessThanOrEqual(timersBefore)
  })

  test('500 calls whose client went away leave no handler and no timer', async () => {
    serve()
    const cancel = async () => {
      const gone = new AbortController()
      const before = running
      const response = post(handler, call('waits', {}), { signal: gone.signal })
      await until(() => expect(running).toBe(before + 1))
      gone.abort()
      await response
    }
    for (let index = 0; index < 50; index++) await cancel()
    const [before, timersBefore] = [await liveHeap(), timers()]
    for (let index = 0; index < 500; index++) await cancel()
    await until(() => expect(running).toBe(0))
    expect(await liveHeap()).toBeLessThan(before * 1.1)
    expect(timers()).toBeLessThanOrEqual(timersBefore)
  })
})
