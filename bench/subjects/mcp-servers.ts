import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { McpServer as McpServerV2, Server as ServerV2 } from '@modelcontextprotocol/server'
import { createMcpServer } from '@toolprism/adapter-mcp'
import { answer, description, inputSchema, listed, names, text, tools } from './mcp-tools'

export const info = { name: 'bench', version: '1.0.0' } as const

/** SDK v1's own server: what most people write. */
export function mcpServerV1(): McpServer {
  const server = new McpServer(info)
  for (const name of names)
    server.registerTool(name, { description, inputSchema }, (input) => text(answer(input as never)))
  return server
}

const accept = {
  getValidator: () => (data: never) => ({ valid: true, data, errorMessage: undefined }),
}

/** The low-level server with a ready list, zod by hand, and one validator for all server objects. */
export function serverV1(shared = true): Server {
  const server = new Server(info, {
    capabilities: { tools: {} },
    ...(shared && { jsonSchemaValidator: accept as never }),
  })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }) as never)
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    text(answer(inputSchema.parse(params.arguments))),
  )
  return server
}

export function mcpServerV2(): McpServerV2 {
  const server = new McpServerV2(info)
  for (const name of names)
    server.registerTool(name, { description, inputSchema }, (input) => text(answer(input)))
  return server
}

export function serverV2(): ServerV2 {
  const server = new ServerV2(info, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: listed }) as never)
  server.setRequestHandler('tools/call', ({ params }) =>
    text(answer(inputSchema.parse(params.arguments))),
  )
  return server
}

export const toolprism = (sdk: 'v1' | 'v2') => createMcpServer({ ...info, tools, sdk })

export async function tmcp() {
  const { McpServer: Tmcp } = await import('tmcp')
  const { ZodJsonSchemaAdapter } = await import('@tmcp/adapter-zod')
  const server = new Tmcp(
    { ...info, description: '' },
    { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } },
  )
  for (const name of names)
    server.tool({ name, description, schema: inputSchema as never }, ((input: never) =>
      text(answer(input))) as never)
  return server
}

export async function fastMcp() {
  const { FastMCP } = await import('fastmcp')
  const server = new FastMCP({ ...info })
  for (const name of names)
    server.addTool({
      name,
      description,
      parameters: inputSchema,
      execute: async (input) => answer(input),
    })
  return server
}
