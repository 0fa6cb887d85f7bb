import { type ChatEvent, sseTransport } from '@toolprism/ui-presentations/react'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'

const signal = new AbortController().signal
const request = { message: 'hi', runId: 'r/1', conversationId: 'c' }

function bodyOf(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

function server(body: string | Uint8Array[], init?: ResponseInit) {
  const chunks = typeof body === 'string' ? [new TextEncoder().encode(body)] : body
  return vi.fn(async (_: string, __: RequestInit) => new Response(bodyOf(chunks), init))
}

async function all(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const list: ChatEvent[] = []
  for await (const event of events) list.push(event)
  return list
}

describe('sseTransport', () => {
  test('posts the message and yields the events', async () => {
    const fetch = server(
      'id: 1\nevent: message\ndata: {"type":"run.started"}\n\n: ping\n\ndata: {"type":\ndata: "run.ended"}\n\n',
    )
    const transport = sseTransport('/api/chat/', {
      fetch: fetch as typeof globalThis.fetch,
      headers: () => ({ Authorization: 'Bearer x' }),
    })
    expect(await all(transport.send(request, { signal }))).toEqual([
      { type: 'run.started' },
      { type: 'run.ended' },
    ])
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('/api/chat')
    expect(init).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer x', 'Content-Type': 'application/json' },
    })
    expect(JSON.parse(String(init?.body))).toEqual(request)
  })

  test('resumes after an event number', async () => {
    const fetch = server('data: {"type":"run.ended"}\n\n')
    const transport = sseTransport('/api/chat', { fetch: fetch as typeof globalThis.fetch })
    await all(transport.resume?.({ runId: 'r/1', after: 7 }, { signal }) ?? ([] as never))
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('/api/chat/r%2F1')
    expect(init?.headers).toMatchObject({ 'Last-Event-ID': '7' })
  })

  test('answers and stops', async () => {
    const fetch = server('{}')
    const transport = sseTransport('/api/chat', { fetch: fetch as typeof globalThis.fetch })
    await transport.decide?.({ runId: 'r', id: 'p', decision: { allow: false, reason: 'no' } })
    await transport.stop?.({ runId: 'r' })
    expect(fetch.mock.calls.map(([url, init]) => [url, init.body])).toEqual([
      ['/api/chat/r/decisions', '{"id":"p","decision":{"allow":false,"reason":"no"}}'],
      ['/api/chat/r/stop', '{}'],
    ])
  })

  test.each([
    [404, 'nothing', 'RUN_GONE', 'nothing'],
    [403, '{"error":{"message":"No."}}', 'REFUSED', 'No.'],
    [400, '{"error":"Bad."}', 'REFUSED', 'Bad.'],
    [503, '<html>busy</html>', 'LOST', '503 Busy'],
  ])('%i %s is %s: %s', async (status, body, code, message) => {
    const fetch = server(body, { status, statusText: 'Busy' })
    const transport = sseTransport('/x', { fetch: fetch as typeof globalThis.fetch })
    await expect(all(transport.send(request, { signal }))).rejects.toMatchObject({ code, message })
  })

  test('bytes may be cut anywhere, line ends may be of any kind, garbage is skipped', async () => {
    const text =
      'data: {"type":"text.delta","delta":"żółw 🐢"}\n\ndata: not json\n\ndata: 7\n\nretry: 5\r\ndata: {"type":"run.ended"}\r\n\r\n'
    const bytes = new TextEncoder().encode(text)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })),
        async (cuts) => {
          const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
          const chunks = places.slice(1).map((end, index) => bytes.slice(places[index], end))
          const transport = sseTransport('/x', { fetch: server(chunks) as unknown as typeof fetch })
          expect(await all(transport.send(request, { signal }))).toEqual([
            { type: 'text.delta', delta: 'żółw 🐢' },
            { type: 'run.ended' },
          ])
        },
      ),
      { numRuns: 200 },
    )
  })
})
