import {
  agentTransport,
  type ChatEvent,
  type ChatSession,
  type ChatState,
  type ChatTransport,
  createChatSession,
} from '@toolprism/ui-presentations/react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { defaultChatTexts } from '../src/chat/chat-items'
import { ChatQuestion } from '../src/react/chat-question'
import { text } from './support/fixtures'

type Body = { type: string } & Record<string, unknown>

/** Numbers the events of a run as a server does. */
function stamp(runId: string, bodies: Body[], from = 1): ChatEvent[] {
  return bodies.map(
    (body, index) =>
      ({ runId, sequence: from + index, timestamp: index, ...body }) as unknown as ChatEvent, // bodies are those of their type
  )
}

async function* stream(events: ChatEvent[], error?: unknown): AsyncGenerator<ChatEvent> {
  yield* events
  if (error) throw error
}

/** Resolves when the session's state is as wanted. */
function until(session: ChatSession, wanted: (state: ChatState) => boolean): Promise<ChatState> {
  return new Promise((resolve) => {
    const look = () => {
      if (!wanted(session.getState())) return
      end()
      resolve(session.getState())
    }
    const end = session.subscribe(look)
    look()
  })
}

function memoryStorage(): Storage & { values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  } as unknown as Storage & { values: Map<string, string> } // the three methods that are used
}

const idle = (state: ChatState) => state.status === 'idle' && state.items.length > 0
const call = { callId: 'c1', toolName: 'read_file' }
const whole: Body[] = [
  { type: 'run.started', input: 'hi' },
  { type: 'reasoning.delta', messageId: 'm1', delta: 'Let me see.' },
  { type: 'text.delta', messageId: 'm1', delta: 'I will ' },
  { type: 'text.delta', messageId: 'm1', delta: 'look.' },
  { type: 'text.completed', messageId: 'm1', text: 'I will look.' },
  { ...call, type: 'tool.started', input: { path: 'a.txt' } },
  { ...call, type: 'tool.completed', duration: 5, result: text('hello') },
  { type: 'text.completed', messageId: 'm2', text: 'It says hello.' },
  { type: 'run.ended', status: 'completed', text: 'It says hello.' },
]

describe('createChatSession', () => {
  test('§6.2.11: what a person pasted is shown without control and bidirectional characters, and sent as it is', async () => {
    const sent: string[] = []
    const transport: ChatTransport = {
      send: ({ runId, message }) => {
        sent.push(message)
        return stream(stamp(runId, whole))
      },
    }
    const session = createChatSession({ transport })
    session.send('pay \u202e\u0007x\u200b')
    expect(session.getState().items).toMatchObject([{ kind: 'user', text: 'pay \ufffd\ufffdx' }])
    await until(session, idle)
    expect(sent).toEqual(['pay \u202e\u0007x\u200b'])
  })

  test('a run becomes messages, reasoning and cards, in order', async () => {
    const transport: ChatTransport = { send: ({ runId }) => stream(stamp(runId, whole)) }
    const session = createChatSession({ transport })
    session.send('  hi ')
    const { items, views } = await until(session, idle)
    expect(items.map((item) => ('text' in item ? [item.kind, item.text] : [item.kind]))).toEqual([
      ['user', 'hi'],
      ['reasoning', 'Let me see.'],
      ['text', 'I will look.'],
      ['tools'],
      ['text', 'It says hello.'],
    ])
    expect([...views.values()]).toMatchObject([{ status: 'done', summary: 'a.txt' }])
  })

  test('blank text and a second message during a run are not sent', async () => {
    const send = vi.fn(({ runId }: { runId: string }) => stream(stamp(runId, whole)))
    const session = createChatSession({ transport: { send } })
    session.send('   ')
    session.send('one')
    session.send('two')
    await until(session, idle)
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('many events are drawn at once', async () => {
    const deltas = Array.from({ length: 1000 }, () => ({
      type: 'text.delta',
      messageId: 'm',
      delta: 'x',
    }))
    const end = { type: 'run.ended', status: 'completed' }
    const session = createChatSession({
      transport: { send: ({ runId }) => stream(stamp(runId, [...deltas, end])) },
    })
    const drawn = vi.fn()
    session.subscribe(drawn)
    session.send('go')
    await until(session, idle)
    expect(drawn.mock.calls.length).toBeLessThan(20)
  })

  test('a broken stream is taken up after its last event, and nothing is shown twice', async () => {
    const resume = vi.fn(({ runId, after }: { runId: string; after: number }) =>
      // This server repeats one event: at-least-once is enough.
      stream(stamp(runId, whole).slice(after - 1)),
    )
    const transport: ChatTransport = {
      send: ({ runId }) => stream(stamp(runId, whole).slice(0, 3), new Error('socket closed')),
      resume,
    }
    const session = createChatSession({ transport, reconnectDelay: 0 })
    session.send('hi')
    const { items } = await until(session, idle)
    expect(resume).toHaveBeenCalledWith(expect.objectContaining({ after: 3 }), expect.anything())
    expect(items.filter((item) => item.kind === 'text')).toHaveLength(2)
    expect(items.some((item) => item.kind === 'notice')).toBe(false)
  })

  test('a server that stays away is given up with a notice', async () => {
    const transport: ChatTransport = {
      send: ({ runId }) => stream(stamp(runId, whole).slice(0, 2), new Error('away')),
      resume: () => stream([], new Error('still away')),
    }
    const session = createChatSession({ transport, reconnectDelay: 0 })
    session.send('hi')
    const { items } = await until(session, idle)
    expect(items.at(-1)).toMatchObject({ kind: 'notice', tone: 'error', text: 'away' })
  })

  test('a refused message says why', async () => {
    const refused = Object.assign(new Error('Please sign in.'), { code: 'REFUSED' })
    const session = createChatSession({
      transport: { send: () => stream([], refused), resume: () => stream([]) },
    })
    session.send('hi')
    expect((await until(session, idle)).items.at(-1)).toMatchObject({ text: 'Please sign in.' })
  })

  test('after a reload the stored runs are read again from their start', async () => {
    const storage = memoryStorage()
    const runs = new Map<string, ChatEvent[]>()
    const transport: ChatTransport = {
      send({ runId }) {
        runs.set(runId, stamp(runId, whole))
        return stream(runs.get(runId) ?? [])
      },
      resume: ({ runId, after }) => stream((runs.get(runId) ?? []).slice(after)),
    }
    const before = createChatSession({ transport, storage })
    before.send('hi')
    const shown = await until(before, idle)
    const after = createChatSession({ transport, storage })
    await after.restore()
    expect(after.getState().items).toEqual(shown.items)
    expect([...after.getState().views]).toEqual([...shown.views])
  })

  test('a run the server no longer has is shown as such', async () => {
    const storage = memoryStorage()
    storage.setItem(
      'toolprism-chat',
      JSON.stringify({ conversationId: 'c', runs: [{ runId: 'r', text: 'old question' }] }),
    )
    const gone = Object.assign(new Error('404'), { code: 'RUN_GONE' })
    const session = createChatSession({
      storage,
      transport: { send: () => stream([]), resume: () => stream([], gone) },
    })
    await session.restore()
    expect(session.getState().items).toMatchObject([
      { kind: 'user', text: 'old question' },
      { kind: 'notice', text: 'The server no longer has this run.' },
    ])
  })

  test.each(['not json', '7', '{"runs":[1]}', '{"conversationId":"c","runs":[{}]}'])(
    'the broken storage %j begins a new conversation',
    async (stored) => {
      const storage = memoryStorage()
      storage.setItem('toolprism-chat', stored)
      const session = createChatSession({
        storage,
        transport: { send: () => stream([]), resume: () => stream([]) },
      })
      await session.restore()
      expect(session.getState().items).toEqual([])
    },
  )

  test('mounted twice (React StrictMode), a session goes on where it was', async () => {
    const storage = memoryStorage()
    storage.setItem(
      'toolprism-chat',
      JSON.stringify({ conversationId: 'c', runs: [{ runId: 'r', text: 'hi' }] }),
    )
    const transport: ChatTransport = {
      send: () => stream([]),
      resume: ({ after }) => stream(stamp('r', whole).slice(after)),
    }
    const session = createChatSession({ transport, storage })
    void session.restore()
    session.dispose()
    await session.restore()
    expect(session.getState().items.map((item) => item.kind)).toEqual([
      'user',
      'reasoning',
      'text',
      'tools',
      'text',
    ])
  })

  test('an attempt that failed takes its text with it', async () => {
    const bodies: Body[] = [
      { type: 'text.delta', messageId: 'm1', delta: 'Half a sen' },
      { type: 'model.retried', messageId: 'm1', attempt: 1, message: 'overloaded' },
      { type: 'text.completed', messageId: 'm2', text: 'A sentence.' },
      { type: 'run.ended', status: 'completed' },
    ]
    const session = createChatSession({
      transport: { send: ({ runId }) => stream(stamp(runId, bodies)) },
    })
    session.send('hi')
    const { items } = await until(session, idle)
    expect(items.map((item) => 'text' in item && item.text)).toEqual(['hi', 'A sentence.'])
  })

  test.each([
    ['aborted', 'Stopped.', 'neutral'],
    ['failed', 'No key.', 'error'],
    ['max_steps', 'Stopped at the limit of steps.', 'warning'],
  ])('a run that ends as %s says %s', async (status, said, tone) => {
    const error = status === 'failed' ? { error: { message: 'No key.' } } : {}
    const bodies = [{ type: 'run.ended', status, ...error }]
    const session = createChatSession({
      transport: { send: ({ runId }) => stream(stamp(runId, bodies)) },
    })
    session.send('hi')
    expect((await until(session, idle)).items.at(-1)).toMatchObject({
      kind: 'notice',
      text: said,
      tone,
    })
  })

  test('an approval is answered; a parked run is taken up again', async () => {
    const asked = { ...call, type: 'permission.required', permissionId: 'p', input: { path: 'a' } }
    const rest: Body[] = [
      { type: 'run.resumed' },
      { ...call, type: 'permission.resolved', permissionId: 'p', decision: 'allow' },
      { ...call, type: 'tool.completed', duration: 1, result: text('ok') },
      { type: 'run.ended', status: 'completed' },
    ]
    const decide = vi.fn(async () => {})
    const transport: ChatTransport = {
      send: ({ runId }) => stream(stamp(runId, [asked, { type: 'run.ended', status: 'paused' }])),
      resume: ({ runId }) => stream(stamp(runId, rest, 3)),
      decide,
    }
    const session = createChatSession({ transport })
    session.send('hi')
    const { views } = await until(session, (state) => state.status === 'waiting')
    const view = [...views.values()][0]
    if (!view) throw new Error('no card')
    // The stream has to end before the answer, as a parked run's does.
    await new Promise((resolve) => setTimeout(resolve))
    await session.decide(view, 'allow')
    expect(decide).toHaveBeenCalledWith({ runId: view.runId, id: 'p', decision: { allow: true } })
    expect([...(await until(session, idle)).views.values()][0]?.status).toBe('done')
  })

  test('a refused answer rejects, so that the card asks again', async () => {
    const asked = { ...call, type: 'permission.required', permissionId: 'p', input: {} }
    const transport: ChatTransport = {
      send: ({ runId }) => stream(stamp(runId, [asked, { type: 'run.paused' }])),
      resume: () => stream([]),
      decide: async () => {
        throw new Error('mismatch')
      },
    }
    const session = createChatSession({ transport })
    session.send('hi')
    const { views } = await until(session, (state) => state.status === 'waiting')
    const [view] = views.values()
    await expect(session.decide(view as NonNullable<typeof view>, 'deny')).rejects.toThrow(
      'mismatch',
    )
  })

  test('a transport without stop is left; the person sees that it stopped', async () => {
    const transport: ChatTransport = {
      async *send({ runId }, { signal }) {
        yield* stamp(runId, whole.slice(0, 2))
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    }
    const session = createChatSession({ transport })
    session.send('hi')
    await until(session, (state) => state.items.length > 1)
    session.stop()
    expect((await until(session, idle)).items.at(-1)).toMatchObject({ text: 'Stopped.' })
  })

  test('clear forgets everything', async () => {
    const storage = memoryStorage()
    const session = createChatSession({
      storage,
      transport: { send: ({ runId }) => stream(stamp(runId, whole)) },
    })
    session.send('hi')
    await until(session, idle)
    session.clear()
    expect(session.getState()).toMatchObject({ items: [], status: 'idle' })
    expect(session.getState().views.size).toBe(0)
    expect(storage.values.size).toBe(0)
  })
})

describe('agentTransport', () => {
  function fakeAgent(refuse = false) {
    const histories: unknown[][] = []
    return {
      histories,
      run(input: string, { runId, history }: { runId: string; history: unknown[] }) {
        histories.push(history)
        return {
          finished: Promise.resolve({ transcript: [...history, input] }),
          events: ({ from = 0 } = {}) => stream(stamp(runId, whole).slice(Math.max(0, from - 1))),
          resolve: () => (refuse ? 'duplicate' : 'accepted'),
          abort: vi.fn(),
        }
      },
    }
  }

  test('gives each run of a conversation the transcript of the last', async () => {
    const agent = fakeAgent()
    const session = createChatSession({ transport: agentTransport(agent) })
    for (const message of ['one', 'two']) {
      session.send(message)
      await until(
        session,
        (state) =>
          idle(state) && state.items.some((item) => item.kind === 'user' && item.text === message),
      )
    }
    expect(agent.histories).toEqual([[], ['one']])
  })

  test('refuses what the run refuses, and runs it does not know', async () => {
    const transport = agentTransport(fakeAgent(true))
    const signal = new AbortController().signal
    for await (const event of transport.send(
      { message: 'x', runId: 'r', conversationId: 'c' },
      { signal },
    ))
      void event
    const decision = { allow: true } as const
    await expect(transport.decide?.({ runId: 'r', id: 'p', decision })).rejects.toMatchObject({
      code: 'REFUSED',
    })
    await expect(transport.stop?.({ runId: 'other' })).rejects.toMatchObject({ code: 'RUN_GONE' })
  })
})

describe('what a server sends in the place of a text', () => {
  const shapeless = { toString: 1, valueOf: 1 }

  test.each(['type', 'runId', 'sequence', 'messageId', 'questionId', 'message', 'text', 'action'])(
    'an object as %s does not stop the run',
    async (name) => {
      const types = [
        'text.delta',
        'text.completed',
        'question.required',
        'question.resolved',
        'warning',
      ]
      const hostile = types.map((type) => ({ type, questionId: 'q', [name]: shapeless }))
      const session = createChatSession({
        transport: {
          send: ({ runId }) =>
            stream(
              stamp(runId, [
                ...hostile,
                { type: 'text.completed', messageId: 'm', text: 'Still here.' },
                { type: 'run.ended', status: 'completed' },
              ]),
            ),
        },
      })
      session.send('hi')
      const { items } = await until(session, idle)
      expect(items).toContainEqual(expect.objectContaining({ text: 'Still here.', done: true }))
      expect(items.filter((item) => item.key.endsWith('/lost'))).toEqual([])
    },
  )

  test('a question whose defaults and choices have no text is asked all the same', () => {
    const schema = {
      properties: {
        city: { type: 'string', title: 'City', default: shapeless },
        unit: { enum: [shapeless, 'metric'] },
        note: { type: 'string', default: null },
      },
    }
    const item = {
      kind: 'question' as const,
      key: 'k',
      runId: 'r',
      questionId: 'q',
      message: 'Where?',
      schema,
    }
    const html = renderToStaticMarkup(
      createElement(ChatQuestion, { item, texts: defaultChatTexts }),
    )
    expect(html).toContain('City')
    expect(html).toContain('metric')
    expect(html).not.toMatch(/null|\[object/)
  })
})
