import assert from 'node:assert/strict'
// #region tool
import { toAiTools } from '@toolprism/adapter-ai-sdk'
import { createMcpServer } from '@toolprism/adapter-mcp'
import { callTool, defineTool } from '@toolprism/core'
import { createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { renderToolDecls } from '@toolprism/tsrender'
import * as z from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city, today.',
  inputSchema: z.object({ city: z.string().min(1) }),
  annotations: { readOnlyHint: true },
  presentation: { label: 'Weather', icon: 'sun', tone: 'info' }, // for people; no model sees it
  execute: ({ city }) => `Sunny in ${city}, 21 °C`,
})

const byHand = await callTool(weather, { city: 'Oslo' }) // checked, budgeted, never rejects
const mcp = await createMcpServer({ name: 'weather', version: '1.0.0', tools: [weather] })
const aiTools = toAiTools([weather]) // generateText({ model, tools: aiTools })
const model = scriptedModel([{ calls: [{ name: 'weather', input: { city: 'Bergen' } }] }, 'Sunny.'])
const run = createAgent({ model, tools: [weather] }).run('How is the weather in Bergen?')
const prompt = renderToolDecls([weather]) // declare function weather(args: { city: string }): …
// #endregion

assert.deepEqual(byHand.content, [{ type: 'text', text: 'Sunny in Oslo, 21 °C' }])
assert.equal((await callTool(weather, { city: 7 })).isError, true)
assert.ok(aiTools.weather?.execute)
assert.equal((await run.result).text, 'Sunny.')
assert.match(prompt, /declare function weather\(args: \{/)
await mcp.close()
