// One HTTP server of the bench in a process of its own: `mcp-http-server.ts NAME` prints its port.

import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createMcpHandler as createHandlerV2 } from '@modelcontextprotocol/server'
import { createMcpHandler } from '@toolprism/adapter-mcp/http'
import { tellCpu } from '../lib/mcp-clients'
import { fastMcp, info, mcpServerV1, mcpServerV2, serverV1, serverV2, tmcp } from './mcp-servers'
import { answer, inputSchema, listed, text, tools } from './mcp-tools'

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** node:http, JSON, a map and zod: what no server can be faster than. */
const floor: RequestListener = async (request, response) => {
  const { id, method, params } = JSON.parse(await read(request))
  const result =
    method === 'tools/list' ? { tools: listed } : text(answer(inputSchema.parse(params.arguments)))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

/** The stateless layout of SDK v1's documentation. */
const sdkV1 =
  (
    make: () => { connect(transport: never): Promise<void>; close(): Promise<void> },
  ): RequestListener =>
  async (request, response) => {
    const server = make()
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    response.on('close', () => {
      transport.close()
      server.close()
    })
    await server.connect(transport as never)
    await transport.handleRequest(request, response, JSON.parse(await read(request)))
  }

async function tmcpOverHttp(): Promise<RequestListener> {
  const { HttpTransport } = await import('@tmcp/transport-http')
  const transport = new HttpTransport(await tmcp(), { path: '/mcp' })
  return async (request, response) => {
    const body = await read(request)
    const headers = new Headers(request.headers as Record<string, string>)
    const answered = await transport.respond(
      new Request(`http://localhost${request.url}`, { method: 'POST', headers, body }),
    )
    if (!answered) return response.writeHead(404).end()
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    response.end(Buffer.from(await answered.arrayBuffer()))
  }
}

const servers: Record<string, () => RequestListener | Promise<RequestListener>> = {
  floor: () => floor,
  'v1 McpServer': () => sdkV1(mcpServerV1),
  'v1 Server, shared validator': () => sdkV1(() => serverV1()),
  'v2 McpServer': () => toNodeHandler(createHandlerV2(mcpServerV2)) as RequestListener,
  'v2 Server': () => toNodeHandler(createHandlerV2(serverV2 as never)) as RequestListener,
  tmcp: tmcpOverHttp,
  'toolprism on v1': () => createMcpHandler({ ...info, tools, sdk: 'v1' }).node,
  'toolprism on v2': () => createMcpHandler({ ...info, tools, sdk: 'v2' }).node,
}

tellCpu()
const [name = 'floor'] = process.argv.slice(2)
if (name === 'fastmcp') {
  const server = await fastMcp()
  const port = 20_000 + (process.pid % 20_000)
  await server.start({ transportType: 'httpStream', httpStream: { port, stateless: true } })
  console.log(`port ${port}`)
} else {
  const listener = createServer(await servers[name]?.())
  listener.listen(0, '127.0.0.1', () =>
    console.log(`port ${(listener.address() as AddressInfo).port}`),
  )
}
