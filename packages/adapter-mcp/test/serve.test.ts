import { Client as ClientV2, InMemoryTransport as InMemoryV2 } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpServer as McpServerV2, Server as ServerV2 } from '@modelcontextprotocol/server'
import {
  bindTools,
  createMcpServer,
  type McpServerLike,
  type McpServerOptions,
} from '@toolprism/adapter-mcp'
import type { PromptDefinition, ResourceDefinition, ToolDefinition } from '@toolprism/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { connectPeer, type Peer, type PeerOptions } from './support/peers'
import { until } from './support/until'

const peers: Peer[] = []
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close()
})

async function connect(
  set: Partial<McpServerOptions>,
  options?: PeerOptions,
  sdk: 'v1' | 'v2' = 'v1',
) {
  const peer = await connectPeer({ sdk, era: 'legacy', way: 'memory' }, set, options)
  peers.push(peer)
  return peer
}
const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  execute: () => name,
  ...more,
})
const info = { name: 's', version: '1' }

describe('bindTools', () => {
  test.each([
    ['Server of v1', () => new Server(info), 'v1'],
    ['McpServer of v1', () => new McpServer(info), 'v1'],
    ['Server of v2', () => new ServerV2(info), 'v2'],
    ['McpServer of v2', () => new McpServerV2(info), 'v2'],
  ])(
    'serves on a %s, takes the tools off again, and leaves the rest alone',
    async (_, make, sdk) => {
      const server = make() as McpServerLike
      const own = vi.fn()
      if ('server' in server)
        (server as unknown as McpServer).registerPrompt('own', { description: 'own' }, own)
      const binding = bindTools(server, { tools: [tool('t')] })
      const [a, b] = (sdk === 'v1' ? InMemoryTransport : InMemoryV2).createLinkedPair()
      const client = sdk === 'v1' ? new Client(info) : new ClientV2(info)
      await Promise.all([server.connect(a as never), client.connect(b as never)])
      expect((await client.callTool({ name: 't' })).content).toEqual([{ type: 'text', text: 't' }])
      if ('server' in server)
        expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['own'])
      binding.dispose()
      await expect(client.callTool({ name: 't' })).rejects.toMatchObject({ code: -32601 })
      await client.close()
    },
  )

  test('refuses a server that answers the method already, is connected, or is none', async () => {
    const taken = new McpServer(info)
    taken.registerTool('own', {}, () => ({ content: [] }))
    expect(() => bindTools(taken, { tools: [tool('t')] })).toThrow(
      expect.objectContaining({ code: 'MCP_HANDLER_EXISTS' }),
    )
    const connected = new Server(info)
    await connected.connect(InMemoryTransport.createLinkedPair()[0])
    expect(() => bindTools(connected, { tools: [] })).toThrow(
      expect.objectContaining({ code: 'MCP_SERVER_CONNECTED' }),
    )
    expect(() => bindTools({} as McpServerLike, { tools: [] })).toThrow(
      expect.objectContaining({ code: 'MCP_SERVER_UNKNOWN' }),
    )
  })

  test('two clients with one tool set hear only of their own calls', async () => {
    const tools = [
      tool('echo', {
        inputSchema: z.object({ n: z.number() }),
        execute: async ({ n }, { progress }) => {
          progress({ progress: n })
          await Promise.resolve()
          return String(n)
        },
      }),
    ]
    const both = await Promise.all([connect({ tools }), connect({ tools })])
    const seen: unknown[][] = [[], []]
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const which = n % 2
        const params = { name: 'echo', arguments: { n } }
        const result = await both[which]!.request('tools/call', params, {
          onprogress: (update) => seen[which]!.push(update),
        })
        expect(result.content[0].text).toBe(String(n))
      }),
    )
    await until(() => expect(seen.map((list) => list.length)).toEqual([10, 10]))
    expect(seen[0]!.every((update: any) => update.progress % 2 === 0)).toBe(true)
  })
})

describe('names', () => {
  test.each(['', 'a b', 'files.read', 'é', 'x'.repeat(65)])(
    '%s is refused when the server is made',
    async (name) => {
      await expect(createMcpServer({ ...info, tools: [tool(name)] })).rejects.toMatchObject({
        code: 'MCP_NAME_INVALID',
      })
    },
  )

  test('the wider MCP set and odd but legal names serve', async () => {
    const { request } = await connect({
      tools: [tool('files.read'), tool('constructor'), tool('__proto__')],
      names: 'mcp',
    })
    for (const name of ['files.read', 'constructor', '__proto__'])
      expect((await request('tools/call', { name })).content[0].text).toBe(name)
    await expect(request('tools/call', { name: 'toString' })).rejects.toMatchObject({
      code: -32602,
    })
  })

  test('two of one name are refused, and a bad update changes nothing', async () => {
    await expect(createMcpServer({ ...info, tools: [tool('a'), tool('a')] })).rejects.toMatchObject(
      { code: 'MCP_DUPLICATE' },
    )
    const server = await createMcpServer({ ...info, tools: [tool('a')] })
    expect(() => server.update({ tools: [tool('b'), tool('b')] })).toThrow()
  })
})

describe('lists', () => {
  test('are cut into pages, in order; a cursor of nobody is refused', async () => {
    const tools = Array.from({ length: 7 }, (_, index) => tool(`t${index}`))
    const { request } = await connect({ tools, pageSize: 3 })
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await request('tools/list', cursor ? { cursor } : {})
      names.push(...page.tools.map((item: ToolDefinition) => item.name))
      cursor = page.nextCursor
    } while (cursor)
    expect(names).toEqual(tools.map(({ name }) => name))
    await expect(request('tools/list', { cursor: 'tools-0-9' })).rejects.toMatchObject({
      code: -32602,
    })
  })

  test('changes of one turn are told once, and the running call goes on', async () => {
    let finish: (text: string) => void = () => {}
    const slow = tool('slow', {
      execute: () =>
        new Promise<string>((resolve) => {
          finish = resolve
        }),
    })
    const server = await createMcpServer({ ...info, tools: [slow], prompts: [], sdk: 'v1' })
    const heard: string[] = []
    const client = new Client(info)
    client.fallbackNotificationHandler = async ({ method }) => void heard.push(method)
    const [a, b] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(a), client.connect(b)])
    const running = client.callTool({ name: 'slow' })
    await until(() => expect(finish.length).toBe(1))
    for (let count = 0; count < 100; count++)
      server.update({ tools: [tool(`t${count}`)], prompts: [] })
    await until(() =>
      expect(heard.sort()).toEqual([
        'notifications/prompts/list_changed',
        'notifications/tools/list_changed',
      ]),
    )
    finish('done')
    expect((await running).content).toEqual([{ type: 'text', text: 'done' }])
    await expect(client.callTool({ name: 'slow' })).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })

  test('icons come from the key, the tool, or nowhere', async () => {
    const icons = (key: string) =>
      key === 'clock' ? [{ src: 'data:image/svg+xml,x', mimeType: 'image/svg+xml' }] : undefined
    const own = [{ src: 'https://x/y.png' }]
    const { request } = await connect({
      icons,
      tools: [
        tool('a', { presentation: { icon: 'clock' } }),
        tool('b', { icons: own }),
        tool('c', { presentation: { icon: 'nope' } }),
      ],
    })
    const { tools } = await request('tools/list')
    expect(tools.map((item: ToolDefinition) => item.icons)).toEqual([
      icons('clock'),
      own,
      undefined,
    ])
  })

  test('the App card is a resource every tool without its own points at', async () => {
    const mine = { ui: { resourceUri: 'ui://mine' } }
    const { request } = await connect({
      tools: [tool('a'), tool('b', { meta: mine })],
      app: { html: async () => '<p>card</p>' },
    })
    const { tools } = await request('tools/list')
    const uri = 'ui://toolprism/tool-card.html'
    expect(tools.map((item: any) => item._meta.ui.resourceUri)).toEqual([uri, 'ui://mine'])
    expect((await request('resources/read', { uri })).contents).toEqual([
      { uri, mimeType: 'text/html;profile=mcp-app', text: '<p>card</p>' },
    ])
  })
})

describe('resources', () => {
  const watchers: (() => void)[] = []
  let stopped = 0
  const resources: ResourceDefinition[] = [
    {
      uri: 'a://text',
      name: 'text',
      mimeType: 'text/plain',
      read: () => 'hello',
      subscribe: (changed) => {
        watchers.push(changed)
        return () => {
          stopped++
        }
      },
    },
    { uri: 'a://bytes', name: 'bytes', read: () => new Uint8Array([1, 2, 255]) },
    {
      uri: 'a://many',
      name: 'many',
      read: () => [
        { uri: 'a://1', text: '1' },
        { uri: 'a://2', blob: 'Mg==' },
      ],
    },
    { uri: 'a://broken', name: 'broken', read: () => Promise.reject(new Error('disk is gone')) },
    {
      uriTemplate: 'b://{user}/{+path}',
      name: 'files',
      mimeType: 'text/plain',
      read: ({ user, path }) => `${user}:${path}`,
      complete: { user: (value) => ['ada', 'alan'].filter((name) => name.startsWith(value)) },
      list: () => [{ uri: 'b://ada/notes', name: 'notes' }],
    },
  ]

  test.each(['v1', 'v2'] as const)('are listed, read and refused on SDK %s', async (sdk) => {
    const { request } = await connect({ resources }, {}, sdk)
    const list = await request('resources/list')
    expect(list.resources.map((item: { uri: string }) => item.uri)).toEqual([
      'a://text',
      'a://bytes',
      'a://many',
      'a://broken',
      'b://ada/notes',
    ])
    expect((await request('resources/templates/list')).resourceTemplates).toEqual([
      { uriTemplate: 'b://{user}/{+path}', name: 'files', mimeType: 'text/plain' },
    ])
    const read = async (uri: string) => (await request('resources/read', { uri })).contents
    expect(await read('a://text')).toEqual([
      { uri: 'a://text', mimeType: 'text/plain', text: 'hello' },
    ])
    expect(await read('a://bytes')).toEqual([
      { uri: 'a://bytes', mimeType: 'application/octet-stream', blob: 'AQL/' },
    ])
    expect(await read('a://many')).toHaveLength(2)
    expect(await read('b://ada/a/b%20c')).toEqual([
      { uri: 'b://ada/a/b%20c', mimeType: 'text/plain', text: 'ada:a/b c' },
    ])
    await expect(read('a://nothing')).rejects.toMatchObject({
      code: expect.toSatisfy((code) => code === -32002 || code === -32602),
      data: { uri: 'a://nothing' },
    })
    await expect(read('a://broken')).rejects.toThrow('disk is gone')
    const ref = { type: 'ref/resource', uri: 'b://{user}/{+path}' }
    const { completion } = await request('completion/complete', {
      ref,
      argument: { name: 'user', value: 'al' },
    })
    expect(completion).toEqual({ values: ['alan'], total: 1, hasMore: false })
  })

  test('tell subscribers of changes until they leave', async () => {
    const heard: unknown[] = []
    const peer = await connect(
      { resources },
      {
        prepare: (client) => {
          client.fallbackNotificationHandler = async ({ params }: { params: unknown }) =>
            void heard.push(params)
        },
      },
    )
    const uri = 'a://text'
    await peer.request('resources/subscribe', { uri })
    await peer.request('resources/subscribe', { uri })
    watchers.at(-1)?.()
    await until(() => expect(heard).toEqual([{ uri }]))
    await peer.request('resources/unsubscribe', { uri })
    expect(stopped).toBe(1)
    await peer.request('resources/subscribe', { uri })
    await peer.close()
    await until(() => expect(stopped).toBe(2))
    await expect(
      connect({ resources }).then(({ request }) =>
        request('resources/subscribe', { uri: 'a://nothing' }),
      ),
    ).rejects.toMatchObject({ code: -32002 })
  })
})

describe('prompts', () => {
  const prompts: PromptDefinition[] = [
    {
      name: 'greet',
      description: 'Greets.',
      arguments: [{ name: 'who' }],
      build: ({ who = 'world' }) => `Hello ${who}`,
    },
    {
      name: 'strict',
      arguments: [
        {
          name: 'topic',
          required: true,
          complete: (value, others) => [`${value}!`, ...Object.keys(others)],
        },
      ],
      build: ({ topic }) => [{ role: 'assistant', content: { type: 'text', text: topic ?? '' } }],
    },
    {
      name: 'many',
      arguments: [{ name: 'n', complete: () => Array.from({ length: 150 }, (_, n) => String(n)) }],
      build: () => '',
    },
  ]

  test.each(['v1', 'v2'] as const)(
    'are built without arguments, with them, and refused, on SDK %s',
    async (sdk) => {
      const { request } = await connect({ prompts }, {}, sdk)
      expect((await request('prompts/list')).prompts[0]).toEqual({
        name: 'greet',
        description: 'Greets.',
        arguments: [{ name: 'who' }],
      })
      const text = (answer: any) => answer.messages[0].content.text
      expect(text(await request('prompts/get', { name: 'greet' }))).toBe('Hello world')
      expect(text(await request('prompts/get', { name: 'greet', arguments: { who: 'Ada' } }))).toBe(
        'Hello Ada',
      )
      await expect(request('prompts/get', { name: 'strict' })).rejects.toThrow(
        'needs the argument topic',
      )
      await expect(request('prompts/get', { name: 'nobody' })).rejects.toMatchObject({
        code: -32602,
      })
    },
  )

  test('complete their arguments, a hundred at most', async () => {
    const { request } = await connect({ prompts })
    const complete = async (name: string, argument: string) =>
      (
        await request('completion/complete', {
          ref: { type: 'ref/prompt', name },
          argument: { name: argument, value: 'a' },
          context: { arguments: { earlier: 'x' } },
        })
      ).completion
    expect(await complete('strict', 'topic')).toEqual({
      values: ['a!', 'earlier'],
      total: 2,
      hasMore: false,
    })
    expect(await complete('many', 'n')).toMatchObject({
      total: 150,
      hasMore: true,
      values: { length: 100 },
    })
    expect(await complete('greet', 'who')).toMatchObject({ values: [] })
    await expect(complete('nobody', 'x')).rejects.toMatchObject({ code: -32602 })
  })
})

describe('notifications of a call', () => {
  const talk = tool('talk', {
    execute: (_, { log, progress }) => {
      for (const level of ['debug', 'info', 'error'] as const) log(level, level)
      for (let count = 0; count < 5000; count++) progress({ progress: count })
      return 'ok'
    },
  })
  const listening = (heard: any[]): PeerOptions => ({
    prepare: (client) => {
      client.fallbackNotificationHandler = async (notification: unknown) =>
        void heard.push(notification)
    },
  })

  test('logs honour the level, and an unknown level is refused', async () => {
    const heard: any[] = []
    const { request } = await connect({ tools: [talk] }, listening(heard))
    await request('tools/call', { name: 'talk' })
    await until(() =>
      expect(heard.map(({ params }) => params.level)).toEqual(['debug', 'info', 'error']),
    )
    await request('logging/setLevel', { level: 'error' })
    await request('tools/call', { name: 'talk' })
    await until(() => expect(heard.length).toBe(4))
    expect(heard[3].params).toEqual({ level: 'error', logger: 'talk', data: 'error' })
    await expect(request('logging/setLevel', { level: 'loud' })).rejects.toMatchObject({
      code: -32602,
    })
  })

  test('progress without a token is silent, and a flood is thinned', async () => {
    const heard: any[] = []
    const { request } = await connect({ tools: [talk] }, listening(heard))
    await request('tools/call', { name: 'talk' })
    expect(heard.filter(({ method }) => method === 'notifications/progress')).toEqual([])
    const seen: number[] = []
    await request(
      'tools/call',
      { name: 'talk' },
      { onprogress: (update: any) => seen.push(update.progress) },
    )
    await until(() => expect(seen.length).toBeGreaterThanOrEqual(50))
    expect(seen.length).toBeLessThan(1000)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
  })

  test('nothing comes after the reply', async () => {
    let late: () => void = () => {}
    const leaky = tool('leaky', {
      execute: (_, { log, progress }) => {
        late = () => {
          log('error', 'late')
          progress({ progress: 1 })
        }
        return 'ok'
      },
    })
    const heard: any[] = []
    const { request } = await connect({ tools: [leaky] }, listening(heard))
    const seen: unknown[] = []
    await request('tools/call', { name: 'leaky' }, { onprogress: (update) => seen.push(update) })
    late()
    await request('ping')
    expect([heard, seen]).toEqual([[], []])
  })
})
