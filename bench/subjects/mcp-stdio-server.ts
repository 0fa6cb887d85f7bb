// One stdio server of the bench in a process of its own: `mcp-stdio-server.ts NAME`.
import { createInterface } from 'node:readline'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { serveStdio as serveStdioV2 } from '@modelcontextprotocol/server/stdio'
import { serveStdio } from '@toolprism/adapter-mcp/stdio'
import { tellCpu } from '../lib/mcp-clients'
import { fastMcp, info, mcpServerV1, mcpServerV2, serverV1, serverV2, tmcp } from './mcp-servers'
import { answer, inputSchema, listed, text, tools } from './mcp-tools'

/** Lines, JSON and zod: what no server can be much faster than. */
function floor(): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) return
    const result =
      method === 'tools/list'
        ? { tools: listed }
        : method === 'tools/call'
          ? text(answer(inputSchema.parse(params.arguments)))
          : { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: info }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
  })
}

const servers: Record<string, () => unknown> = {
  floor,
  'v1 McpServer': () => mcpServerV1().connect(new StdioServerTransport()),
  'v1 Server, ready list': () => serverV1().connect(new StdioServerTransport()),
  'v2 McpServer': () => serveStdioV2(mcpServerV2),
  'v2 Server, ready list': () => serveStdioV2(serverV2 as never),
  async tmcp() {
    const { StdioTransport } = await import('@tmcp/transport-stdio')
    new StdioTransport((await tmcp()) as never).listen()
  },
  fastmcp: async () => (await fastMcp()).start({ transportType: 'stdio' }),
  'toolprism on v1': () => serveStdio({ ...info, tools, sdk: 'v1' }),
  'toolprism on v2': () => serveStdio({ ...info, tools, sdk: 'v2' }),
}

tellCpu()
await servers[process.argv[2] ?? 'floor']?.()
