import assert from 'node:assert/strict'
// #region after
import { callTool, composeTool, defineTool, resultValue } from '@toolprism/core'
import * as z from 'zod'

const search = defineTool({
  name: 'search',
  description: 'Searches the web.',
  inputSchema: z.object({ query: z.string(), limit: z.number().int().default(5) }),
  execute: ({ query }) => ({ results: [{ url: `https://example.com/${query}` }] }),
})
const read = defineTool({
  name: 'read',
  description: 'Reads a page.',
  inputSchema: z.object({ url: z.string() }),
  execute: ({ url }) => `A page at ${url}`,
})

const research = composeTool({
  name: 'research',
  description: 'Searches the web and reads the first page.',
  inputSchema: z.object({ query: z.string() }), // was: schema
  steps: [
    { tool: search, mapArgs: ({ args }) => ({ query: args.query, limit: 1 }) },
    // No cast: the state has the type of what the step before gave.
    { tool: read, mapArgs: ({ state }) => ({ url: state.results[0]!.url }) },
  ],
})
// #endregion

const value = resultValue(await callTool(research, { query: 'cats' }))
assert.equal(value, 'A page at https://example.com/cats')
