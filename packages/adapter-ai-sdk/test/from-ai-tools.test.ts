import { fromAiTools, toAiTools } from '@toolprism/adapter-ai-sdk'
import { callTool, jsonResult, type ToolDefinition, textResult } from '@toolprism/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { table } from './fixtures/tools'
import { hosts } from './hosts'

describe.each(hosts)('AI SDK $version', ({ ai, version }) => {
  const one = (tool: any, options = {}): ToolDefinition => {
    const { tools, skipped } = fromAiTools({ work: tool }, options)
    expect(skipped).toEqual([])
    return tools[0]!
  }

  test('a tool() runs through callTool: budget, schema, result', async () => {
    const definition = one(
      ai.tool({
        description: 'Adds',
        inputSchema: z.object({ a: z.number(), b: z.number().default(1) }),
        execute: ({ a, b }: any) => ({ sum: a + b }),
      }),
    )
    expect(definition).toMatchObject({ name: 'work', description: 'Adds' })
    expect(await callTool(definition, { a: 1 })).toEqual(jsonResult({ sum: 2 }))
    expect(await callTool(definition, { a: 'x' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/a: expected a number/) }],
    })
  })

  test('jsonSchema() without validate is checked all the same', async () => {
    const definition = one({
      description: 'Takes a number',
      inputSchema: ai.jsonSchema({
        type: 'object',
        properties: { n: { type: 'number' } },
        required: ['n'],
      }),
      execute: ({ n }: any) => n,
    })
    expect(await callTool(definition, { n: 'x' })).toMatchObject({ isError: true })
    expect(await callTool(definition, { n: 2 })).toEqual(jsonResult(2))
  })

  test('jsonSchema() with validate is checked by it', async () => {
    const validate = (value: any) =>
      value.n === 1
        ? { success: true, value: { n: 'one' } }
        : { success: false, error: new Error('n must be 1') }
    const definition = one({
      description: 'Takes one',
      inputSchema: ai.jsonSchema({ type: 'object' }, { validate }),
      execute: ({ n }: any) => n,
    })
    expect(await callTool(definition, { n: 1 })).toEqual(textResult('one'))
    expect(await callTool(definition, { n: 2 })).toMatchObject({
      content: [{ text: expect.stringContaining('n must be 1') }],
    })
  })

  test('generators report progress and answer their last yield', async () => {
    const definition = one(
      ai.tool({
        description: 'Counts',
        inputSchema: z.object({}),
        async *execute() {
          yield { n: 1 }
          yield { n: 2 }
        },
      }),
    )
    const seen: unknown[] = []
    const result = await callTool(
      definition,
      {},
      { onProgress: (update) => seen.push(update.data) },
    )
    expect(result).toEqual(jsonResult({ n: 2 }))
    expect(seen).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('toModelOutput becomes content, with the value beside it', async () => {
    const image =
      version === 7
        ? { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } }
        : { type: 'image-data', mediaType: 'image/png', data: 'AAAA' }
    const definition = one(
      ai.tool({
        description: 'Draws',
        inputSchema: z.object({}),
        execute: () => ({ width: 1 }),
        toModelOutput: () => ({ type: 'content', value: [{ type: 'text', text: 'a dot' }, image] }),
      }),
    )
    expect(await callTool(definition, {})).toEqual({
      content: [
        { type: 'text', text: 'a dot' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
      structuredContent: { width: 1 },
    })
  })

  test('a throwing tool is a failed result; cancelling reaches it', async () => {
    const throwing = one({
      description: 'Throws',
      inputSchema: z.object({}),
      execute: () => {
        throw new Error('disk full')
      },
    })
    expect(await callTool(throwing, {})).toMatchObject({
      isError: true,
      content: [{ text: 'disk full' }],
    })
    const controller = new AbortController()
    let aborted = false
    const hanging = one({
      description: 'Hangs',
      inputSchema: z.object({}),
      execute: (_: unknown, { abortSignal }: any) => {
        abortSignal.addEventListener('abort', () => {
          aborted = true
        })
        controller.abort()
        return new Promise(() => undefined)
      },
    })
    expect(await callTool(hanging, {}, { signal: controller.signal })).toMatchObject({
      isError: true,
    })
    expect(aborted).toBe(true)
  })

  test('tools that cannot run elsewhere are reported, and do not spoil the others', () => {
    const { tools, skipped } = fromAiTools({
      fine: ai.tool({ description: 'Fine', inputSchema: z.object({}), execute: () => 1 }),
      client: ai.tool({ description: 'Client side', inputSchema: z.object({}) }),
      search: {
        type: 'provider',
        id: 'acme.search',
        isProviderExecuted: true,
        args: {},
        inputSchema: z.object({}),
      } as any,
      bare: {
        description: 'No converter',
        inputSchema: { '~standard': { version: 1, vendor: 'x', validate: () => ({ value: 1 }) } },
        execute: () => 1,
      },
      later: {
        description: 'Later',
        inputSchema: ai.jsonSchema(Promise.resolve({ type: 'object' })),
        execute: () => 1,
      },
    })
    expect(tools.map((tool) => tool.name)).toEqual(['fine'])
    expect(skipped).toEqual([
      { name: 'client', reason: expect.stringContaining('no execute') },
      { name: 'search', reason: expect.stringContaining('acme.search') },
      { name: 'bare', reason: expect.stringContaining('JSON Schema') },
      { name: 'later', reason: expect.stringContaining('await it') },
    ])
  })

  test('a provider-defined tool that the app executes is imported', async () => {
    const definition = one({
      type: 'provider',
      id: 'acme.shell',
      isProviderExecuted: false,
      args: {},
      inputSchema: z.object({ command: z.string() }),
      execute: ({ command }: any) => `ran ${command}`,
    })
    expect(await callTool(definition, { command: 'ls' })).toEqual(textResult('ran ls'))
  })

  test('a tool that needs approval is never read-only, whatever it claims', () => {
    const definition = one({
      description: 'Asks',
      inputSchema: z.object({}),
      needsApproval: true,
      metadata: { annotations: { readOnlyHint: true } },
      execute: () => 1,
    })
    expect(definition.annotations).toEqual({ readOnlyHint: false })
  })

  test('context and toolsContext reach the tool', async () => {
    const tool = {
      description: 'x',
      inputSchema: z.object({}),
      execute: (_: unknown, call: any) => [call.context, call.experimental_context],
    }
    const definition = one(tool, { toolsContext: { work: 'seven' }, context: 'six' })
    expect(await callTool(definition, {})).toEqual(jsonResult(['seven', 'six']))
  })
})

test('names no other host takes are cleaned', () => {
  const { tools } = fromAiTools({ 'files.read': { inputSchema: z.object({}), execute: () => 1 } })
  expect(tools[0]!.name).toMatch(/^files_read_[0-9a-z]+$/)
})

test('there and back: a definition keeps its texts, examples, annotations, presentation and results', async () => {
  const originals = table.filter((row) => !row.error).map((row) => row.tool)
  const { tools, skipped } = fromAiTools(toAiTools(originals, { version: 7 }))
  expect(skipped).toEqual([])
  for (const [index, back] of tools.entries()) {
    const original = originals[index]!
    expect(back).toMatchObject({
      name: original.name,
      presentation: original.presentation,
      annotations: original.annotations,
    })
    expect(back.inputExamples).toEqual(original.inputExamples)
    const input = original.name === 'weather' ? { city: 'Oslo' } : {}
    const expected = await callTool(original, input)
    const result = await callTool(back, input)
    // The AI SDK has no empty answer: it is null there.
    const same = expected.content.length === 0 ? jsonResult(null) : expected
    expect([original.name, result]).toEqual([original.name, same])
  }
})
