// Checked by `tsc`; nothing here runs.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { fromAiTools, toAiTools, toToolApproval } from '@toolprism/adapter-ai-sdk'
import {
  fromLanguageModel,
  providerModel,
  toUIMessageStream,
} from '@toolprism/adapter-ai-sdk/model'
import { defineTool, type ToolResult } from '@toolprism/core'
import type { AgentOptions, Run } from '@toolprism/harness'
import * as ai7 from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import * as ai6 from 'ai6'
import { MockLanguageModelV3 } from 'ai6/test'
import { expectTypeOf } from 'vitest'
import * as z from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'Weather',
  inputSchema: z.object({ city: z.string(), days: z.number().default(1) }),
  outputSchema: z.object({ degrees: z.number() }),
  execute: ({ days }) => ({ degrees: days }),
})
const note = defineTool({
  name: 'note',
  description: 'Note',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execute: ({ text }) => text.length,
})

const seven = toAiTools({ weather, note }, { version: 7 })
const six = toAiTools({ weather, note }, { version: 6 })
const plain = toAiTools([weather, note])

// Both majors take them as tool sets.
seven satisfies ai7.ToolSet
plain satisfies ai7.ToolSet
six satisfies ai6.ToolSet
toAiTools([weather], { version: 6 }) satisfies ai6.ToolSet

// Inputs and outputs are those of the definitions.
type Call = ai7.StaticToolCall<typeof seven>
expectTypeOf<Extract<Call, { toolName: 'weather' }>['input']>().toEqualTypeOf<{
  city: string
  days: number
}>()
expectTypeOf<Extract<Call, { toolName: 'note' }>['input']>().toEqualTypeOf<{ text: string }>()
type Result = ai7.StaticToolResult<typeof seven>
expectTypeOf<Extract<Result, { toolName: 'weather' }>['output']>().toEqualTypeOf<
  { degrees: number } | ToolResult
>()
type Result6 = ai6.StaticToolResult<typeof six>
expectTypeOf<Extract<Result6, { toolName: 'weather' }>['output']>().toEqualTypeOf<
  { degrees: number } | ToolResult
>()

// The loops take them, with approval as the version wants it.
export const loops = async () => {
  const model7 = new MockLanguageModelV4()
  const model6 = new MockLanguageModelV3()
  const result = await ai7.generateText({
    model: model7,
    tools: seven,
    prompt: 'go',
    toolApproval: toToolApproval([weather]),
  })
  for (const call of result.toolCalls)
    if (!call.dynamic && call.toolName === 'weather') expectTypeOf(call.input.city).toBeString()
  ai7.streamText({ model: model7, tools: plain, prompt: 'go' })
  new ai7.ToolLoopAgent({ model: model7, tools: seven })
  await ai6.generateText({ model: model6, tools: six, prompt: 'go' })
  new ai6.ToolLoopAgent({ model: model6, tools: six })

  // Models of both versions, and of a provider.
  fromLanguageModel(model7)
  fromLanguageModel(model6)
  fromLanguageModel(createOpenAICompatible({ name: 'x', baseURL: 'http://localhost' })('m'))
  // @ts-expect-error a string is no model
  fromLanguageModel('gpt-5')
}

// A tool set comes back.
fromAiTools(seven)
fromAiTools(six)
fromAiTools({ x: ai7.tool({ inputSchema: z.object({ a: z.number() }), execute: ({ a }) => a }) })
fromAiTools({ x: ai6.tool({ inputSchema: z.object({ a: z.number() }), execute: ({ a }) => a }) })

// A run streams to both majors, and providerModel is a resolver.
export const streams = (run: Run) => {
  ai7.createUIMessageStreamResponse({ stream: toUIMessageStream(run) })
  ai6.createUIMessageStreamResponse({ stream: toUIMessageStream(run, { version: 6 }) })
}
export const resolver: NonNullable<AgentOptions['resolveModel']> = providerModel

// @ts-expect-error there is no version 5
toAiTools([weather], { version: 5 })
// @ts-expect-error an unknown rule
toAiTools([weather], { approval: 'sometimes' })
