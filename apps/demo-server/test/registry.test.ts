import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { createDemoAgent } from '../src/demo-agent'
import { createRegistry } from '../src/registry'

const workspace = mkdtempSync(join(tmpdir(), 'toolprism-registry-'))

describe('the registry', () => {
  test('changes nothing by default', () => {
    for (const { name, annotations } of createRegistry({ workspace }).tools)
      expect([name, annotations?.readOnlyHint]).toEqual([name, true])
  })

  test('has the tools that change things when they are allowed', () => {
    const names = createRegistry({ workspace, allowWrites: true }).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['write_file', 'apply_patch', 'run_command']))
  })
})

describe('the agent of the chat', () => {
  test('asks before a tool that changes things', async () => {
    const registry = createRegistry({ workspace, allowWrites: true })
    const input = { path: 'a.txt', content: 'a' }
    const model = scriptedModel([{ calls: [{ name: 'write_file', input }] }, 'Done.'])
    const run = createDemoAgent(registry, model).run('write it')
    const { status, pending } = await run.result
    expect(status).toBe('paused')
    expect(pending?.[0]?.toolName).toBe('write_file')
    run.abort()
  })
})
