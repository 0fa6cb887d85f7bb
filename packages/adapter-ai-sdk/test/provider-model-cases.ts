import { providerModel, providerPresets } from '@toolprism/adapter-ai-sdk/model'
import { afterEach, describe, expect, test } from 'vitest'
import { type DialectServer, type Reply, sse, startDialectServer } from './dialect-server'
import { dialects } from './fixtures/dialects'
import { hello, partsOf, request, summarise } from './model-parts'

/** What providerModel must do over any version of its peer; the test file chooses the version. */
export function providerModelCases(): void {
  const servers: DialectServer[] = []
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })

  async function serve(...replies: Reply[]): Promise<DialectServer> {
    const server = await startDialectServer(replies)
    servers.push(server)
    return server
  }

  describe.each(Object.entries(dialects))('dialect of %s', (provider, { lines, expected }) => {
    test('reads text, reasoning, calls, usage and finish', async () => {
      const server = await serve({ sse: lines })
      const model = providerModel({ provider, model: 'm', apiKey: 'key', baseURL: server.baseURL })
      const { error, ...seen } = summarise(await partsOf(model, request(hello)))
      expect(error).toBeUndefined()
      expect(seen).toEqual({ reasoning: '', ...expected })
      expect(model.id).toBe(`${provider}/m`)
    })

    test('is asked with messages, tools and key in the form of the API', async () => {
      const server = await serve({ sse: lines })
      const model = providerModel({
        provider,
        model: 'm',
        apiKey: 'key',
        baseURL: server.baseURL,
        headers: { 'x-title': 'Toolprism' },
      })
      await partsOf(model, request(hello, { maxOutputTokens: 50 }))
      expect(server.headers[0]).toMatchObject({
        authorization: 'Bearer key',
        'x-title': 'Toolprism',
      })
      expect(server.requests[0]).toMatchObject({
        model: 'm',
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 50,
        tool_choice: 'auto',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Weather in Oslo?' },
        ],
        tools: [
          { type: 'function', function: { name: 'weather', description: 'Weather of a city' } },
        ],
      })
    })
  })

  test('every preset has a dialect in this table', () => {
    expect(Object.keys(dialects).sort()).toEqual(Object.keys(providerPresets).sort())
  })

  describe('faults', () => {
    const chunk = (delta: unknown, finish_reason: string | null = null) => ({
      id: 'c',
      choices: [{ index: 0, delta, finish_reason }],
    })
    const model = (server: DialectServer) =>
      providerModel({ provider: 'vllm', model: 'm', baseURL: server.baseURL })

    test('429 with Retry-After is a rate limit with the time to wait', async () => {
      const server = await serve({
        status: 429,
        headers: { 'retry-after': '7' },
        body: { error: { message: 'Rate limit reached: 30000 tokens per minute' } },
      })
      const { error } = summarise(await partsOf(model(server), request(hello)))
      expect(error).toMatchObject({ kind: 'rate-limit', retryable: true, retryAfterMs: 7000 })
    })

    test.each([
      [401, 'Incorrect API key', 'auth', false],
      [400, "This model's maximum context length is 8192 tokens", 'context-overflow', false],
      [400, 'Unknown field', 'invalid-request', false],
      [503, 'No capacity', 'overloaded', true],
      [529, 'Overloaded', 'overloaded', true],
      [504, 'Gateway', 'timeout', true],
    ] as const)('%i "%s" is %s', async (status, message, kind, retryable) => {
      const server = await serve({ status, body: { error: { message } } })
      const { error } = summarise(await partsOf(model(server), request(hello)))
      expect(error).toMatchObject({ kind, retryable })
    })

    test('a connection cut in the middle of text is a network error to retry', async () => {
      const server = await serve({
        sse: [`data: ${JSON.stringify(chunk({ content: 'Hal' }))}`],
        cut: true,
      })
      const seen = summarise(await partsOf(model(server), request(hello)))
      expect(seen.text).toBe('Hal')
      expect(seen.finishReason).toBeUndefined()
      expect(seen.error).toMatchObject({ kind: 'network', retryable: true })
    })

    test('half a tool call never comes without the error that cancels it', async () => {
      const half = chunk({
        tool_calls: [
          { index: 0, id: 'a', type: 'function', function: { name: 'weather', arguments: '{"ci' } },
        ],
      })
      for (const cut of [true, undefined] as const) {
        const server = await serve({
          sse: [`data: ${JSON.stringify(half)}`],
          ...(cut ? { cut } : {}),
        })
        const seen = summarise(await partsOf(model(server), request(hello)))
        expect(seen.error).toMatchObject({ kind: 'network', retryable: true })
        expect(seen.finishReason).toBeUndefined()
      }
    })

    test('a call cut by the token limit is handed on with finish reason length', async () => {
      const server = await serve({
        sse: sse(
          chunk({
            tool_calls: [
              {
                index: 0,
                id: 'a',
                type: 'function',
                function: { name: 'weather', arguments: '{"ci' },
              },
            ],
          }),
          chunk({}, 'length'),
        ),
      })
      const seen = summarise(await partsOf(model(server), request(hello)))
      expect(seen).toMatchObject({
        finishReason: 'length',
        calls: [{ name: 'weather', input: '{"ci' }],
      })
    })

    test('an error inside the stream ends it', async () => {
      const server = await serve({
        sse: sse(
          chunk({ content: 'a' }),
          { error: { message: 'Overloaded', code: 529 } },
          chunk({ content: 'b' }),
        ),
      })
      const seen = summarise(await partsOf(model(server), request(hello)))
      expect(seen).toMatchObject({ text: 'a', error: { kind: 'overloaded', retryable: true } })
    })

    test('a line that is no JSON ends it', async () => {
      const server = await serve({ sse: ['data: {"choices": [', 'data: [DONE]'] })
      expect(summarise(await partsOf(model(server), request(hello))).error).toBeDefined()
    })

    test('an abort ends a stalled stream at once and closes the connection', async () => {
      const server = await serve({
        sse: [`data: ${JSON.stringify(chunk({ content: 'Hal' }))}`],
        stall: true,
      })
      const controller = new AbortController()
      const seen: string[] = []
      const run = (async () => {
        const asked = request(hello, { signal: controller.signal })
        for await (const part of await model(server).stream(asked)) {
          if (part.type !== 'text-delta') continue
          seen.push(part.delta)
          controller.abort(new Error('stop'))
        }
      })()
      await expect(run).rejects.toThrow('stop')
      expect(seen).toEqual(['Hal'])
      await expect.poll(() => server.abandoned).toBe(1)
    })
  })

  describe('options', () => {
    test('an unknown provider without baseURL is refused with the known names', () => {
      expect(() => providerModel({ provider: 'acme', model: 'm' })).toThrow(
        /openai, nvidia, openrouter/,
      )
      expect(() => providerModel({ provider: 'constructor', model: 'm' })).toThrow(
        /knows no provider/,
      )
    })

    test('a preset with a key is refused without one, naming its variable', () => {
      expect(() => providerModel({ provider: 'nvidia', model: 'm' })).toThrow(/NVIDIA_API_KEY/)
    })

    test('the key of the environment never goes to another server', async () => {
      process.env['OPENAI_API_KEY'] = 'secret'
      try {
        const server = await serve({ sse: dialects['openai']!.lines })
        await partsOf(
          providerModel({ provider: 'openai', model: 'm', baseURL: server.baseURL }),
          request(hello),
        )
        expect(server.headers[0]).not.toHaveProperty('authorization')
      } finally {
        delete process.env['OPENAI_API_KEY']
      }
    })

    test('images of tool results follow in a user message, never as base64 text', async () => {
      const server = await serve({ sse: dialects['openai']!.lines })
      const data = Buffer.from('not really a png').toString('base64')
      await partsOf(
        providerModel({ provider: 'vllm', model: 'm', baseURL: server.baseURL }),
        request([
          ...hello,
          {
            role: 'assistant',
            content: [
              { type: 'tool-call', callId: 'k', providerCallId: 'p', toolName: 'shot', input: {} },
            ],
          },
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                callId: 'k',
                providerCallId: 'p',
                toolName: 'shot',
                state: 'ok',
                content: [
                  { type: 'text', text: 'done' },
                  { type: 'image', data, mimeType: 'image/png' },
                ],
              },
            ],
          },
        ]),
      )
      const [tool, user] = server.requests[0].messages.slice(-2)
      expect(tool).toEqual({
        role: 'tool',
        tool_call_id: 'p',
        content: 'done\n[media: see the next message]',
      })
      expect(user).toEqual({
        role: 'user',
        content: [
          { type: 'text', text: 'Media of shot:' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
        ],
      })
    })
  })
}
