import assert from 'node:assert/strict'
// #region tools
import { toAiTools } from '@toolprism/adapter-ai-sdk'
import { defineTool } from '@toolprism/core'
import { generateText, isStepCount } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import * as z from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'Weather of a city',
  annotations: { readOnlyHint: true },
  presentation: { label: 'Weather', icon: 'cloud-sun' }, // for people; never sent to the model
  inputSchema: z.object({ city: z.string(), days: z.number().int().max(7).default(1) }),
  outputSchema: z.object({ degrees: z.number() }),
  execute: ({ days }) => ({ degrees: 20 - days }),
})

const tools = toAiTools({ weather }, { version: 7 })
// #endregion

// A scripted model stands in for a provider: it calls once with a wrong input, once with a right one.
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const call = (toolCallId: string, input: object) => ({
  content: [
    { type: 'tool-call' as const, toolCallId, toolName: 'weather', input: JSON.stringify(input) },
  ],
  finishReason: { unified: 'tool-calls' as const, raw: undefined },
  usage,
  warnings: [],
})
const model = new MockLanguageModelV4({
  doGenerate: [
    call('first', { town: 'Oslo' }),
    call('second', { city: 'Oslo' }),
    {
      content: [{ type: 'text', text: 'It is 19 degrees in Oslo.' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    },
  ],
})

// #region run
const result = await generateText({
  model,
  tools,
  stopWhen: isStepCount(5),
  prompt: 'How warm is it in Oslo?',
})
console.log(result.text)
// #endregion

const parts = result.steps.flatMap((step) => step.content)
const refused = parts.find((part) => part.type === 'tool-error')
const answered = parts.find((part) => part.type === 'tool-result')
assert.match(String(refused?.error), /city/)
assert.deepEqual(answered?.output, { degrees: 19 })
assert.equal(JSON.stringify(model.doGenerateCalls).includes('cloud-sun'), false)
