import { readApprovals, readRunPosition, toUIMessageStream } from '@toolprism/adapter-ai-sdk/model'
import type { GapEvent, RunEvent } from '@toolprism/harness'
import { describe, expect, test } from 'vitest'
import { hosts } from './hosts'

type Loose = { type: string; [field: string]: unknown }

/** A run of ready events; what readers do to it is noted. */
function runOf(events: Loose[], more: { hang?: true } = {}) {
  const seen = { aborted: false, options: undefined as any }
  const run = {
    runId: 'r1',
    events(options: any = {}) {
      seen.options = options
      const list = events.map((event, index) => ({
        runId: 'r1',
        timestamp: 0,
        sequence: index + 1,
        ...event,
      }))
      return (async function* () {
        try {
          for (const event of list.slice(Math.max(0, (options.from ?? 0) - 1)))
            yield event as unknown as RunEvent | GapEvent
          if (more.hang) await new Promise(() => undefined)
        } finally {
          if (options.onDisconnect === 'abort' && !options.signal?.aborted) seen.aborted = true
        }
      })()
    },
  }
  return { run, seen }
}

async function chunksOf(stream: ReadableStream<any>): Promise<any[]> {
  const chunks: any[] = []
  for await (const chunk of stream as any) chunks.push(chunk)
  return chunks
}

/** The message a client ends up with. */
async function messageOf(
  host: (typeof hosts)[number],
  stream: ReadableStream<any>,
  message?: any,
): Promise<any> {
  let last: any
  for await (const state of host.ai.readUIMessageStream({
    stream,
    ...(message ? { message } : {}),
  }))
    last = state
  return last
}

const tool = { callId: 'c1', toolName: 'weather' }
const presentation = { label: 'Weather', icon: 'cloud' }
const ok = { content: [{ type: 'text', text: 'sunny' }] }
const failedResult = { content: [{ type: 'text', text: 'no such city' }], isError: true }
const ended = { type: 'run.ended', status: 'completed', text: 'Sunny.', steps: 1, usage: {} }

const whole: Loose[] = [
  { type: 'run.started', input: 'go', model: 'm', tools: [], fingerprint: 'f' },
  { type: 'step.started', step: 1 },
  { type: 'reasoning.delta', messageId: 'm1', delta: 'hm' },
  { type: 'reasoning.completed', messageId: 'm1', text: 'hm' },
  { type: 'text.delta', messageId: 'm1', delta: 'Let me ' },
  { type: 'text.delta', messageId: 'm1', delta: 'look.' },
  { type: 'text.completed', messageId: 'm1', text: 'Let me look.' },
  { type: 'tool.input', ...tool, delta: '{"city"' },
  { type: 'tool.input', ...tool, delta: ':"Oslo"}' },
  { type: 'step.ended', finishReason: 'tool-calls', calls: 1 },
  { type: 'tool.queued', ...tool, input: { city: 'Oslo' } },
  { type: 'tool.started', ...tool, input: { city: 'Oslo' }, presentation },
  { type: 'tool.progress', ...tool, progress: 1, total: 2 },
  { type: 'tool.completed', ...tool, result: ok, duration: 1 },
  { type: 'step.started', step: 2 },
  { type: 'text.delta', messageId: 'm2', delta: 'Sunny.' },
  { type: 'step.ended', finishReason: 'stop', calls: 0 },
  ended,
]

describe.each(hosts)('read by AI SDK $version', (host) => {
  const stream = (events: Loose[], options = {}) =>
    toUIMessageStream(runOf(events).run, { version: host.version, ...options })

  test('a whole run becomes one message', async () => {
    const message = await messageOf(host, stream(whole))
    expect(message.metadata).toEqual({ runId: 'r1', sequence: whole.length })
    expect(message.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'hm', state: 'done' },
      { type: 'text', text: 'Let me look.', state: 'done' },
      {
        type: 'tool-weather',
        toolCallId: 'c1',
        state: 'output-available',
        input: { city: 'Oslo' },
        output: 'sunny',
      },
      { type: 'step-start' },
      { type: 'text', text: 'Sunny.', state: 'done' },
    ])
  })

  test.each([
    ['error', { type: 'tool-output-error' }, 'output-error'],
    ['timeout', { type: 'tool-output-error' }, 'output-error'],
    ['denied', { type: 'tool-output-denied' }, 'output-denied'],
  ])('a call that ended as %s', async (failure, chunk, state) => {
    const events = [
      { type: 'step.started' },
      { type: 'tool.queued', ...tool, input: { city: 'X' } },
      { type: 'tool.failed', ...tool, failure, result: failedResult },
      ended,
    ]
    expect(await chunksOf(stream(events))).toContainEqual(expect.objectContaining(chunk))
    const message = await messageOf(host, stream(events))
    expect(message.parts[1]).toMatchObject({ type: 'tool-weather', state, input: { city: 'X' } })
  })

  test('a call refused before it ran is an input error', async () => {
    const message = await messageOf(
      host,
      stream([
        { type: 'step.started' },
        { type: 'tool.failed', ...tool, failure: 'invalid', result: failedResult },
        ended,
      ]),
    )
    expect(message.parts[1]).toMatchObject({
      type: 'tool-weather',
      state: 'output-error',
      errorText: 'no such city',
    })
  })

  test('a question ends the stream; the answer and the position come back with the message', async () => {
    const question = {
      type: 'permission.required',
      ...tool,
      permissionId: 'q1',
      input: { city: 'X' },
      reason: 'may change data',
    }
    const events: Loose[] = [
      { type: 'step.started' },
      { type: 'tool.queued', ...tool, input: { city: 'X' } },
      question,
      { type: 'run.paused', pending: ['q1'] },
      { type: 'permission.resolved', ...tool, permissionId: 'q1', decision: 'allow' },
      { type: 'tool.started', ...tool, input: { city: 'X' } },
      { type: 'tool.completed', ...tool, result: ok },
      { type: 'step.started' },
      { type: 'text.delta', messageId: 'm2', delta: 'Sunny.' },
      ended,
    ]
    const { run, seen } = runOf(events)
    const asked = await messageOf(host, toUIMessageStream(run, { version: host.version }))
    expect(asked.parts[1]).toMatchObject({ state: 'approval-requested', approval: { id: 'q1' } })
    expect(seen.aborted).toBe(false)

    asked.parts[1] = {
      ...asked.parts[1],
      state: 'approval-responded',
      approval: { id: 'q1', approved: true },
    }
    expect(readApprovals([asked])).toEqual([{ id: 'q1', decision: { allow: true } }])
    const position = readRunPosition([asked])
    expect(position).toEqual({ runId: 'r1', sequence: 4 })

    const more = toUIMessageStream(run, {
      version: host.version,
      from: position!.sequence + 1,
      messageId: asked.id,
    })
    const message = await messageOf(host, more, asked)
    expect(message.id).toBe(asked.id)
    expect(message.parts.map((part: any) => [part.type, part.state])).toEqual([
      ['step-start', undefined],
      ['tool-weather', 'output-available'],
      ['step-start', undefined],
      ['text', 'done'],
    ])
  })

  test('a failed attempt is taken back where the reader can', async () => {
    const message = await messageOf(
      host,
      stream([
        { type: 'step.started' },
        { type: 'text.delta', messageId: 'm1', delta: 'Half' },
        {
          type: 'model.retried',
          messageId: 'm1',
          attempt: 1,
          delay: 1,
          kind: 'network',
          message: 'cut',
        },
        { type: 'text.delta', messageId: 'm2', delta: 'Whole' },
        ended,
      ]),
    )
    const texts = message.parts
      .filter((part: any) => part.type === 'text')
      .map((part: any) => part.text)
    expect(texts).toEqual(host.version === 7 ? ['Whole'] : ['Half', 'Whole'])
  })

  test('live output shows as preliminary, its end alone', async () => {
    const chunks = await chunksOf(
      stream([
        { type: 'step.started' },
        { type: 'tool.started', ...tool, input: {} },
        { type: 'tool.output', ...tool, delta: 'a'.repeat(5000) },
        { type: 'tool.output', ...tool, delta: 'b' },
        { type: 'tool.completed', ...tool, result: ok },
        ended,
      ]),
    )
    const outputs = chunks.filter((chunk) => chunk.type === 'tool-output-available')
    expect(outputs[1].output).toBe(`${'a'.repeat(3999)}b`)
    expect(outputs.map((chunk) => chunk.preliminary)).toEqual([true, true, undefined])
  })

  test('questions, custom events and gaps are data parts', async () => {
    const message = await messageOf(
      host,
      stream([
        {
          type: 'question.required',
          questionId: 'q',
          callId: 'c',
          toolName: 't',
          message: 'Which?',
          requestedSchema: {},
        },
        { type: 'question.resolved', questionId: 'q', callId: 'c', action: 'accept' },
        { type: 'custom', name: 'todos', data: [1] },
        { type: 'warning', code: 'W', message: 'careful' },
        { type: 'gap', from: 5, to: 6 },
        ended,
      ]),
    )
    expect(message.parts).toEqual([
      { type: 'data-question', id: 'q', data: { questionId: 'q', callId: 'c', action: 'accept' } },
      { type: 'data-todos', id: undefined, data: [1] },
    ])
  })
})

test('an aborted run says so and does not pretend to finish', async () => {
  const events = [
    { type: 'step.started' },
    { type: 'text.delta', messageId: 'm', delta: 'a' },
    { ...ended, status: 'aborted' },
  ]
  const chunks = await chunksOf(toUIMessageStream(runOf(events).run))
  expect(chunks.map((chunk) => chunk.type)).toEqual([
    'start',
    'start-step',
    'text-start',
    'text-delta',
    'text-end',
    'finish-step',
    'abort',
  ])
})

test('a failed run is an error chunk, in the words the app chooses', async () => {
  const events = [
    {
      ...ended,
      status: 'failed',
      error: { code: 'MODEL_AUTH', message: 'key sk-1 is wrong', retryable: false },
    },
  ]
  const plain = await chunksOf(toUIMessageStream(runOf(events).run))
  expect(plain).toContainEqual({ type: 'error', errorText: 'key sk-1 is wrong' })
  const masked = await chunksOf(
    toUIMessageStream(runOf(events).run, { onError: ({ code }) => `Sorry (${code})` }),
  )
  expect(masked).toContainEqual({ type: 'error', errorText: 'Sorry (MODEL_AUTH)' })
  expect(masked.at(-1)).toMatchObject({ type: 'finish', finishReason: 'error' })
})

test.each([
  ['abort', true],
  ['continue', false],
] as const)('a reader that goes away: %s', async (onDisconnect, expected) => {
  const { run, seen } = runOf([
    { type: 'step.started' },
    { type: 'text.delta', messageId: 'm', delta: 'a' },
  ])
  const reader = toUIMessageStream(run, { onDisconnect }).getReader()
  await reader.read()
  await reader.cancel()
  expect(seen.aborted).toBe(expected)
})

test('events that end without a last word still close what is open', async () => {
  const chunks = await chunksOf(
    toUIMessageStream(
      runOf([{ type: 'step.started' }, { type: 'text.delta', messageId: 'm', delta: 'a' }]).run,
    ),
  )
  expect(chunks.slice(-3).map((chunk) => chunk.type)).toEqual(['text-end', 'finish-step', 'finish'])
})

test('events that throw become an error chunk', async () => {
  const run = {
    runId: 'r',
    // biome-ignore lint/correctness/useYield: the journal of this run fails at once.
    async *events(): AsyncGenerator<RunEvent> {
      throw new Error('journal lost')
    },
  }
  expect(await chunksOf(toUIMessageStream(run))).toEqual([
    { type: 'error', errorText: 'journal lost' },
  ])
})

test.each([
  [undefined],
  [null],
  ['text'],
  [{ parts: 'none' }],
  [{ parts: [null, { state: 'approval-responded' }] }],
])('hostile messages answer nothing: %j', (message) => {
  expect(readApprovals([message])).toEqual([])
  expect(readRunPosition([message])).toBeUndefined()
  expect(readApprovals([])).toEqual([])
})

test('a denial carries its reason', () => {
  const parts = [
    { state: 'approval-responded', approval: { id: 'q', approved: false, reason: 'no' } },
  ]
  expect(readApprovals([{ parts }])).toEqual([
    { id: 'q', decision: { allow: false, reason: 'no' } },
  ])
})
