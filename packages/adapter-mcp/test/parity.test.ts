import { afterEach, describe, expect, test } from 'vitest'
import { cells, connectPeer, type Peer, type PeerOptions } from './support/peers'
import { newRunning, richSchema, sampleTools } from './support/tools'
import { until } from './support/until'

const names = cells.map((cell) => [`${cell.sdk} ${cell.era} ${cell.way}`, cell] as const)

describe.each(names)('one tool set over %s', (_, cell) => {
  const running = newRunning()
  let peer: Peer | undefined
  const connect = async (options?: PeerOptions) => {
    peer = await connectPeer(cell, { tools: sampleTools(running) }, options)
    return peer
  }
  afterEach(async () => {
    await peer?.close()
    peer = undefined
  })

  test('lists names, texts, schemas, annotations and presentation the same', async () => {
    const { request } = await connect()
    const { tools } = await request('tools/list')
    expect(tools.map((tool: { name: string }) => tool.name)).toEqual(
      sampleTools().map((tool) => tool.name),
    )
    expect(tools[0]).toEqual({
      name: 'add',
      title: 'Add',
      description: 'Adds two numbers.\n\n[hint] Use it for sums.',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number', default: 1 } },
        required: ['a'],
      },
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      _meta: {
        'dev.toolprism/presentation': {
          label: 'Adder',
          icon: 'calculator',
          tone: 'info',
          group: 'maths',
        },
        'dev.toolprism/input-examples': [{ a: 1, b: 2 }],
      },
    })
    expect(JSON.stringify(tools[1].inputSchema)).toBe(JSON.stringify(richSchema))
    expect(tools[2].inputSchema).toMatchObject({ type: 'object', properties: {} })
  })

  test('calls with every kind of result', async () => {
    const { request } = await connect()
    const call = (name: string, args?: unknown) =>
      request('tools/call', { name, ...(args !== undefined && { arguments: args }) }).then(
        withoutServerFacts,
      )
    expect(await call('add', { a: 2 })).toEqual({ content: [{ type: 'text', text: '3' }] })
    expect((await call('no_keys')).structuredContent).toEqual({ input: {} })
    expect((await call('blocks')).content).toEqual(
      (sampleTools()[3]!.execute({}, {} as never) as any).content,
    )
    expect(await call('row')).toEqual({
      content: [{ type: 'text', text: '{"id":7,"tags":[]}' }],
      structuredContent: { id: 7, tags: [] },
    })
    const wrapped = cell.era === 'legacy'
    expect((await call('list')).structuredContent).toEqual(wrapped ? { result: [1, 2] } : [1, 2])
    expect((await call('zero')).structuredContent).toEqual(wrapped ? { result: 0 } : 0)
  })

  test('answers failures a model can read, and refuses an unknown tool', async () => {
    const { request } = await connect()
    const call = (name: string, args: object = {}) =>
      request('tools/call', { name, arguments: args })
    expect(await call('throws')).toMatchObject({
      isError: true,
      content: [{ text: 'out of paper' }],
    })
    expect(await call('fails')).toMatchObject({
      isError: true,
      content: [{ text: 'no such file' }],
    })
    const invalid = await call('add', { a: 'two' })
    expect(invalid.isError).toBe(true)
    expect(invalid.content[0].text).toMatch(/\ba\b.*number/s)
    await expect(call('nothing')).rejects.toMatchObject({ code: -32602 })
    await expect(call('constructor')).rejects.toMatchObject({ code: -32602 })
    await expect(call('__proto__')).rejects.toMatchObject({ code: -32602 })
  })

  test('sends progress upwards only, with a token, before the reply', async () => {
    const { request } = await connect()
    const seen: any[] = []
    const params = { name: 'steps', arguments: {} }
    const result = await request('tools/call', params, {
      onprogress: (update) => seen.push(update),
    })
    expect(result.content).toEqual([{ type: 'text', text: 'done' }])
    await until(() => expect(seen.map((update) => update.progress)).toEqual([0, 50, 100]))
    expect(seen[1]).toMatchObject({ total: 100, message: 'at 50' })
  })

  test('cancels: the tool hears of it and nothing is answered', async () => {
    // Without a session a legacy client can cancel only by going away: its notification comes from nowhere.
    const { request } = await connect({ handler: { sessions: true } })
    const controller = new AbortController()
    const id = `${cell.sdk}-${cell.era}-${cell.way}`
    const pending = request(
      'tools/call',
      { name: 'waits', arguments: { id } },
      { signal: controller.signal },
    )
    const refused = expect(pending).rejects.toThrow()
    await until(() => expect(running.started).toContain(id))
    controller.abort('user pressed stop')
    await refused
    await until(() => expect(running.aborted).toContain(id))
  })
})

function withoutServerFacts({ _meta, resultType, ...result }: any) {
  return result
}
