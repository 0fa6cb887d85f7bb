import { createMCPClient } from '@ai-sdk/mcp'
import { fromAiTools, toAiTools } from '@toolprism/adapter-ai-sdk'
import { createMcpHandler } from '@toolprism/adapter-mcp/http'
import { callTool } from '@toolprism/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { base64, weather } from './fixtures/tools'
import { hosts } from './hosts'

/** `@ai-sdk/mcp` as a client of adapter-mcp, in process: its fetch is our handler. */
const handler = createMcpHandler({
  name: 'sample',
  version: '1.0.0',
  tools: [
    weather,
    {
      name: 'shot',
      description: 'A picture',
      inputSchema: { type: 'object' },
      execute: () => ({ content: [{ type: 'image', data: base64, mimeType: 'image/png' }] }),
    },
    {
      name: 'fails',
      description: 'Fails',
      inputSchema: { type: 'object' },
      execute: () => {
        throw new Error('disk full')
      },
    },
  ],
})
let client: Awaited<ReturnType<typeof createMCPClient>>
beforeAll(async () => {
  client = await createMCPClient({
    transport: {
      type: 'http',
      url: 'http://localhost/mcp',
      fetch: (async (input: any, init: any) => {
        const request = new Request(input, init)
        request.headers.set('host', 'localhost')
        return handler(request)
      }) as typeof fetch,
    },
  })
})
afterAll(async () => {
  await client.close()
  await handler.close()
})

test('it lists and calls what adapter-mcp serves', async () => {
  const tools = await client.tools()
  expect(Object.keys(tools)).toEqual(['weather', 'shot', 'fails'])
  const result: any = await (tools['weather'] as any).execute(
    { city: 'Oslo' },
    { toolCallId: 'x', messages: [] },
  )
  expect(result.structuredContent).toEqual({ city: 'Oslo', degrees: 10 })
})

test('its tools come back as definitions that are really checked', async () => {
  const { tools, skipped } = fromAiTools((await client.tools()) as any)
  expect(skipped).toEqual([])
  const [remote, shot] = tools
  expect(await callTool(remote!, { city: 7 })).toMatchObject({ isError: true })
  const picture = await callTool(shot!, {})
  expect(picture.content[0]).toEqual({ type: 'image', data: base64, mimeType: 'image/png' })
})

describe.each(hosts)('AI SDK $version', (host) => {
  test('and go into a loop again, image and failure as they were', async () => {
    const { tools } = fromAiTools((await client.tools()) as any)
    const outcome = await host.run('generateText', {
      tools: toAiTools(tools, { version: host.version, approval: 'never' }),
      turns: [
        {
          calls: [
            { name: 'shot', input: '{}', id: 'c1' },
            { name: 'fails', input: '{}', id: 'c2' },
          ],
        },
        { text: 'done' },
      ],
    })
    expect(outcome.toModel['c1'].type).toBe('content')
    expect(outcome.toModel['c2']).toEqual({ type: 'error-text', value: 'disk full' })
  })
})

test('40: a call after the client was closed is a failed result', async () => {
  const own = await createMCPClient({
    transport: {
      type: 'http',
      url: 'http://localhost/mcp',
      fetch: (async (input: any, init: any) => {
        const request = new Request(input, init)
        request.headers.set('host', 'localhost')
        return handler(request)
      }) as typeof fetch,
    },
  })
  const { tools } = fromAiTools((await own.tools()) as any)
  await own.close()
  expect(await callTool(tools[0]!, { city: 'Oslo' })).toMatchObject({ isError: true })
})
