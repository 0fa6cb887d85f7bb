import assert from 'node:assert/strict'
import { connectMcp } from '@toolprism/adapter-mcp/client'
import { callTool } from '@toolprism/core'

const args = ['--conditions=@toolprism/source', '--import', 'tsx', 'examples/mcp-server.ts']
// #region connect
// args: what starts the server, such as ['server.js']
const server = await connectMcp({ name: 'clock', command: process.execPath, args })

for (const tool of server.tools) console.log(tool.name, '-', tool.description)
for (const problem of server.problems) console.warn(problem.message)

const [now] = server.tools
const result = now && (await callTool(now, { timeZone: 'Asia/Tokyo' }))
console.log(result?.content)

await server.close()
// #endregion

assert.equal(now?.name, 'mcp__clock__now')
assert.match(JSON.stringify(result?.content), /\d\d:\d\d:\d\d/)
