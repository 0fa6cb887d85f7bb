import { tool as langchainTool } from '@langchain/core/tools'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { tool as agentsTool, RunContext } from '@openai/agents-core'
import { tool as aiTool, generateText } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import type * as z from 'zod'
import type { Bench, Subject } from './bench.mjs'

/** One validated call through each peer: the same zod schema, the same function, the input as each takes it. */
export async function callPeers(
  bench: Bench,
  schema: z.ZodObject,
  input: unknown,
): Promise<Record<string, Subject>> {
  const text = JSON.stringify(input)
  const execute = () => 'ok'
  const langchain = langchainTool(execute, { name: 'peer', description: 'd', schema })
  const agents = agentsTool({ name: 'peer', description: 'd', parameters: schema, execute })
  const mcp = await mcpCall(schema, input)
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'peer', input: text }],
      finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  } as never)
  const tools = { peer: aiTool({ description: 'd', inputSchema: schema, execute } as never) }
  return {
    'OpenAI Agents, tool.invoke': {
      version: bench.packageVersion('@openai/agents-core'),
      run: () => agents.invoke(new RunContext(), text),
    },
    'LangChain, tool.invoke': {
      version: bench.packageVersion('@langchain/core'),
      run: () => langchain.invoke(input as never),
    },
    'MCP SDK v1, in memory': {
      version: bench.packageVersion('@modelcontextprotocol/sdk'),
      run: mcp,
    },
    'AI SDK, generateText': {
      version: bench.packageVersion('ai'),
      run: () => generateText({ model, tools, prompt: 'p' }),
    },
  }
}

/** A raw tools/call through a linked pair of transports, initialised once. */
async function mcpCall(schema: z.ZodObject, input: unknown): Promise<() => Promise<unknown>> {
  const server = new McpServer({ name: 'bench', version: '1' })
  server.registerTool('peer', { description: 'd', inputSchema: schema.shape as never }, (() => ({
    content: [{ type: 'text', text: 'ok' }],
  })) as never)
  const [client, own] = InMemoryTransport.createLinkedPair()
  const waiting = new Map<unknown, (message: unknown) => void>()
  client.onmessage = (message) => {
    const { id } = message as { id?: unknown }
    waiting.get(id)?.(message)
    waiting.delete(id)
  }
  await server.connect(own)
  await client.start()
  let id = 0
  const request = (method: string, params: unknown) =>
    new Promise((resolve) => {
      id++
      waiting.set(id, resolve)
      void client.send({ jsonrpc: '2.0', id, method, params } as never)
    })
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  })
  await client.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const answer = (await request('tools/call', { name: 'peer', arguments: input })) as {
    result?: { isError?: boolean }
  }
  if (!answer.result || answer.result.isError)
    throw new Error(`the MCP peer refuses: ${JSON.stringify(answer)}`)
  return () => request('tools/call', { name: 'peer', arguments: input })
}
