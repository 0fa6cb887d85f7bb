import { toAiTools, toToolApproval } from '@toolprism/adapter-ai-sdk'
import { defineTool, ToolError, type ToolResult } from '@toolprism/core'
import { createAgent, deny } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { createToolCardStore, type ToolCallView } from '@toolprism/ui-presentations'
import { fromUIMessagePart } from '@toolprism/ui-presentations/ai-sdk'
import { groupToolCalls } from '@toolprism/ui-presentations/group'
import { isStepCount, readUIMessageStream, streamText, type UIMessage } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, test } from 'vitest'

// What real hosts send, as cards: the events of a harness run and the parts of an AI SDK message.
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const object = (...names: string[]) => ({
  type: 'object' as const,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
})
const tools = [
  defineTool({
    name: 'search_code',
    description: 'Finds text.',
    inputSchema: { ...object('query'), required: ['query'] },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Find', icon: 'search', tone: 'info' },
    async execute(_, context) {
      context.progress({ progress: 1, total: 2, message: 'half' })
      return { matches: 0 }
    },
  }),
  defineTool({
    name: 'draw_chart',
    description: 'Draws.',
    inputSchema: object('title'),
    annotations: { readOnlyHint: true },
    execute: (): ToolResult => ({
      content: [{ type: 'image', data: pixel, mimeType: 'image/png' }],
    }),
  }),
  defineTool({
    name: 'fetch_url',
    description: 'Fetches.',
    inputSchema: object('url'),
    annotations: { readOnlyHint: true },
    execute() {
      throw new ToolError('HTTP_503', 'Overloaded.', { retryable: true })
    },
  }),
  defineTool({
    name: 'delete_file',
    description: 'Deletes.',
    inputSchema: object('path'),
    annotations: { destructiveHint: true },
    execute: () => 'gone',
  }),
]
const rules = [deny({ tool: 'delete_file', input: ({ path }) => path === '/', reason: 'never' })]

/** Runs one call and answers its card after every event. */
async function cardsOf(name: string, input: unknown, allow = true): Promise<ToolCallView[]> {
  const agent = createAgent({
    model: scriptedModel([{ calls: [{ name, input }] }, 'Done.']),
    tools,
    permissions: { rules },
  })
  const store = createToolCardStore({ presentations: agent.getToolPresentations() })
  const cards: ToolCallView[] = []
  const run = agent.run('go')
  for await (const event of run.events()) {
    store.dispatch(event)
    const [view] = store.getViews()
    if (view && view !== cards.at(-1)) cards.push(view)
    if (event.type === 'permission.required')
      run.resolve(event.permissionId, allow ? { allow } : { allow, reason: 'Keep it.' })
  }
  return cards
}

const statuses = (cards: ToolCallView[]) => [...new Set(cards.map((card) => card.status))]

describe('a harness run', () => {
  test('a call is shown from its first word to its end', async () => {
    const cards = await cardsOf('search_code', { query: 'ttl' })
    expect(statuses(cards).at(-2)).toBe('running')
    expect(cards.some((card) => card.progress === 0.5 && card.message === 'half')).toBe(true)
    expect(cards.at(-1)).toMatchObject({
      status: 'done',
      label: 'Find',
      icon: 'search',
      tone: 'info',
      summary: 'ttl',
      result: [{ kind: 'json', text: '{\n  "matches": 0\n}' }],
    })
  })

  test('an image is one of the card, not text', async () => {
    const [image] = (await cardsOf('draw_chart', { title: 'p95' })).at(-1)?.result ?? []
    expect(image).toMatchObject({ kind: 'image', source: `data:image/png;base64,${pixel}` })
  })

  test('a failure says its code and whether to try again', async () => {
    const card = (await cardsOf('fetch_url', { url: 'https://example.org' })).at(-1)
    expect(card).toMatchObject({
      status: 'failed',
      tone: 'error',
      open: true,
      error: { text: 'Overloaded.', code: 'HTTP_503', retryable: true },
    })
  })

  test('wrong arguments and unknown tools are failures that say so', async () => {
    expect((await cardsOf('search_code', { query: 7 })).at(-1)?.statusText).toBe(
      'Invalid arguments',
    )
    expect((await cardsOf('serach_code', {})).at(-1)?.statusText).toBe('Unknown tool')
  })

  test('a destructive call asks, runs when allowed and not when denied', async () => {
    const allowed = await cardsOf('delete_file', { path: 'a.txt' })
    const asked = allowed.find((card) => card.status === 'approval')
    expect(asked).toMatchObject({ open: true, tone: 'warning', approval: { destructive: true } })
    expect(allowed.at(-1)).toMatchObject({ status: 'done', result: [{ text: 'gone' }] })
    const denied = await cardsOf('delete_file', { path: 'a.txt' }, false)
    expect(denied.at(-1)).toMatchObject({ status: 'denied', approval: { decision: 'deny' } })
    expect(denied.at(-1)?.error?.text).toContain('Keep it.')
  })

  test('a rule that denies asks nobody', async () => {
    const cards = await cardsOf('delete_file', { path: '/' })
    expect(statuses(cards)).not.toContain('approval')
    expect(cards.at(-1)?.status).toBe('denied')
  })

  test('calls in a row fold into one group', async () => {
    const calls = ['a', 'b', 'c'].map((query) => ({ name: 'search_code', input: { query } }))
    const agent = createAgent({ model: scriptedModel([{ calls }, 'Done.']), tools })
    const store = createToolCardStore()
    for await (const event of agent.run('go').events()) store.dispatch(event)
    expect(groupToolCalls(store.getViews()).map((group) => group.views.length)).toEqual([3])
  })
})

describe('an AI SDK message', () => {
  /** The views of every state the message's tool part went through. */
  async function partsOf(name: string, input: unknown): Promise<ToolCallView[]> {
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
    const answers = [
      [
        { type: 'tool-input-start', id: 'c1', toolName: name },
        { type: 'tool-input-delta', id: 'c1', delta: JSON.stringify(input).slice(0, -3) },
        { type: 'tool-input-delta', id: 'c1', delta: JSON.stringify(input).slice(-3) },
        { type: 'tool-input-end', id: 'c1' },
        { type: 'tool-call', toolCallId: 'c1', toolName: name, input: JSON.stringify(input) },
        { type: 'finish', finishReason: { unified: 'tool-calls' }, usage },
      ],
      [{ type: 'finish', finishReason: { unified: 'stop' }, usage }],
    ]
    const model = new MockLanguageModelV4({
      doStream: async () => ({
        stream: new ReadableStream({
          start(controller) {
            for (const part of answers.shift() ?? []) controller.enqueue(part as never) // parts of the protocol, by hand
            controller.close()
          },
        }),
      }),
    })
    const result = streamText({
      model,
      tools: toAiTools(tools),
      toolApproval: toToolApproval(tools),
      stopWhen: isStepCount(3),
      prompt: 'go',
    })
    const views: ToolCallView[] = []
    const stream = result.toUIMessageStream() as ReadableStream
    for await (const message of readUIMessageStream<UIMessage>({ stream }))
      views.push(...message.parts.flatMap((part) => fromUIMessagePart(part) ?? []))
    return views
  }

  test('its tool part is a card in every state', async () => {
    const views = await partsOf('search_code', { query: 'ttl' })
    expect(statuses(views)).toEqual(['preparing', 'running', 'done'])
    expect(views.at(-1)).toMatchObject({
      label: 'Find',
      icon: 'search',
      toolName: 'search_code',
      callId: 'c1',
      summary: 'ttl',
    })
  })

  test('an image output is drawn, an error output fails', async () => {
    expect((await partsOf('draw_chart', { title: 'x' })).at(-1)?.result).toContainEqual(
      expect.objectContaining({ kind: 'image' }),
    )
    expect((await partsOf('fetch_url', { url: 'x' })).at(-1)).toMatchObject({ status: 'failed' })
  })

  test('a call that needs approval asks', async () => {
    const views = await partsOf('delete_file', { path: 'a.txt' })
    expect(views.at(-1)).toMatchObject({
      status: 'approval',
      open: true,
      approval: { permissionId: expect.stringMatching(/./) },
    })
  })
})
