import assert from 'node:assert/strict'
// #region generate
import { toAiTools } from '@toolprism/adapter-ai-sdk'
import { generateText, isStepCount, type LanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { weather } from './weather.js'

export async function ask(model: LanguageModel, prompt: string) {
  const { text } = await generateText({
    model,
    prompt,
    tools: toAiTools({ weather }),
    stopWhen: isStepCount(5),
  })
  return text
}
// #endregion

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const model = new MockLanguageModelV4({
  doGenerate: [
    {
      content: [
        { type: 'tool-call', toolCallId: '1', toolName: 'weather', input: '{"city":"Oslo"}' },
      ],
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage,
      warnings: [],
    },
    {
      content: [{ type: 'text', text: '21 degrees.' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    },
  ],
})
assert.equal(await ask(model, 'How warm is it in Oslo?'), '21 degrees.')
const sent = JSON.stringify(model.doGenerateCalls)
assert.match(sent, /"degrees":\[21\]/)
assert.doesNotMatch(sent, /cloud-sun/)
