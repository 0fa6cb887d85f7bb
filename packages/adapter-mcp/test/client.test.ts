import { toMcpTool } from '@toolprism/adapter-mcp'
import {
  type ConnectMcpOptions,
  connectMcp,
  type McpConnection,
} from '@toolprism/adapter-mcp/client'
import { createMcpHandler, type McpHandlerOptions } from '@toolprism/adapter-mcp/http'
import { callTool, type ToolDefinition, toJsonSchema } from '@toolprism/core'
import { afterEach, describe, expect, test } from 'vitest'
import { newRunning, richSchema, sampleTools } from './support/tools'
import { until } from './support/until'

const open: McpConnection[] = []
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close()
})

const eras = [
  ['v1', 'legacy'],
  ['v2', 'legacy'],
  ['v2', 'modern'],
] as const

function serve(sdk: 'v1' | 'v2', options: Partial<McpHandlerOptions> = {}) {
  return createMcpHandler({
    name: 'sample',
    version: '1.0.0',
    tools: sampleTools(),
    sdk,
    ...options,
  })
}

async function connect(
  handler: (request: Request) => Promise<Response>,
  options: Partial<ConnectMcpOptions> = {},
) {
  const connection = await connectMcp({
    name: 'srv',
    url: 'http://localhost/mcp',
    fetch: ((url: string | URL, init?: RequestInit) =>
      handler(new Request(url, init))) as typeof fetch,
    trust: true,
    ...options,
  })
  open.push(connection)
  return connection
}

const named = (connection: McpConnection, name: string): ToolDefinition => {
  const tool = connection.tools.find((item) => item.name === `mcp__srv__${name}`)
  if (!tool) throw new Error(`no ${name}`)
  return tool
}

describe.each(eras)('a round trip over SDK %s, %s', (sdk, protocol) => {
  test('gives back schemas, annotations, presentation, examples and description', async () => {
    const connection = await connect(serve(sdk), { sdk, protocol })
    expect(connection.problems).toEqual([])
    expect(connection.tools.map((tool) => tool.name)).toEqual(
      sampleTools().map((tool) => `mcp__srv__${tool.name}`),
    )
    for (const original of sampleTools()) {
      const imported = named(connection, original.name)
      expect(JSON.stringify(toJsonSchema(imported.inputSchema))).toBe(
        JSON.stringify(toJsonSchema(original.inputSchema)),
      )
      expect(imported.annotations).toEqual(original.annotations)
      expect(imported.presentation).toEqual(original.presentation)
      expect(imported.inputExamples).toEqual(original.inputExamples)
      expect(imported.description.startsWith(original.description)).toBe(true)
      if (original.outputSchema)
        expect(toJsonSchema(imported.outputSchema!, { side: 'output' })).toEqual(
          toJsonSchema(original.outputSchema, { side: 'output' }),
        )
    }
    expect(toJsonSchema(named(connection, 'rich').inputSchema)).toEqual(richSchema)
  })

  test('gives back every kind of result', async () => {
    const connection = await connect(serve(sdk), { sdk, protocol })
    const both = async (name: string, input: unknown = {}) => {
      const original = sampleTools().find((tool) => tool.name === name)!
      const [here, there] = [
        await callTool(original, input),
        await callTool(named(connection, name), input),
      ]
      return [here, there].map(({ meta: _, ...result }) => result)
    }
    for (const name of ['add', 'no_keys', 'blocks', 'row', 'list', 'zero', 'throws', 'fails']) {
      const [here, there] = await both(name, name === 'add' ? { a: 1 } : {})
      expect(there, name).toEqual(here)
    }
  })

  test('serves the imported tools once more without a difference', async () => {
    const first = await connect(serve(sdk), { sdk, protocol })
    const again = await connect(serve(sdk, { tools: [...first.tools] }), {
      sdk,
      protocol,
      name: 'srv',
    })
    const wire = (tool: ToolDefinition) => ({ ...toMcpTool(tool), name: '' })
    expect(again.tools.map(wire)).toEqual(first.tools.map(wire))
    const result = await callTool(again.tools[0]!, { a: 4 })
    expect(result.content).toEqual([{ type: 'text', text: '5' }])
  })

  test('carries progress, cancellation and refusals', async () => {
    const running = newRunning()
    const connection = await connect(serve(sdk, { tools: sampleTools(running), sessions: true }), {
      sdk,
      protocol,
    })
    const seen: unknown[] = []
    await callTool(
      named(connection, 'steps'),
      {},
      { onProgress: (update) => seen.push(update.progress) },
    )
    expect(seen).toEqual([0, 50, 100])
    const controller = new AbortController()
    const pending = callTool(named(connection, 'waits'), {}, { signal: controller.signal })
    await until(() => expect(running.started.length).toBe(1))
    controller.abort()
    expect((await pending).isError).toBe(true)
    await until(() => expect(running.aborted.length).toBe(1))
    const invalid = await callTool(named(connection, 'add'), { a: 'one' })
    expect(invalid).toMatchObject({ isError: true, meta: { 'toolprism/code': 'INPUT_INVALID' } })
  })

  test('lets the server ask through the host of the running tool', async () => {
    const connection = await connect(serve(sdk, { sessions: true }), {
      sdk,
      protocol,
      elicit: 'forward',
    })
    const asked: string[] = []
    const result = await callTool(
      named(connection, 'asks'),
      {},
      {
        elicit: async ({ message }) => {
          asked.push(message)
          return asked.length === 1
            ? { action: 'accept', content: { value: 'Ada' } }
            : { action: 'decline' }
        },
      },
    )
    expect(asked).toEqual(['Name?', 'Colour?'])
    expect(result.structuredContent).toEqual({
      name: { action: 'accept', content: { value: 'Ada' } },
      colour: { action: 'decline' },
    })
  })

  test('without anybody to ask the tool says what is missing', async () => {
    const connection = await connect(serve(sdk, { sessions: true }), { sdk, protocol })
    const result = await callTool(named(connection, 'asks'), {})
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'this client cannot ask its user' }],
    })
  })
})
