import { fromLanguageModel } from '@toolprism/adapter-ai-sdk/model'
import type { Message } from '@toolprism/harness'
import { MockLanguageModelV4 } from 'ai/test'
import { MockLanguageModelV3 } from 'ai6/test'
import { describe, expect, test } from 'vitest'
import { hello, partsOf, request, summarise, weatherSpec } from './model-parts'

const versions = [
  { version: 4 as const, Mock: MockLanguageModelV4 as any },
  { version: 3 as const, Mock: MockLanguageModelV3 as any },
]

const finish = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 10, noCache: 4, cacheRead: 5, cacheWrite: 1 },
    outputTokens: { total: 7, text: 5, reasoning: 2 },
  },
}

function streaming(
  parts: any[],
  more: { hang?: true; error?: unknown; cancelled?: () => void } = {},
) {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      if (more.error) controller.error(more.error)
      else if (!more.hang) controller.close()
    },
    cancel: () => more.cancelled?.(),
  })
}

describe.each(versions)('LanguageModelV$version', ({ version, Mock }) => {
  const mock = (parts: any[], more = {}) =>
    new Mock({
      provider: 'acme',
      modelId: 'm1',
      doStream: async () => ({ stream: streaming(parts, more) }),
    })

  test('streams text, reasoning, calls, usage and finish, with the metadata of each', async () => {
    const model = fromLanguageModel(
      mock([
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', id: 'r' },
        { type: 'reasoning-start', id: '1' },
        { type: 'reasoning-delta', id: '1', delta: 'hm' },
        { type: 'reasoning-end', id: '1', providerMetadata: { acme: { signature: 'S' } } },
        { type: 'text-start', id: '2' },
        { type: 'text-delta', id: '2', delta: 'Hi' },
        { type: 'text-end', id: '2' },
        { type: 'tool-input-start', id: 'c', toolName: 'weather' },
        { type: 'tool-input-delta', id: 'c', delta: '{}' },
        { type: 'tool-input-end', id: 'c' },
        {
          type: 'tool-call',
          toolCallId: 'c',
          toolName: 'weather',
          input: '{}',
          providerMetadata: { acme: { thought: 'T' } },
        },
        { type: 'source', sourceType: 'url', id: 's', url: 'https://a.example' },
        { type: 'raw', rawValue: 1 },
        finish,
      ]),
    )
    expect(model.id).toBe('acme/m1')
    expect(await partsOf(model, request(hello))).toEqual([
      { type: 'reasoning-delta', id: '1', delta: 'hm' },
      {
        type: 'reasoning-delta',
        id: '1',
        delta: '',
        providerMetadata: { acme: { signature: 'S' } },
      },
      { type: 'text-delta', id: '2', delta: 'Hi' },
      { type: 'tool-input-start', id: 'c', toolName: 'weather' },
      { type: 'tool-input-delta', id: 'c', delta: '{}' },
      {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 'weather',
        input: '{}',
        providerMetadata: { acme: { thought: 'T' } },
      },
      {
        type: 'finish',
        finishReason: 'stop',
        usage: { input: 4, cacheRead: 5, cacheWrite: 1, output: 7, reasoning: 2, total: 17 },
      },
    ])
  })

  test('asks with the whole transcript, in the form of its version', async () => {
    const model = mock([finish])
    const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }
    const messages: Message[] = [
      ...hello,
      { role: 'user', content: [{ type: 'text', text: 'see' }, image] },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerMetadata: { acme: { signature: 'S' } } },
          { type: 'text', text: 'Looking.' },
          {
            type: 'tool-call',
            callId: 'h1',
            providerCallId: 'p1',
            toolName: 'weather',
            input: { city: 'Oslo' },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            callId: 'h1',
            providerCallId: 'p1',
            toolName: 'weather',
            state: 'ok',
            content: [image],
          },
        ],
      },
    ]
    const options = { settings: { temperature: 0 }, providerOptions: { acme: { a: 1, b: 1 } } }
    await partsOf(
      fromLanguageModel(model, options),
      request(messages, {
        toolChoice: 'required',
        maxOutputTokens: 9,
        options: { acme: { b: 2 }, other: { c: 3 } },
      }),
    )
    const data = version === 4 ? { type: 'data', data: 'AAAA' } : 'AAAA'
    const part =
      version === 4
        ? { type: 'file', mediaType: 'image/png', data }
        : { type: 'image-data', mediaType: 'image/png', data }
    expect(model.doStreamCalls[0]).toMatchObject({
      temperature: 0,
      maxOutputTokens: 9,
      toolChoice: { type: 'required' },
      tools: [{ type: 'function', name: 'weather', inputSchema: weatherSpec.inputSchema }],
      providerOptions: { acme: { a: 1, b: 2 }, other: { c: 3 } },
    })
    expect(model.doStreamCalls[0].prompt.slice(2)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'file', mediaType: 'image/png', data },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { acme: { signature: 'S' } } },
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', toolCallId: 'p1', toolName: 'weather', input: { city: 'Oslo' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'p1',
            toolName: 'weather',
            output: { type: 'content', value: [part] },
          },
        ],
      },
    ])
  })

  test('without tools it sends neither tools nor a choice', async () => {
    const model = mock([finish])
    await partsOf(fromLanguageModel(model), request(hello, { tools: [], toolChoice: 'none' }))
    expect(model.doStreamCalls[0]).not.toHaveProperty('tools')
    expect(model.doStreamCalls[0]).not.toHaveProperty('toolChoice')
  })

  test('7: ids a provider repeats or leaves out are replaced, alike on call and result', async () => {
    const model = mock([finish])
    const turn = (callId: string, providerCallId?: string): Message[] => [
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            callId,
            ...(providerCallId === undefined ? {} : { providerCallId }),
            toolName: 'weather',
            input: {},
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            callId,
            toolName: 'weather',
            state: 'ok',
            content: [{ type: 'text', text: 'x' }],
          },
        ],
      },
    ]
    await partsOf(
      fromLanguageModel(model),
      request([
        ...hello,
        ...turn('h1', 'call_0'),
        ...turn('h2', 'call_0'),
        ...turn('h3', ''),
        ...turn('h4'),
      ]),
    )
    const ids = (role: string) =>
      model.doStreamCalls[0].prompt
        .filter((message: any) => message.role === role)
        .flatMap((message: any) => message.content.map((part: any) => part.toolCallId))
    expect(ids('assistant')).toEqual(['call_0', 'h2', 'h3', 'h4'])
    expect(ids('tool')).toEqual(ids('assistant'))
  })

  test('13: a stream that dies with half a call ends in an error', async () => {
    const half = [
      { type: 'tool-input-start', id: 'c', toolName: 'weather' },
      { type: 'tool-input-delta', id: 'c', delta: '{"ci' },
    ]
    const seen = summarise(
      await partsOf(
        fromLanguageModel(mock(half, { error: new TypeError('terminated') })),
        request(hello),
      ),
    )
    expect(seen).toMatchObject({ calls: [], error: { kind: 'network', retryable: true } })
    const ended = summarise(await partsOf(fromLanguageModel(mock(half)), request(hello)))
    expect(ended).toMatchObject({ calls: [], error: { kind: 'network', retryable: true } })
  })

  test('37: an error part and a failing doStream are judged alike', async () => {
    const error = Object.assign(new Error('slow down'), {
      statusCode: 429,
      responseHeaders: { 'retry-after-ms': '250' },
    })
    const failing = new Mock({
      doStream: async () => {
        throw error
      },
    })
    for (const model of [failing, mock([{ type: 'error', error }, finish])]) {
      const parts = await partsOf(fromLanguageModel(model), request(hello))
      expect(parts).toEqual([
        { type: 'error', error, kind: 'rate-limit', retryable: true, retryAfterMs: 250 },
      ])
    }
  })

  test('38: what was not reported stays absent', async () => {
    const usage = { inputTokens: { total: 12 }, outputTokens: {} }
    const parts = await partsOf(fromLanguageModel(mock([{ ...finish, usage }])), request(hello))
    expect(parts).toEqual([{ type: 'finish', finishReason: 'stop', usage: { input: 12 } }])
    const none = await partsOf(
      fromLanguageModel(mock([{ ...finish, usage: undefined }])),
      request(hello),
    )
    expect(none).toEqual([{ type: 'finish', finishReason: 'stop' }])
  })

  test('an abort ends a stream that ignores it, and cancels the provider', async () => {
    let cancelled = false
    const model = mock([{ type: 'text-delta', id: '1', delta: 'Hi' }], {
      hang: true,
      cancelled: () => {
        cancelled = true
      },
    })
    const controller = new AbortController()
    const run = (async () => {
      for await (const _ of await fromLanguageModel(model).stream(
        request(hello, { signal: controller.signal }),
      ))
        controller.abort(new Error('stop'))
    })()
    await expect(run).rejects.toThrow('stop')
    expect(cancelled).toBe(true)
    expect(model.doStreamCalls[0].abortSignal).toBe(controller.signal)
  })

  test('an abort ends a request that hangs before its first part', async () => {
    const model = new Mock({ doStream: () => new Promise(() => undefined) })
    const controller = new AbortController()
    const run = partsOf(fromLanguageModel(model), request(hello, { signal: controller.signal }))
    controller.abort(new Error('stop'))
    await expect(run).rejects.toThrow('stop')
  })

  test('a reader that leaves early cancels the provider', async () => {
    let cancelled = false
    const model = mock([{ type: 'text-delta', id: '1', delta: 'Hi' }], {
      hang: true,
      cancelled: () => {
        cancelled = true
      },
    })
    for await (const _ of await fromLanguageModel(model).stream(request(hello))) break
    expect(cancelled).toBe(true)
  })

  test('calls a provider runs itself are not handed to the harness', async () => {
    const parts = [
      { type: 'tool-input-start', id: 's', toolName: 'web_search', providerExecuted: true },
      {
        type: 'tool-call',
        toolCallId: 's',
        toolName: 'web_search',
        input: '{}',
        providerExecuted: true,
      },
      { type: 'tool-result', toolCallId: 's', toolName: 'web_search', result: {} },
      finish,
    ]
    expect(await partsOf(fromLanguageModel(mock(parts)), request(hello))).toMatchObject([
      { type: 'finish' },
    ])
  })

  test('warnings of the provider are told', async () => {
    const seen: unknown[] = []
    const warnings = [{ type: 'unsupported', feature: 'seed' }]
    const model = fromLanguageModel(mock([{ type: 'stream-start', warnings }, finish]), {
      onWarning: (warning) => seen.push(warning),
    })
    await partsOf(model, request(hello))
    expect(seen).toEqual(warnings)
  })
})

test.each([
  ['gpt-5' as never, /pass a model object/],
  [
    { specificationVersion: 'v2', provider: 'p', modelId: 'm' } as never,
    /"v2"; expected 'v3' \(ai 6\) or 'v4'/,
  ],
])('refuses what is no model of V3 or V4', (model, message) => {
  expect(() => fromLanguageModel(model)).toThrow(message)
})
