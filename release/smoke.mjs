// Runs in Node, Bun and Deno from packed packages: the root entries load, and a tool does its work.
import * as mcp from '@toolprism/adapter-mcp'
import * as core from '@toolprism/core'
import * as harness from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import * as tsrender from '@toolprism/tsrender'

const others = ['adapter-ai-sdk', 'composition', 'ui-presentations']
for (const name of others) await import(`@toolprism/${name}`)

const add = core.defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  annotations: { readOnlyHint: true },
  execute: ({ a, b }) => a + b,
})
const check = (holds, what) => {
  if (!holds) throw new Error(what)
}
const good = await core.callTool(add, { a: 1, b: 2 })
check(core.resultText(good) === '3', 'a call answers')
check((await core.callTool(add, { a: 'x' })).isError === true, 'a wrong input is refused')
check(mcp.toMcpTool(add).name === 'add', 'a tool is listed')
check(tsrender.renderToolDecls([add]).includes('add(args'), 'a tool is declared')
const model = scriptedModel([{ calls: [{ name: 'add', input: { a: 2, b: 2 } }] }, '4'])
const { text } = await harness.createAgent({ model, tools: [add] }).run('2 + 2?').result
check(text === '4', 'an agent runs')
console.log('ok')
