import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { toAiTools } from '@toolprism/adapter-ai-sdk'
import { createMcpServer } from '@toolprism/adapter-mcp'
import {
  createCompositionPrompts,
  createCompositionResources,
  createCompositionTools,
} from '@toolprism/composition'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { takumiFormats } from '@toolprism/composition/takumi'
import { generateText, isStepCount } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// The composition tools in two real hosts, through the adapters and nothing else.
const runtime = createRuntime({
  packs: [standardPack],
  views: [
    {
      id: 'status',
      title: 'Status',
      build: () => ({ type: 'view', body: [{ type: 'text', text: 'All well.' }] }),
    },
  ],
})
const tools = createCompositionTools({ runtime, formats: takumiFormats({ runtime, scale: 1 }) })
const composition = {
  type: 'view',
  title: 'Checkout',
  body: [{ type: 'stat', items: [{ label: 'p95', value: 412, unit: 'ms' }] }],
}
const wrong = { ...composition, body: [{ type: 'stat', items: [{ lable: 'p95', value: 412 }] }] }

describe('an MCP client', () => {
  const client = new Client({ name: 'test', version: '1' })
  beforeAll(async () => {
    const server = await createMcpServer({
      name: 'compositions',
      version: '1',
      sdk: Server,
      tools,
      resources: createCompositionResources({ runtime }),
      prompts: createCompositionPrompts({ runtime }),
    })
    const [near, far] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(far), client.connect(near)])
  })
  afterAll(() => client.close())

  const call = async (name: string, args?: Record<string, unknown>) => {
    const result = await client.callTool({
      name: `composition_${name}`,
      ...(args && { arguments: args }),
    })
    return { isError: result.isError, content: result.content as Record<string, any>[] }
  }

  test('finds six tools, two resources and the prompt', async () => {
    const listed = await client.listTools()
    expect(listed.tools.map((tool) => tool.name)).toEqual(tools.map((tool) => tool.name))
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(4_096)
    expect((await client.listResources()).resources.map((resource) => resource.uri)).toEqual([
      'composition://authoring-guide',
      'composition://composition-schema',
    ])
    expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toEqual(['compose'])
  })

  test('reads the guide as tool without arguments, resource and prompt: one text', async () => {
    const { content } = await call('authoring_guide')
    const { contents } = await client.readResource({ uri: 'composition://authoring-guide' })
    const { messages } = await client.getPrompt({ name: 'compose' })
    expect(content[0]!['text']).toContain('# View authoring')
    expect((contents[0] as { text: string }).text).toBe(content[0]!['text'])
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: content[0]!['text'] } },
    ])
    const asked = await client.getPrompt({ name: 'compose', arguments: { request: 'Show p95.' } })
    expect((asked.messages[0]!.content as { text: string }).text).toMatch(
      /## Request\n\nShow p95\.$/,
    )
  })

  test('describes three types, has a wrong composition refused with the primitive, and repairs it', async () => {
    const described = await call('describe_primitives', { types: ['stat', 'section', 'callout'] })
    expect(described.content[0]!['text']).toContain('- `callout` — ')
    const refused = await call('render', { composition: wrong, format: 'text' })
    expect(refused.isError).toBe(true)
    expect(refused.content[0]!['text']).toContain('body[0].items[0].label (in stat) is required')
    const { content } = await call('validate', { composition })
    expect(JSON.parse(content[0]!['text'])).toEqual({ valid: true, errors: [], warnings: [] })
  })

  test('draws it in every format: text, pictures as image blocks, a PDF as a resource', async () => {
    const draw = async (format: string) =>
      (await call('render', { composition, format })).content[0]!
    for (const format of ['text', 'markdown', 'html', 'slack'])
      expect((await draw(format))['text']).toContain('412 ms')
    const png = await draw('png')
    expect(png).toMatchObject({ type: 'image', mimeType: 'image/png' })
    expect(Buffer.from(png['data'], 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(await draw('webp')).toMatchObject({ type: 'image', mimeType: 'image/webp' })
    expect(await draw('svg')).toMatchObject({ type: 'image', mimeType: 'image/svg+xml' })
    const pdf = await draw('pdf')
    expect(pdf).toMatchObject({
      type: 'resource',
      resource: { uri: 'composition://render/pdf', mimeType: 'application/pdf' },
    })
    expect(Buffer.from(pdf['resource'].blob, 'base64').subarray(0, 4).toString()).toBe('%PDF')
  })

  test('lists the views and requests one', async () => {
    expect((await call('list_views')).content[0]!['text']).toContain('"status"')
    const { content } = await call('request_view', { id: 'status' })
    expect(JSON.parse(content[0]!['text'])).toMatchObject({ valid: true })
  })
})

test('generateText: errors come back to be repaired, the picture arrives as a picture', async () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const step = (toolCallId: string, name: string, input: object) => ({
    content: [
      {
        type: 'tool-call' as const,
        toolCallId,
        toolName: `composition_${name}`,
        input: JSON.stringify(input),
      },
    ],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage,
    warnings: [],
  })
  const model = new MockLanguageModelV4({
    doGenerate: [
      step('1', 'authoring_guide', {}),
      step('2', 'describe_primitives', { types: ['stat', 'section', 'callout'] }),
      step('3', 'render', { composition: wrong, format: 'png' }),
      step('4', 'render', { composition, format: 'png' }),
      step('5', 'render', { composition, format: 'pdf' }),
      {
        content: [{ type: 'text', text: 'Done.' }],
        finishReason: { unified: 'stop' as const, raw: undefined },
        usage,
        warnings: [],
      },
    ],
  })
  await generateText({
    model,
    tools: toAiTools(tools, { version: 7 }),
    stopWhen: isStepCount(9),
    prompt: 'Show p95.',
  })
  const outputs = model.doGenerateCalls
    .at(-1)!
    .prompt.flatMap((message) => (message.role === 'tool' ? message.content : []))
    .map((part) => (part as { output: { type: string; value: unknown } }).output)
  const [guide, described, refused, png, pdf] = outputs.map((output) => JSON.stringify(output))
  expect(guide).toContain('# View authoring')
  expect(described).toContain('- `callout` — ')
  expect(outputs[2]!.type).toMatch(/^error/)
  expect(refused).toContain('body[0].items[0].label (in stat) is required')
  expect(outputs[3]!.type).toBe('content')
  const [picture] = outputs[3]!.value as { type: string; mediaType?: string }[]
  expect(picture).toMatchObject({ mediaType: 'image/png' })
  expect(picture!.type).not.toBe('text')
  expect(png).toMatch(/iVBORw0KGgo/)
  expect(pdf).toContain('application/pdf')
}, 60_000)
