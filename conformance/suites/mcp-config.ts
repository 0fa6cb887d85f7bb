import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Conformance, ConformanceSuite } from '../lib/suite.mjs'
import { folder, house, startServer } from '../mcp/run-suite'

const cli = join(house, 'apps/demo-server/src/cli.ts')
const home = mkdtempSync(join(tmpdir(), 'toolprism-mcp-config-'))
const note = join(home, 'note.txt')

const serverOf = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [join(folder, `node_modules/@modelcontextprotocol/${name}/dist/index.js`), ...args],
})

/** A call of each imported server, and what its result must hold. */
const calls: [name: string, input: Record<string, unknown>, expected: RegExp][] = [
  ['mcp__everything__echo', { message: 'over there' }, /over there/],
  ['mcp__everything__get-sum', { a: 20, b: 22 }, /42/],
  ['mcp__everything__get-tiny-image', {}, /"type":"image"/],
  ['mcp__filesystem__read_text_file', { path: note }, /a note on disk/],
  ['mcp__filesystem__list_directory', { path: home }, /note\.txt/],
]

/** `--mcp-config` with two servers of others: their tools are listed and called over /mcp and in the chat. */
export default {
  name: 'mcp-config',
  async run(conformance) {
    writeFileSync(note, 'a note on disk\n')
    const config = join(home, 'mcp.json')
    const mcpServers = {
      everything: serverOf('server-everything', 'stdio'),
      filesystem: serverOf('server-filesystem', home),
    }
    writeFileSync(config, JSON.stringify({ mcpServers }))
    const flags = ['--conditions=@toolprism/source', '--import', 'tsx']
    const options = ['--workspace', home, '--data', join(home, 'data'), '--mcp-config', config]
    const server = await startServer(
      process.execPath,
      [...flags, cli, ...options, '--port', '0', '--model', 'planner'],
      {},
    )
    try {
      await overMcp(conformance, new URL(server.url))
      await inChat(conformance, new URL('/api/chat', server.url).href)
    } finally {
      server.stop()
    }
  },
} satisfies ConformanceSuite

async function overMcp(conformance: Conformance, url: URL): Promise<void> {
  const group = 'imported tools over /mcp'
  const client = new Client({ name: 'conformance', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(url))
  const listed = new Set((await client.listTools()).tools.map(({ name }) => name))
  for (const [name, input, expected] of calls) {
    if (!listed.has(name)) {
      conformance.fail(group, name, `not listed among ${[...listed].join(', ')}`)
      continue
    }
    const answer = await client.callTool({ name, arguments: input })
    const text = JSON.stringify(answer.content)
    if (!answer.isError && expected.test(text)) conformance.pass(group)
    else conformance.fail(group, name, text.slice(0, 500))
  }
  await client.close()
}

/** Tools of others ask first; here the person says yes. */
async function inChat(conformance: Conformance, url: string): Promise<void> {
  const group = 'imported tools in the chat'
  for (const [name, input, expected] of calls) {
    const runId = crypto.randomUUID()
    const message = `${name} ${JSON.stringify(input)}`
    const response = await post(url, { message, runId, conversationId: runId })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk)
      const id = /"type":"permission\.required".*"permissionId":"([^"]+)"/.exec(text)?.[1]
      if (!id || text.includes('"type":"permission.resolved"')) continue
      await post(`${url}/${runId}/decisions`, { id, decision: { allow: true } })
    }
    const done = text.includes('"type":"tool.completed"') && expected.test(text)
    if (done && text.includes('permission.required')) conformance.pass(group)
    else conformance.fail(group, name, text.slice(-500))
  }
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', body: JSON.stringify(body) })
}
