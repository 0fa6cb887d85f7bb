import { toAiTools, toToolApproval } from '@toolprism/adapter-ai-sdk'
import { defineTool, type ToolDefinition } from '@toolprism/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type Host, hosts } from './hosts'

function eraser() {
  const erased: unknown[] = []
  const tool = defineTool({
    name: 'erase',
    description: 'Erases a path',
    annotations: { destructiveHint: true },
    presentation: { label: 'Erase' },
    inputSchema: z.object({
      path: z.string().startsWith('/tmp/'),
      times: z.string().transform(Number).default(1),
    }),
    execute: (input) => {
      erased.push(input)
      return 'erased'
    },
  })
  return { erased, tool: tool as ToolDefinition }
}

const call = { name: 'erase', input: '{"path":"/tmp/a","times":"2"}', id: 'c1' }

/** The history after a question was asked, and the id of the question. */
async function asked(host: Host, tools: any, extra: Record<string, unknown> = {}) {
  const outcome = await host.run('generateText', { tools, turns: [{ calls: [call] }], extra })
  const request = outcome.parts.find((part) => part.type === 'tool-approval-request')
  const messages: any[] = [{ role: 'user', content: 'go' }, ...outcome.messages]
  return {
    approvalId: request?.approvalId,
    messages: JSON.parse(JSON.stringify(messages)) as any[],
    request,
  }
}

function answer(approvalId: string, approved: boolean, reason?: string) {
  return {
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId, approved, reason }],
  }
}

describe.each(hosts)('AI SDK $version', (host) => {
  test('a tool that declares itself destructive asks first, and runs once when approved', async () => {
    const { erased, tool } = eraser()
    const tools = toAiTools([tool], { version: host.version })
    const { approvalId, messages } = await asked(host, tools)
    expect(erased).toEqual([])
    const outcome = await host.run('generateText', {
      tools,
      turns: [{ text: 'gone' }],
      messages: [...messages, answer(approvalId, true)],
    })
    // Parsed once: the transform was not applied to its own output.
    expect(erased).toEqual([{ path: '/tmp/a', times: 2 }])
    expect(outcome.toModel['c1']).toEqual({ type: 'text', value: 'erased' })
  })

  test('a denied call does not run and reaches the model as denied, with the reason', async () => {
    const { erased, tool } = eraser()
    const tools = toAiTools([tool], { version: host.version })
    const { approvalId, messages } = await asked(host, tools)
    const outcome = await host.run('generateText', {
      tools,
      turns: [{ text: 'ok' }],
      messages: [...messages, answer(approvalId, false, 'not today')],
    })
    expect(erased).toEqual([])
    expect(outcome.toModel['c1']).toMatchObject({ type: 'execution-denied', reason: 'not today' })
  })

  test('38: an approved history with another input is checked anew and not executed', async () => {
    const { erased, tool } = eraser()
    const tools = toAiTools([tool], { version: host.version })
    const { approvalId, messages } = await asked(host, tools)
    for (const message of messages)
      if (message.role === 'assistant')
        for (const part of message.content) {
          if (part.type === 'tool-call') part.input = { path: '/etc', times: 2 }
          if (part.type === 'tool-approval-request') delete part.inputSchemaInput
        }
    await host
      .run('generateText', {
        tools,
        turns: [{ text: 'ok' }],
        messages: [...messages, answer(approvalId, true)],
      })
      .catch(() => undefined)
    expect(erased).toEqual([])
  })

  test('38: with a secret, an approval the server never asked for is refused', async () => {
    const { erased, tool } = eraser()
    const tools = toAiTools([tool], { version: host.version })
    const extra = { experimental_toolApprovalSecret: 'a secret of the server' }
    const { approvalId, messages } = await asked(host, tools, extra)
    for (const message of messages)
      if (message.role === 'assistant')
        for (const part of message.content) {
          if (part.type === 'tool-call') part.input = { path: '/tmp/other', times: 2 }
          if (part.type === 'tool-approval-request') delete part.inputSchemaInput
        }
    const forged = host.run('generateText', {
      tools,
      turns: [{ text: 'ok' }],
      extra,
      messages: [...messages, answer(approvalId, true)],
    })
    await expect(forged).rejects.toThrow(/signature/i)
    expect(erased).toEqual([])
  })

  test('execute itself checks what no schema of ours let pass', async () => {
    const { erased, tool } = eraser()
    const { erase } = toAiTools([tool], { version: host.version })
    const run = async () => erase!.execute({ path: '/etc' }, { toolCallId: 'x' })
    await expect(run()).rejects.toThrow(/path/)
    expect(erased).toEqual([])
  })

  test.each([
    [undefined, [false, true, true, false]],
    ['destructive', [false, true, true, false]],
    ['declared', [false, true, false, false]],
    ['unless-read-only', [false, true, true, true]],
    ['always', [true, true, true, true]],
    ['never', [false, false, false, false]],
  ] as const)(
    'rule %s over read-only, destructive, silent and harmless tools',
    async (approval, expected) => {
      const make = (name: string, annotations?: ToolDefinition['annotations']): ToolDefinition => ({
        name,
        description: name,
        inputSchema: z.object({}),
        ...(annotations ? { annotations } : {}),
        execute: () => 'ran',
      })
      const list = [
        make('reads', { readOnlyHint: true }),
        make('erases', { destructiveHint: true }),
        make('silent'),
        make('adds', { destructiveHint: false }),
      ]
      const tools = toAiTools(list, { version: host.version, ...(approval && { approval }) })
      for (const [index, { name }] of list.entries()) {
        const outcome = await host.run('generateText', {
          tools,
          turns: [{ calls: [{ name, input: '{}', id: 'c' }] }],
        })
        const asks = outcome.parts.some((part) => part.type === 'tool-approval-request')
        expect([name, asks]).toEqual([name, expected[index]])
      }
    },
  )

  test('a function decides by the input', async () => {
    const { tool } = eraser()
    const tools = toAiTools([tool], {
      version: host.version,
      approval: (_, input) => (input as { path: string }).path !== '/tmp/a',
    })
    const outcome = await host.run('generateText', { tools, turns: [{ calls: [call] }] })
    expect(outcome.outputs['c1']).toBe('erased')
  })
})

test('toToolApproval has the same default', async () => {
  const of = (annotations: ToolDefinition['annotations']) =>
    ({ ...eraser().tool, annotations }) as ToolDefinition
  const types = [{}, { destructiveHint: false }, { readOnlyHint: true }].map(
    async (annotations) => {
      const status = await toToolApproval([of(annotations)])['erase']!({})
      return status.type
    },
  )
  expect(await Promise.all(types)).toEqual(['user-approval', 'not-applicable', 'not-applicable'])
})

test('toToolApproval asks with a reason in AI SDK 7', async () => {
  const { erased, tool } = eraser()
  const extra = { toolApproval: toToolApproval([tool]) }
  const { request } = await asked(hosts[0]!, toAiTools([tool]), extra)
  expect(request.reason).toBe('Erase may delete or overwrite data')
  expect(erased).toEqual([])
})

test('an unknown rule is refused with the known ones', () => {
  const { tool } = eraser()
  expect(() => toAiTools([tool], { approval: 'sometimes' as never })).toThrow(
    /'destructive', 'declared', 'unless-read-only'/,
  )
})
