// What people reported of MCP servers, numbered over both files of reports; each name ends with a thread about it.
import {
  bindTools,
  createMcpServer,
  type McpServerOptions,
  toMcpTool,
} from '@toolprism/adapter-mcp'
import { createMcpHandler } from '@toolprism/adapter-mcp/http'
import type { ToolDefinition } from '@toolprism/core'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { z as zod3 } from 'zod/v3'
import { connectPeer, type Peer, type PeerOptions } from './support/peers'
import { readAnswer } from './support/read-answer'
import { richSchema } from './support/tools'
import { until } from './support/until'

const peers: Peer[] = []
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close()
})
const tool = (more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name: 't',
  description: 'A tool.',
  inputSchema: z.object({}),
  execute: (input) => ({ input }),
  ...more,
})
const listed = (more: Partial<ToolDefinition>) => toMcpTool(tool(more))

describe.each(['v1', 'v2'] as const)('reports about servers, SDK %s', (sdk) => {
  const connect = async (set: Partial<McpServerOptions>, options?: PeerOptions) => {
    const peer = await connectPeer({ sdk, era: 'legacy', way: 'memory' }, set, options)
    peers.push(peer)
    return peer
  }
  const call = async (definition: ToolDefinition, params: object = {}) =>
    (await connect({ tools: [definition] })).request('tools/call', { name: 't', ...params })

  test.each([
    ['left out', {}],
    ['null', { arguments: null }],
    ['""', { arguments: '' }],
  ])('6. arguments %s are {} (typescript-sdk#400)', async (_, params) => {
    expect((await call(tool(), params)).structuredContent).toEqual({ input: {} })
  })

  test.each([
    ['an array', []],
    ['a number', 7],
  ])('6. arguments that are %s are an answer, not a protocol error', async (_, input) => {
    expect(await call(tool(), { arguments: input })).toMatchObject({ isError: true })
  })

  test('11. a row with more than its closed schema declares is sent as parsed (MCP-Nest#188)', async () => {
    const row = tool({
      outputSchema: z.object({ id: z.number(), tags: z.array(z.string()).default([]) }),
      execute: () => ({ id: 7, password: 'x' }),
    })
    expect((await call(row)).structuredContent).toEqual({ id: 7, tags: [] })
  })

  test('20. a failure is a result with its content (zed#47095)', async () => {
    const failing = tool({ execute: () => Promise.reject(new Error('out of paper')) })
    expect(await call(failing)).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'out of paper' }],
    })
  })

  test('21. no token, no progress; nothing after the reply (twenty#24559)', async () => {
    let late = (_: number) => {}
    const steps = tool({
      execute: (_, context) => {
        late = (progress) => context.progress({ progress })
        late(1)
        return 'done'
      },
    })
    const seen: string[] = []
    const peer = await connect(
      { tools: [steps] },
      {
        prepare: (client) => {
          client.fallbackNotificationHandler = async ({ method }: { method: string }) =>
            seen.push(method)
        },
      },
    )
    const updates: unknown[] = []
    await peer.request('tools/call', { name: 't' })
    await peer.request('tools/call', { name: 't' }, { onprogress: (item) => updates.push(item) })
    late(2)
    await peer.request('tools/list')
    expect(seen).toEqual([])
    expect(updates).toEqual([{ progress: 1 }])
  })

  test('35. two megabytes keep head and tail, with a marker of the sizes (qwen-code#2439)', async () => {
    const text = `head${'x'.repeat(2_000_000)}tail`
    const { content, structuredContent } = await call(tool({ execute: () => ({ text }) }))
    expect(content[0].text.length).toBeLessThanOrEqual(1_000_000)
    expect(content[0].text).toMatch(/^\{"text":"head.*characters left out.*tail"\}$/s)
    expect(structuredContent).toBeUndefined()
  })

  test('39. a client that cannot ask, or whose user declines, is an answer (claude-code#94806)', async () => {
    const asks = tool({
      execute: async (_, { elicit }) =>
        elicit
          ? (
              await elicit({
                message: 'Name?',
                requestedSchema: { type: 'object', properties: {} },
              })
            ).action
          : 'cannot ask',
    })
    expect((await call(asks)).content[0].text).toBe('cannot ask')
    const declines = await connect(
      { tools: [asks] },
      {
        capabilities: { elicitation: {} },
        prepare: (client) => declineIn(sdk, client),
      },
    )
    expect((await declines.request('tools/call', { name: 't' })).content[0].text).toBe('decline')
  })

  test('44. structured content goes out without an output schema (dify#39649)', async () => {
    expect((await call(tool({ execute: () => ({ a: 1 }) }))).structuredContent).toEqual({ a: 1 })
  })
})

function declineIn(sdk: 'v1' | 'v2', client: any): void {
  const answer = () => ({ action: 'decline' })
  if (sdk === 'v2') client.setRequestHandler('elicitation/create', answer)
  else
    client.setRequestHandler(
      z.object({ method: z.literal('elicitation/create'), params: z.looseObject({}) }),
      answer,
    )
}

describe('reports about lists and schemas', () => {
  test('1. a union keeps its branches under an object root (mcpx#28)', () => {
    const inputSchema = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), a: z.string() }),
      z.object({ kind: z.literal('b'), b: z.number() }),
    ])
    expect(listed({ inputSchema }).inputSchema).toMatchObject({
      type: 'object',
      oneOf: [{ required: ['kind', 'a'] }, { required: ['kind', 'b'] }],
    })
  })

  test('2. an array as output travels in an object (mcpx#28)', () => {
    expect(listed({ outputSchema: z.array(z.number()) }).outputSchema).toMatchObject({
      type: 'object',
      properties: { result: { type: 'array' } },
    })
  })

  test.each([
    ['a raw shape', { a: z.string() }],
    ['a zod 3 shape', { a: zod3.string() }],
    ['a string', 'x'],
  ])('7. %s is refused when it is defined, not run with {} (typescript-sdk#1291)', (_, schema) => {
    expect(() => createServed(schema)).toThrow(/Not a usable schema/)
  })

  test('8. a tool without keys lists an object, never an empty schema (WebMCP#117)', () => {
    expect(listed({ inputSchema: z.object({}) }).inputSchema).toMatchObject({
      type: 'object',
      properties: {},
    })
    expect(listed({ inputSchema: {} }).inputSchema).toMatchObject({
      type: 'object',
      properties: {},
    })
  })

  test('9. a schema of zod 3 is refused with what to do (typescript-sdk#906)', () => {
    expect(() => createServed(zod3.object({ a: zod3.string() }))).toThrow(/zod 3 schema.*use zod 4/)
  })

  test('12. no dialect is declared unless the author did (perplexity mcp#132)', () => {
    expect(listed({ inputSchema: z.object({ a: z.string() }) }).inputSchema).not.toHaveProperty(
      '$schema',
    )
  })

  test('13. definitions and references go out whole (claude-code#76040)', () => {
    expect(JSON.stringify(listed({ inputSchema: richSchema }).inputSchema)).toBe(
      JSON.stringify(richSchema),
    )
  })

  test('32. two tools of one name are refused when the server is made (gemini-cli#4459)', async () => {
    const tools = [tool(), tool()]
    await expect(createMcpServer({ name: 's', version: '1', tools })).rejects.toThrow(/"?t"?/)
  })

  function createServed(inputSchema: unknown) {
    return createMcpHandler({
      name: 's',
      version: '1',
      tools: [tool({ inputSchema: inputSchema as never })],
    })
  }
})

describe.each(['v1', 'v2'] as const)('reports about HTTP, SDK %s', (sdk) => {
  const serve = (more: object = {}) =>
    createMcpHandler({
      name: 's',
      version: '1',
      sdk,
      tools: [tool({ inputSchema: { type: 'object' }, execute: async (input) => ({ input }) })],
      ...more,
    })
  const post = (body: object, headers: Record<string, string> = {}) =>
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        host: 'localhost',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    })
  const initialize = {
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    },
  }

  test('24. a session of nobody is 404, never 400 or 503 (mcp-remote#106)', async () => {
    const handler = serve({ sessions: true })
    const response = await handler(post({ method: 'tools/list' }, { 'mcp-session-id': 'unknown' }))
    expect(response.status).toBe(404)
    await handler.close()
  })

  test('25. sessions nobody ends stay within the cap (typescript-sdk#2090)', async () => {
    const handler = serve({ sessions: { max: 10 } })
    for (let count = 0; count < 50; count++) await (await handler(post(initialize))).text()
    expect(handler.sessionCount).toBe(10)
    await handler.close()
    expect(handler.sessionCount).toBe(0)
  })

  test('26. one handler answers request after request without sessions (typescript-sdk#1994)', async () => {
    const handler = serve()
    for (let count = 0; count < 3; count++)
      expect((await handler(post({ method: 'tools/list' }))).status).toBe(200)
    await handler.close()
  })

  test('27. two clients with the same request id get their own answers (CVE-2026-25536)', async () => {
    const handler = serve()
    const ask = async (whose: string) => {
      const params = { name: 't', arguments: { whose } }
      const answer = await handler(post({ method: 'tools/call', params }))
      const { result } = await readAnswer(answer)
      return result.structuredContent.input.whose
    }
    expect(await Promise.all([ask('mine'), ask('yours')])).toEqual(['mine', 'yours'])
    await handler.close()
  })

  test('27. a server that is connected elsewhere is not bound (CVE-2026-25536)', async () => {
    const { server } = await createMcpServer({ name: 's', version: '1', tools: [tool()], sdk })
    const nothing = async () => {}
    await server.connect({ start: nothing, send: nothing, close: nothing } as never)
    expect(() => bindTools(server, { tools: [tool()] })).toThrow(
      expect.objectContaining({ code: 'MCP_SERVER_CONNECTED' }),
    )
  })

  test('33. a removed tool is unknown by its name, and the call that runs goes on (codex#33266)', async () => {
    let finish: (() => void) | undefined
    const waits = tool({
      execute: () =>
        new Promise<string>((resolve) => {
          finish = () => resolve('finished')
        }),
    })
    const handler = serve({ tools: [waits] })
    const call = async () =>
      readAnswer(await handler(post({ method: 'tools/call', params: { name: 't' } })))
    const first = call()
    await until(() => expect(finish).toBeDefined())
    handler.update({ tools: [] })
    expect(await call()).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('Unknown tool: t') },
    })
    finish?.()
    expect((await first).result.content).toEqual([{ type: 'text', text: 'finished' }])
    await handler.close()
  })

  test.each([
    ['Host', { host: 'evil.example' }],
    ['Origin', { origin: 'http://evil.example' }],
    ['Origin', { origin: 'null' }],
  ])('28. a foreign %s is refused: %o (CVE-2025-66414)', async (_, headers) => {
    const handler = serve()
    expect((await handler(post({ method: 'tools/list' }, headers as never))).status).toBe(403)
    await handler.close()
  })
})
