// `soak-server.ts v1|v2`: prints its address; answers `facts` on its channel with what is alive after a collection.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler } from '@toolprism/adapter-mcp/http'
import { defineTool, type ToolDefinition } from '@toolprism/core'
import * as z from 'zod'

export interface SoakFacts {
  heap: number
  sessions: number
  running: number
  timers: number
}

let running = 0
const tools: ToolDefinition[] = Array.from({ length: 100 }, (_, index) =>
  defineTool({
    name: `wait_${index}`,
    description: 'Answers in a moment.',
    inputSchema: z.object({ text: z.string().default('x') }),
    async execute({ text }) {
      running++
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return text
    },
  }),
)
const handler = createMcpHandler({
  name: 'soak',
  version: '1.0.0',
  tools,
  sdk: process.argv[2] === 'v1' ? 'v1' : 'v2',
  sessions: { idleMs: 1000 },
})
const listener = createServer(handler.node)
listener.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`),
)
process.on('message', async () => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const heap = process.memoryUsage().heapUsed
  process.send?.({ heap, sessions: handler.sessionCount, running, timers } satisfies SoakFacts)
})
