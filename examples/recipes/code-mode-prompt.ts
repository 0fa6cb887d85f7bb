import assert from 'node:assert/strict'
// #region prompt
import { callTool, resultValue } from '@toolprism/core'
import { bindNamespace, renderCatalog } from '@toolprism/tsrender'
import { weather } from './weather.js'

const tools = [weather]
const { text, names } = renderCatalog([{ name: 'tools', tools }], { promise: true })

export const systemPrompt = `Answer with one TypeScript function body. You can call:

\`\`\`ts
${text}
\`\`\`
Return what the user asked for.`

// What the sandbox puts into scope under the name that was declared.
const bound = bindNamespace(names[0]?.tools ?? [], async (original, input) => {
  const tool = tools.find(({ name }) => name === original)
  if (!tool) throw new Error(`no tool ${original}`)
  const result = await callTool(tool, input)
  if (result.isError) throw new Error(JSON.stringify(result.content))
  return resultValue(result)
})
// #endregion

assert.match(systemPrompt, /declare const tools/)
assert.deepEqual(await bound['weather']?.({ city: 'Oslo' }), { city: 'Oslo', degrees: [21] })
await assert.rejects(async () => bound['weather']?.({}))
