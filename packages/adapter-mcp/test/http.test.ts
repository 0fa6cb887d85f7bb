import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bearerAuth, createMcpHandler, type McpHandlerOptions } from '@toolprism/adapter-mcp/http'
import { afterEach, describe, expect, test } from 'vitest'
import { readAnswer as json } from './support/read-answer'
import { newRunning, sampleTools } from './support/tools'
import { until } from './support/until'

const running = newRunning()
const handlerOf = (options: Partial<McpHandlerOptions> = {}) =>
  createMcpHandler({ name: 'sample', version: '1.0.0', tools: sampleTools(running), ...options })

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  host: 'localhost',
}
const post = (body: unknown, more: Record<string, string> = {}, signal?: AbortSignal) =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...headers, ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  })
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const callOf = (name: string, args: unknown = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
}

const listeners: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const listener of listeners.splice(0)) {
    listener.closeAllConnections()
    listener.close()
  }
})
async function listen(handler: ReturnType<typeof handlerOf>): Promise<number> {
  const listener = createServer(handler.node)
  listeners.push(listener)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return (listener.address() as AddressInfo).port
}
/** A raw request: `fetch` would not let Host and Origin be forged. */
function raw(port: number, more: Record<string, string>, body = JSON.stringify(list)) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = httpRequest(
      { port, host: '127.0.0.1', method: 'POST', path: '/mcp', headers: { ...headers, ...more } },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

describe.each(['v1', 'v2'] as const)('Streamable HTTP over SDK %s', (sdk) => {
  test('answers plain JSON when the answer comes alone', async () => {
    const response = await handlerOf({ sdk })(post(list))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    const { result, id, jsonrpc } = await json(response)
    expect([id, jsonrpc, result.tools.length]).toEqual([1, '2.0', sampleTools().length])
  })

  test('answers an event stream when there is progress', async () => {
    const body = { ...callOf('steps'), params: { name: 'steps', _meta: { progressToken: 'p' } } }
    const response = await handlerOf({ sdk })(post(body))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const events = (await response.text())
      .split('\n\n')
      .filter((event) => event.startsWith('event: message'))
    expect(events.length).toBe(6)
    expect(events.at(-1)).toContain('"done"')
  })

  test('serves notifications with 202 and refuses GET without sessions', async () => {
    const handler = handlerOf({ sdk })
    expect(
      (await handler(post({ jsonrpc: '2.0', method: 'notifications/initialized' }))).status,
    ).toBe(202)
    const response = await handler(new Request('http://localhost/mcp', { headers }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('serves a batch of an older revision', async () => {
    const response = await handlerOf({ sdk })(post([list, callOf('add', { a: 1 }, 'two')]))
    expect((await json(response)).map((answer: { id: unknown }) => answer.id).sort()).toEqual([
      1,
      'two',
    ])
  })

  test('a client that goes away aborts the call', async () => {
    const port = await listen(handlerOf({ sdk }))
    const gone = new AbortController()
    const id = `gone-${sdk}`
    const pending = fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: headers.accept },
      body: JSON.stringify(callOf('waits', { id })),
      signal: gone.signal,
    })
    const refused = expect(pending).rejects.toThrow()
    await until(() => expect(running.started).toContain(id))
    gone.abort()
    await refused
    await until(() => expect(running.aborted).toContain(id))
  })

  test('sessions: opened by initialize, unknown ones are 404, ended by DELETE', async () => {
    const handler = handlerOf({ sdk, sessions: true })
    expect((await handler(post(list))).status).toBe(400)
    expect((await handler(post(list, { 'mcp-session-id': 'nobody' }))).status).toBe(404)
    const opened = await handler(post(initialize))
    await opened.text()
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
    expect(handler.sessionCount).toBe(1)
    const answer = await handler(post(list, session))
    expect(await answer.text()).toContain('"tools"')
    const ended = await handler(
      new Request('http://localhost/mcp', {
        method: 'DELETE',
        headers: { ...headers, ...session },
      }),
    )
    expect(ended.status).toBe(200)
    expect(handler.sessionCount).toBe(0)
    expect((await handler(post(list, session))).status).toBe(404)
  })

  test('sessions: the longest idle one makes room at the cap', async () => {
    const handler = handlerOf({ sdk, sessions: { max: 2 } })
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      const opened = await handler(post(initialize))
      await opened.text()
      ids.push(opened.headers.get('mcp-session-id') ?? '')
    }
    expect(handler.sessionCount).toBe(2)
    expect((await handler(post(list, { 'mcp-session-id': ids[0]! }))).status).toBe(404)
    expect((await handler(post(list, { 'mcp-session-id': ids[2]! }))).status).toBe(200)
    await handler.close()
    expect(handler.sessionCount).toBe(0)
  })
})

describe('a hostile client', () => {
  test.each([
    ['a foreign Host', { host: 'evil.example' }, 403],
    ['a foreign Host that begins like ours', { host: 'localhost.evil.example' }, 403],
    ['a Host with credentials', { host: 'localhost@evil.example' }, 403],
    ['a foreign Origin', { origin: 'http://evil.example' }, 403],
    ['Origin null', { origin: 'null' }, 403],
    ['our own Origin', { origin: 'http://localhost:6274' }, 200],
    ['our Host with a port', { host: '127.0.0.1:1234' }, 200],
    ['an Accept that takes no events', { accept: 'application/json' }, 406],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text that mentions JSON', { 'content-type': 'text/plain; a=application/json' }, 415],
    ['an unknown revision', { 'mcp-protocol-version': '1999-01-01' }, 400],
  ])('sends %s', async (_, more, status) => {
    const port = await listen(handlerOf({ sdk: 'v1' }))
    expect((await raw(port, more)).status).toBe(status)
  })

  test.each([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['nothing', '', 400, -32700],
    ['no JSON-RPC', '{"id":1}', 400, -32600],
    ['an empty batch', '[]', 400, -32600],
    ['a batch of 101', JSON.stringify(Array(101).fill(list)), 400, -32600],
    ['a batch with one id twice', JSON.stringify([list, list]), 400, -32600],
    ['5 MB', `"${'x'.repeat(5_000_000)}"`, 413, -32000],
  ])('posts %s', async (_, body, status, code) => {
    const port = await listen(handlerOf({ sdk: 'v1' }))
    const answer = await raw(port, {}, body)
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code])
  })

  test('posts 5 MB to the web-standard handler', async () => {
    expect((await handlerOf()(post(`"${'x'.repeat(5_000_000)}"`))).status).toBe(413)
  })

  test.each([
    ['nothing', undefined, { input: {} }],
    ['null', null, { input: {} }],
    ['an empty string', '', { input: {} }],
  ])('calls with %s as arguments of a tool without keys', async (_, args, expected) => {
    for (const sdk of ['v1', 'v2'] as const) {
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'no_keys', ...(args !== undefined && { arguments: args }) },
      }
      const { result } = await json(await handlerOf({ sdk })(post(body)))
      expect(result.structuredContent).toEqual(expected)
    }
  })

  test.each([
    ['an array', [1]],
    ['a string', 'hello'],
    ['a number', 7],
  ])('calls with %s as arguments', async (_, args) => {
    const { result } = await json(await handlerOf({ sdk: 'v1' })(post(callOf('no_keys', args))))
    expect(result.isError).toBe(true)
  })

  test('sends a depth bomb and an own __proto__ key', async () => {
    const handler = handlerOf({ sdk: 'v1' })
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    const text = (args: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rich","arguments":${args}}}`
    for (const args of [deep, '{"shape":"round","__proto__":{"admin":true}}']) {
      const { result } = await json(await handler(post(text(args))))
      expect(result.isError).toBe(true)
    }
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })
})

describe('authorization', () => {
  const authenticate = bearerAuth({
    resource: 'https://api.example.com/mcp',
    scopes: ['tools'],
    verify: (token) =>
      token === 'good'
        ? { clientId: 'c', scopes: ['tools'] }
        : token === 'poor'
          ? { scopes: [] }
          : undefined,
  })
  const handler = handlerOf({
    authenticate,
    resourceMetadata: {
      resource: 'https://api.example.com/mcp',
      authorization_servers: ['https://auth.example.com'],
    },
  })

  test.each([
    ['no token', undefined, 401, 'invalid_token'],
    ['a bad token', 'bad', 401, 'invalid_token'],
    ['a token without the scope', 'poor', 403, 'insufficient_scope'],
  ])('refuses %s with a challenge that names the metadata', async (_, token, status, error) => {
    const response = await handler(post(list, token ? { authorization: `Bearer ${token}` } : {}))
    expect(response.status).toBe(status)
    const challenge = response.headers.get('www-authenticate')
    expect(challenge).toContain(`error="${error}"`)
    expect(challenge).toContain(
      'resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/mcp"',
    )
  })

  test('serves the metadata to anybody, at both addresses', async () => {
    for (const path of ['', '/mcp']) {
      const response = await handler(
        new Request(`http://localhost/.well-known/oauth-protected-resource${path}`, {
          headers: { host: 'localhost' },
        }),
      )
      expect(await json(response)).toMatchObject({
        authorization_servers: ['https://auth.example.com'],
      })
    }
  })

  test('hands the caller to the tool', async () => {
    const response = await handler(post(callOf('asks'), { authorization: 'Bearer good' }))
    await response.text()
    expect(running.contexts.at(-1)).toMatchObject({ kind: 'mcp', authInfo: { clientId: 'c' } })
  })
})
