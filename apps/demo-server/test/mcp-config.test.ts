import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callTool } from '@toolprism/core'
import { describe, expect, test } from 'vitest'
import { connectConfigured, readMcpConfig } from '../src/mcp-config'
import { UsageError } from '../src/options'
import { createRegistry } from '../src/registry'

const folder = mkdtempSync(join(tmpdir(), 'toolprism-mcp-config-'))

function fileWith(text: string): string {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(path, text)
  return path
}

describe('an mcpServers file', () => {
  test.each([
    ['{\n  "mcpServers": {\n    "a": oops\n  }\n}', /is not JSON: .*oops/],
    ['{\n  "mcpServers": {\n    "a": {} "b": {}\n  }\n}', /is not JSON: .*line 3/],
    ['[]', /at the top/],
    ['{"servers":{}}', /at mcpServers/],
    ['{"mcpServers":{"a":{}}}', /at mcpServers\.a: expected a "command" or a "url"/],
    ['{"mcpServers":{"a":{"command":7}}}', /at mcpServers\.a\.command/],
    ['{"mcpServers":{"a":{"command":"x","args":"y"}}}', /at mcpServers\.a\.args/],
    ['{"mcpServers":{"a b":{"command":"x"}}}', /at mcpServers\.a b/],
  ])('%j is refused with the place to mend', (text, message) => {
    const path = fileWith(text)
    expect(() => readMcpConfig(path)).toThrow(message)
    expect(() => readMcpConfig(path)).toThrow(UsageError)
  })

  test('that is not there is said to be', () => {
    expect(() => readMcpConfig(join(folder, 'none.json'))).toThrow(/none\.json cannot be read/)
  })
})

// A process starts slowly on a busy machine.
test('the tools of its servers join the registry, and one that fails spoils nothing', {
  timeout: 60_000,
}, async () => {
  const server = new URL('../../../examples/mcp-server.ts', import.meta.url).pathname
  const path = fileWith(
    JSON.stringify({
      mcpServers: {
        clock: {
          command: process.execPath,
          args: ['--conditions=@toolprism/source', '--import', 'tsx', server],
        },
        broken: { command: join(folder, 'no-such-program') },
      },
    }),
  )
  const warnings: string[] = []
  const connections = await connectConfigured(path, (line) => warnings.push(line))
  const { tools, resources, prompts } = connections
  const imported = { tools: [...tools], resources: [...resources], prompts: [...prompts] }
  const registry = createRegistry({ workspace: folder, imported })
  const now = registry.tools.find(({ name }) => name === 'mcp__clock__now')
  const result = now && (await callTool(now, { timeZone: 'UTC' }))
  await connections.close()
  expect(result?.isError).toBeUndefined()
  expect(result?.content[0]).toMatchObject({ type: 'text', text: expect.stringMatching(/\d:\d\d/) })
  expect(warnings).toEqual([expect.stringMatching(/^MCP server broken: /)])
})
