import assert from 'node:assert/strict'
// #region sample
import { callTool, composeTool, defineTool, resultValue } from '@toolprism/core'
import * as z from 'zod'

const pages: Record<string, string> = {
  'docs:cats': 'Cats sleep a lot. They hunt at night.',
  'docs:dogs': 'Dogs bark.',
}
const search = defineTool({
  name: 'search',
  description: 'Finds pages that hold a word.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: z.object({ query: z.string(), limit: z.number().int().default(5) }),
  execute: ({ query, limit }) => ({
    results: Object.keys(pages)
      .filter((url) => pages[url]!.toLowerCase().includes(query))
      .slice(0, limit)
      .map((url) => ({ url })),
  }),
})
const read = defineTool({
  name: 'read',
  description: 'Reads a page.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: z.object({ url: z.string() }),
  execute: ({ url }) => pages[url] ?? '',
})

// One tool for the model; the state of each step has the type of the value before it.
const research = composeTool({
  name: 'research',
  description: 'Finds the first page about a subject and reads its first sentence.',
  inputSchema: z.object({ subject: z.string() }),
  steps: [
    {
      tool: search,
      mapArgs: ({ args }) => ({ query: args.subject, limit: 1 }),
      stopWhen: (found) => found.results.length === 0,
    },
    {
      tool: read,
      mapArgs: ({ state }) => ({ url: state.results[0]!.url }),
      retry: 3,
    },
  ],
  finalize: ({ prior }) => ({
    url: prior[0]?.results[0]?.url ?? null,
    sentence: prior[1]?.split('. ')[0] ?? null,
  }),
})

const found = resultValue(await callTool(research, { subject: 'hunt' }))
const nothing = resultValue(await callTool(research, { subject: 'fish' }))
// #endregion

assert.deepEqual(found, { url: 'docs:cats', sentence: 'Cats sleep a lot' })
assert.deepEqual(nothing, { url: null, sentence: null })
assert.equal(research.annotations?.readOnlyHint, true)
