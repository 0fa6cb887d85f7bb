import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectMcp } from '@toolprism/adapter-mcp/client'
import { callTool } from '@toolprism/core'
import { greet } from '../src/greet.ts'

test('greets as often as it is asked to', async () => {
  const { content } = await callTool(greet, { name: 'Ada', times: 2 })
  assert.deepEqual(content, [{ type: 'text', text: 'Hello, Ada! Hello, Ada!' }])
})

test('tells the model what is wrong with its input', async () => {
  const result = await callTool(greet, { nam: 'Ada' })
  assert.equal(result.isError, true)
  assert.match(JSON.stringify(result.content), /did you mean .*name/)
})

test('is served over MCP', async () => {
  const server = await connectMcp({
    name: 'starter',
    command: process.execPath,
    args: ['--import', 'tsx', 'src/server.ts'],
  })
  try {
    const [remote] = server.tools
    assert.ok(remote)
    const { content } = await callTool(remote, { name: 'Grace' })
    assert.deepEqual(content, [{ type: 'text', text: 'Hello, Grace!' }])
  } finally {
    await server.close()
  }
})
