import assert from 'node:assert/strict'

const args = ['--conditions=@toolprism/source', '--import', 'tsx', 'examples/mcp-server.ts']

// #region guard
import { connectMcp } from '@toolprism/adapter-mcp/client'
import { type AgentHooks, allow, createAgent, deny, type Model } from '@toolprism/harness'

const audit: string[] = []

const guard: AgentHooks = {
  name: 'clock guard',
  // A hook that throws refuses the call, so an error in here is no way through.
  beforeToolCall: ({ input }) =>
    /^[A-Za-z_/]+$/.test(String(input.timeZone)) ? undefined : { block: true, reason: 'no zone' },
  afterToolCall: ({ toolName, state, duration }) => {
    audit.push(`${toolName} ${state} ${Math.round(duration)} ms`)
  },
}

export async function ask(model: Model, question: string) {
  // args: what starts the server, such as ['server.js']
  const server = await connectMcp({ name: 'clock', command: process.execPath, args })
  for (const problem of server.problems) console.warn(problem.message)
  try {
    const agent = createAgent({
      model,
      tools: server.tools,
      hooks: guard,
      // The server says of itself that it only reads. That is a hint, not a permission: you allow it.
      permissions: {
        rules: [
          deny({ tool: 'mcp__clock__set' }), // whatever else is allowed
          allow({ tool: 'mcp__clock__*' }),
        ],
      },
    })
    return await agent.run(question).result
  } finally {
    await server.close()
  }
}

// #endregion

import { scriptedModel } from '@toolprism/harness/testing'

const call = (timeZone: string) => ({ calls: [{ name: 'mcp__clock__now', input: { timeZone } }] })
const answer = await ask(scriptedModel([call('rm -rf /'), call('Asia/Tokyo'), 'Late.']), 'Time?')
assert.equal(answer.text, 'Late.')
assert.match(audit[0] ?? '', /^mcp__clock__now denied|^mcp__clock__now blocked/)
assert.match(audit[1] ?? '', /^mcp__clock__now ok/)
