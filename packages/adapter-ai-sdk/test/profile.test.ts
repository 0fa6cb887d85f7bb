import { toAiTools } from '@toolprism/adapter-ai-sdk'
import type { ToolDefinition } from '@toolprism/core'
import { applyProfile, type Provider } from '@toolprism/core/profiles'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { hosts } from './hosts'

/** Reports 1, 8, 12-16: what is advertised, while core checks the whole schema. */
const seen: unknown[] = []
const tool: ToolDefinition = {
  name: 'search',
  description: 'Searches',
  annotations: { readOnlyHint: true },
  inputSchema: z.object({ query: z.string().min(2), limit: z.number().int().optional() }),
  execute: (input) => {
    seen.push(input)
    return 'found'
  },
}
const union: ToolDefinition = {
  name: 'shape',
  description: 'Draws',
  annotations: { readOnlyHint: true },
  inputSchema: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('circle'), radius: z.number() }),
    z.object({ kind: z.literal('square'), side: z.number() }),
  ]),
  execute: ({ kind }) => kind,
}
const profile = (provider: Provider) => (schema: any) => applyProfile(schema, provider)

describe.each(hosts)('AI SDK $version', (host) => {
  const run = (tools: any, calls: { name: string; input: string; id: string }[]) =>
    host.run('generateText', { tools, turns: [{ calls }, { text: 'done' }] })

  test('15: strict mode makes optional fields nullable, and a null is absent again for the tool', async () => {
    seen.length = 0
    const tools = toAiTools([tool], {
      version: host.version,
      strict: true,
      profile: profile('openai-strict'),
    })
    const outcome = await run(tools, [
      { name: 'search', input: '{"query":"ab","limit":null}', id: 'c1' },
    ])
    const [sent] = outcome.requests[0].tools
    expect(sent).toMatchObject({
      strict: true,
      inputSchema: { required: ['query', 'limit'], additionalProperties: false },
    })
    expect(outcome.outputs).toEqual({ c1: 'found' })
    expect(seen).toEqual([{ query: 'ab' }])
  })

  test('15: what the profile lost is still checked', async () => {
    const tools = toAiTools([tool], { version: host.version, profile: profile('openai-strict') })
    const outcome = await run(tools, [
      { name: 'search', input: '{"query":"a","limit":null}', id: 'c1' },
    ])
    expect(outcome.errors['c1']).toMatch(/query/)
  })

  test('15: strict stays off where the schema does not qualify', async () => {
    const open: ToolDefinition = {
      ...tool,
      inputSchema: z.object({ any: z.record(z.string(), z.string()) }),
    }
    const tools = toAiTools([open], {
      version: host.version,
      strict: true,
      profile: profile('openai-strict'),
    })
    const outcome = await run(tools, [])
    expect(outcome.requests[0].tools[0].strict).toBe(false)
  })

  test('1: a union at the root is one object for the provider, and a union for core', async () => {
    const tools = toAiTools([union], { version: host.version, profile: profile('openai') })
    const outcome = await run(tools, [
      { name: 'shape', input: '{"kind":"circle","radius":1}', id: 'c1' },
      { name: 'shape', input: '{"kind":"circle","side":1}', id: 'c2' },
    ])
    const [{ inputSchema }] = outcome.requests[0].tools
    expect(inputSchema).toMatchObject({ type: 'object', properties: { radius: {}, side: {} } })
    expect(inputSchema).not.toHaveProperty('oneOf')
    expect(inputSchema).not.toHaveProperty('anyOf')
    expect(outcome.outputs).toEqual({ c1: 'circle' })
    expect(outcome.errors['c2']).toMatch(/radius/)
  })

  test('14: Gemini gets no keyword it refuses', async () => {
    const tools = toAiTools([tool, union], { version: host.version, profile: profile('gemini') })
    const sent = JSON.stringify((await run(tools, [])).requests[0].tools)
    for (const keyword of ['$schema', 'additionalProperties', 'const', 'oneOf'])
      expect(sent).not.toContain(`"${keyword}"`)
  })

  test('8, 12, 13, 16: without a profile the whole document goes out, with an object root and no $schema', async () => {
    const tree: ToolDefinition = {
      ...tool,
      inputSchema: {
        properties: { root: { $ref: '#/$defs/node' }, tags: { type: 'array' } },
        $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
      },
    }
    const none: ToolDefinition = { ...tool, name: 'none', inputSchema: {} }
    const outcome = await run(toAiTools([tree, none], { version: host.version }), [])
    const [sent, empty] = outcome.requests[0].tools
    expect(sent.inputSchema).toEqual({ type: 'object', ...(tree.inputSchema as object) })
    expect(empty.inputSchema).toMatchObject({ type: 'object' })
  })

  test('17: an object written as a string is repaired on request only', async () => {
    const nested: ToolDefinition = {
      ...tool,
      inputSchema: z.object({ filter: z.object({ a: z.number() }) }),
      execute: ({ filter }) => filter.a,
    }
    const call = [{ name: 'search', input: JSON.stringify({ filter: '{"a":1}' }), id: 'c1' }]
    const strict = await run(toAiTools([nested], { version: host.version }), call)
    expect(strict.errors['c1']).toMatch(/filter/)
    const lenient = await run(
      toAiTools([nested], { version: host.version, repair: 'json-strings' }),
      call,
    )
    expect(lenient.outputs).toEqual({ c1: 1 })
  })
})

test('7, 9: a schema no host could list is refused at once, with the fix', () => {
  const bad = (inputSchema: unknown) => () =>
    toAiTools([{ ...tool, inputSchema } as ToolDefinition])
  expect(bad({ city: z.string() })).toThrow(/raw shape.*z\.object/)
  expect(bad({ _def: {}, parse: () => 1 })).toThrow(/zod 3.*zod 4/)
  expect(bad(z.object({ at: z.date() }))).toThrow(/Date/i)
  expect(bad(z.string())).toThrow(/object/)
})

test('32: two tools of one name are refused', () => {
  expect(() => toAiTools([tool, { ...tool }])).toThrow(/twice/)
})

test('3, 4: names of remote tools are made legal, and an object names its tools itself', () => {
  const [name] = Object.keys(toAiTools([{ ...tool, name: 'files.read' }]))
  expect(name).toMatch(/^files_read_[0-9a-z]+$/)
  expect(Object.keys(toAiTools({ find: tool }))).toEqual(['find'])
})
