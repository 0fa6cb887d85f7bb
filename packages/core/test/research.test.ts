import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callTool, defineTool, resultValue } from '@toolprism/core'
import { composeTool } from '@toolprism/core/compose-tool'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'

// The example of source document 003, unchanged in shape, with real tools: a search over files, a read, a summary.
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolprism-'))
  await writeFile(
    join(folder, 'cats.md'),
    'Cats sleep a lot. They sleep up to sixteen hours. Dogs bark. Cats hunt at night. Nobody knows why cats purr.',
  )
  await writeFile(
    join(folder, 'dogs.md'),
    'Dogs bark. Dogs run. Some dogs swim well in cold water.',
  )
})
afterAll(() => rm(folder, { recursive: true }))

/** Ranks files by how often they hold the words of the query. */
const webSearch = () =>
  defineTool({
    name: 'web_search',
    description: 'Search the pages.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: z.object({ query: z.string(), limit: z.number().int().default(5) }),
    execute: async ({ query, limit }) => {
      const words = query.toLowerCase().split(/\W+/)
      const pages = await Promise.all(
        (await readdir(folder)).map(async (name) => {
          const text = (await readFile(join(folder, name), 'utf8')).toLowerCase()
          const hits = words.reduce((sum, word) => sum + text.split(word).length - 1, 0)
          return { url: pathToFileURL(join(folder, name)).href, hits }
        }),
      )
      const results = pages.filter(({ hits }) => hits > 0).sort((a, b) => b.hits - a.hits)
      return { results: results.slice(0, limit) }
    },
  })

const fetchUrl = () =>
  defineTool({
    name: 'fetch_url',
    description: 'Read a page.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: z.object({ url: z.url() }),
    execute: async ({ url }) => readFile(new URL(url), 'utf8'),
  })

/** The sentence whose words are the most frequent in the text. */
const summarize = defineTool({
  name: 'summarize',
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const,
  execute: async ({ text }) => {
    const count = new Map<string, number>()
    for (const word of text.toLowerCase().match(/\w+/g) ?? [])
      count.set(word, (count.get(word) ?? 0) + 1)
    const score = (sentence: string) =>
      (sentence.toLowerCase().match(/\w+/g) ?? []).reduce(
        (sum, word) => sum + (count.get(word) ?? 0),
        0,
      )
    const [best] = text.split(/(?<=\.)\s/).sort((a, b) => score(b) - score(a))
    return `summary: ${best!.slice(0, 80)}...`
  },
})

const research = () =>
  composeTool<{ query: string }>({
    name: 'research',
    description: 'Search the web, fetch the top result, summarize it.',
    schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    steps: [
      {
        tool: webSearch(),
        mapArgs: ({ args }) => ({ query: args.query, limit: 1 }),
      },
      {
        tool: fetchUrl(),
        mapArgs: ({ state }) => ({
          url: (state as { results: { url: string }[] }).results[0]!.url,
        }),
      },
      {
        tool: summarize,
        mapArgs: ({ state }) => ({ text: String(state) }),
      },
    ],
  })

test('research runs against real tools', async () => {
  const result = await callTool(research(), { query: 'why do cats sleep' })
  expect(result.isError).toBeUndefined()
  expect(resultValue(result)).toBe('summary: Cats sleep a lot....')
  expect(result.meta?.['toolprism/steps']).toMatchObject([
    { id: 'web_search', status: 'ok', attempts: 1 },
    { id: 'fetch_url', status: 'ok' },
    { id: 'summarize', status: 'ok' },
  ])
})

test('the macro is a plain tool with annotations made from its steps', () => {
  expect(research()).toMatchObject({
    name: 'research',
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  })
})

test('a query without a hit names the step that failed and what was done', async () => {
  const result = await callTool(research(), { query: 'zebra' })
  expect(result.isError).toBe(true)
  expect(result.content[0]).toMatchObject({
    text: expect.stringMatching(
      /^research failed at step "fetch_url" \(2 of 3\): mapArgs failed: .*\nCompleted before: web_search\.$/,
    ),
  })
  expect(result.structuredContent).toEqual({
    failedStep: 'fetch_url',
    completedSteps: ['web_search'],
  })
})
