import { ToolExecutionError, toAiTools } from '@toolprism/adapter-ai-sdk'
import { imageResult, type ToolContext, type ToolDefinition } from '@toolprism/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { weather } from './fixtures/tools'
import { hosts, ways } from './hosts'

const tool = (
  execute: ToolDefinition['execute'],
  more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
  name: 'work',
  description: 'Works',
  annotations: { readOnlyHint: true },
  inputSchema: z.object({}),
  execute,
  ...more,
})
const turns = [{ calls: [{ name: 'work', input: '{}', id: 'c1' }] }, { text: 'done' }]
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

describe.each(hosts)('AI SDK $version', (host) => {
  const make = (definition: ToolDefinition, options = {}) =>
    toAiTools([definition], { version: host.version, ...options })

  test('progress shows as preliminary output, then the result', async () => {
    const definition = tool(async (_: unknown, context: ToolContext) => {
      context.progress({ progress: 1, total: 2, message: 'half' })
      await tick()
      await tick()
      return { rows: 2 }
    })
    const chunks = await host.uiChunks({ tools: make(definition), turns })
    const outputs = chunks.filter((chunk) => chunk.type === 'tool-output-available')
    expect(outputs[0]).toMatchObject({
      preliminary: true,
      output: { progress: 1, total: 2, message: 'half' },
    })
    expect(outputs.at(-1)).toMatchObject({ output: { rows: 2 } })
    expect(outputs.at(-1)).not.toHaveProperty('preliminary')
  })

  test('yields of a generator show as themselves', async () => {
    const definition = tool(async function* () {
      yield { rows: 1 }
      await tick()
      await tick()
      yield { rows: 2 }
    })
    const chunks = await host.uiChunks({ tools: make(definition), turns })
    const outputs = chunks.filter((chunk) => chunk.type === 'tool-output-available')
    expect(outputs[0]).toMatchObject({ preliminary: true, output: { rows: 1 } })
    expect(outputs.at(-1)).toMatchObject({ output: { rows: 2 } })
  })

  test('a tool that cannot report sends its output once', async () => {
    const chunks = await host.uiChunks({ tools: make(tool(() => 'all')), turns })
    const outputs = chunks.filter((chunk) => chunk.type === 'tool-output-available')
    expect(outputs).toHaveLength(1)
    expect(outputs[0]).toMatchObject({ output: 'all' })
  })

  test('20: a failed tool is output-error in the UI, with the very text the model reads', async () => {
    const definition = tool(() => ({
      content: [{ type: 'text', text: 'no such row' }],
      isError: true as const,
    }))
    const chunks = await host.uiChunks({ tools: make(definition), turns })
    expect(chunks.find((chunk) => chunk.type === 'tool-output-error')).toMatchObject({
      toolCallId: 'c1',
      errorText: 'no such row',
    })
    expect(chunks.some((chunk) => chunk.type === 'tool-output-available')).toBe(false)
    const outcome = await host.run('generateText', { tools: make(definition), turns })
    expect(outcome.toModel['c1']).toEqual({ type: 'error-text', value: 'no such row' })
  })

  test('a refused input is an input error in the UI and does not echo the input', async () => {
    const input = JSON.stringify({ city: 7, filler: 'x'.repeat(10_000) })
    const tools = toAiTools([weather], { version: host.version })
    const asked = [{ calls: [{ name: 'weather', input, id: 'c1' }] }, { text: 'done' }]
    const chunks = await host.uiChunks({ tools, turns: asked })
    const error = chunks.find((chunk) => chunk.type === 'tool-input-error')
    expect(error.errorText).toMatch(/city: expected a string, got number 7/)
    expect(error.errorText.length).toBeLessThan(300)
  })

  test('onError "return" hands the failed result to the app; the model still reads an error', async () => {
    const failed = { content: [{ type: 'text' as const, text: 'no' }], isError: true as const }
    const outcome = await host.run('streamText', {
      tools: make(
        tool(() => failed),
        { onError: 'return' },
      ),
      turns,
    })
    expect(outcome.outputs['c1']).toEqual(failed)
    expect(outcome.toModel['c1']).toEqual({ type: 'error-text', value: 'no' })
  })

  test('presentation and annotations reach the UI as tool metadata', async () => {
    const chunks = await host.uiChunks({
      tools: toAiTools([weather], { version: host.version }),
      turns: [{ calls: [{ name: 'weather', input: '{"city":"Oslo"}', id: 'c1' }] }],
    })
    const input = chunks.find((chunk) => chunk.type === 'tool-input-available')
    expect(input).toMatchObject({
      title: 'LABEL_SENTINEL',
      toolMetadata: {
        presentation: { icon: 'ICON_SENTINEL' },
        annotations: { readOnlyHint: true },
      },
    })
  })

  test.each(ways)('23: an abort during %s reaches the tool, which may ignore it', async (way) => {
    const controller = new AbortController()
    let aborted = false
    const definition = tool((_: unknown, context: ToolContext) => {
      context.signal.addEventListener('abort', () => {
        aborted = true
      })
      controller.abort(new Error('the user left'))
      return new Promise(() => undefined) // never answers
    })
    const run = host.run(way, { tools: make(definition), turns, abortSignal: controller.signal })
    await run.catch(() => undefined)
    expect(aborted).toBe(true)
  })

  test('40: a tool whose client is closed answers with an error, and the run goes on', async () => {
    let open = true
    const definition = tool(() => {
      if (!open) throw new Error('The client of "files" is closed.')
      return 'ok'
    })
    open = false
    const outcome = await host.run('streamText', { tools: make(definition), turns })
    expect(outcome.text).toBe('done')
    expect(outcome.toModel['c1']).toEqual({
      type: 'error-text',
      value: 'The client of "files" is closed.',
    })
  })

  test('context.host holds what the AI SDK gave, or what the app chose', async () => {
    const seen: any[] = []
    const definition = tool((_: unknown, context: ToolContext) => {
      seen.push(context.host)
      return 'ok'
    })
    await host.run('generateText', { tools: make(definition), turns })
    await host.run('generateText', { tools: make(definition, { host: { user: 'ada' } }), turns })
    await host.run('generateText', {
      tools: make(definition, { host: (call: any) => call.toolCallId }),
      turns,
    })
    expect(seen[0]).toMatchObject({ toolCallId: 'c1', messages: [{ role: 'user' }] })
    expect(seen.slice(1)).toEqual([{ user: 'ada' }, 'c1'])
  })

  test('the shape of images follows the host when no version is given', async () => {
    const tools = toAiTools([tool(() => imageResult('AAAA', 'image/png'))])
    const outcome = await host.run('generateText', { tools, turns })
    const [part] = outcome.toModel['c1'].value
    expect(part).toMatchObject(
      host.version === 7
        ? { type: 'file', mediaType: 'image/png' }
        : { type: 'image-data', mediaType: 'image/png' },
    )
  })

  test('an image survives the round trip through UI messages', async () => {
    const tools = make(tool(() => imageResult('AAAA', 'image/png')))
    const chunks = await host.uiChunks({ tools, turns })
    const { output } = chunks.find((chunk) => chunk.type === 'tool-output-available')
    const messages = await host.ai.convertToModelMessages(
      [
        { id: 'u', role: 'user', parts: [{ type: 'text', text: 'go' }] },
        {
          id: 'a',
          role: 'assistant',
          parts: [
            {
              type: 'tool-work',
              toolCallId: 'c1',
              state: 'output-available',
              input: {},
              output: JSON.parse(JSON.stringify(output)),
            },
          ],
        },
      ],
      { tools },
    )
    const part = messages.at(-1).content[0]
    expect(part.output.type).toBe('content')
    expect(part.output.value[0].mediaType).toBe('image/png')
  })
})

test('a failed tool throws an error with a code and the whole result', async () => {
  const { work } = toAiTools([
    tool(() => ({ ...imageResult('AAAA', 'image/png'), isError: true as const })),
  ])
  const error = await Promise.resolve(
    work!.execute({}, { toolCallId: 'x' }) as Promise<unknown>,
  ).catch((e) => e)
  expect(error).toBeInstanceOf(ToolExecutionError)
  expect(error).toMatchObject({ code: 'TOOL_FAILED', result: { isError: true } })
})
