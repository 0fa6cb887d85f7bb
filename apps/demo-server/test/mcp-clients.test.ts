import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMCPClient } from '@ai-sdk/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loopbackHosts } from '../src/guard'
import { type Listening, serve } from '../src/serve'
import { createTestApp } from './test-app'

const workspace = mkdtempSync(join(tmpdir(), 'toolprism-mcp-'))
writeFileSync(join(workspace, 'a.txt'), 'the answer is 42\n')

let listening: Listening
let url: string
let names: string[]
beforeAll(async () => {
  const { app, registry } = createTestApp({
    workspace,
    hosts: () => loopbackHosts('127.0.0.1', listening.port),
  })
  listening = await serve(app, { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${listening.port}/mcp`
  names = registry.tools.map(({ name }) => name).sort()
})
afterAll(() => listening.close())

describe('/mcp', () => {
  test('serves the SDK client: tools, a call, resources and prompts', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)) as never) // the SDK's own types do not fit exactOptionalPropertyTypes
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(names)
    const result = await client.callTool({ name: 'grep', arguments: { pattern: 'answer' } })
    expect(JSON.stringify(result.content)).toContain('the answer is 42')
    expect((await client.listResources()).resources.length).toBeGreaterThan(0)
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0)
    await client.close()
  })

  test('draws a composition as an image for it', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)) as never) // as above
    const composition = { type: 'view', title: 'Hello', body: [{ type: 'text', text: 'there' }] }
    const { content } = await client.callTool({
      name: 'composition_render',
      arguments: { composition, format: 'png' },
    })
    expect(content).toContainEqual(
      expect.objectContaining({ type: 'image', mimeType: 'image/png' }),
    )
    await client.close()
  })

  test('serves @ai-sdk/mcp', async () => {
    const client = await createMCPClient({ transport: { type: 'http', url } })
    const tools = await client.tools()
    expect(Object.keys(tools).sort()).toEqual(names)
    const options = { toolCallId: 'c', messages: [], context: {} }
    const result = await tools['grep']?.execute?.({ pattern: 'answer' }, options as never) // what a provider's loop fills in
    expect(JSON.stringify(result)).toContain('the answer is 42')
    await client.close()
  })
})
