import {
  composeTool,
  type DefinedTool,
  defineTool,
  mapOutput,
  type ToolDefinition,
} from '@toolprism/core'
import * as z from 'zod'

const search = defineTool({
  name: 'search',
  inputSchema: z.object({ query: z.string(), limit: z.number().default(3) }),
  execute: async ({ query }) => ({ results: [{ url: query }] }),
})
const fetchUrl = defineTool({
  name: 'fetch_url',
  inputSchema: z.object({ url: z.string() }),
  execute: async ({ url }) => url,
})
const schema = z.object({ query: z.string() })

// the state of a step is the value of the one before, to the last step and into finalize
const macro = composeTool({
  name: 'macro',
  schema,
  steps: [
    { tool: search, mapArgs: ({ args }) => ({ query: args.query }) },
    {
      tool: fetchUrl,
      mapArgs: ({ state }) => ({ url: state.results[0]!.url }),
      stopWhen: (state) => state.length === 0,
    },
    {
      tool: { page: fetchUrl, more: search },
      mapArgs: ({ state, prior }) => ({
        page: { url: state },
        more: { query: prior[0]?.results[0]?.url ?? '' },
      }),
    },
  ],
  finalize: ({ state, prior }) => ({ page: state?.page, count: prior[0]?.results.length }),
})
const same: ToolDefinition<
  { query: string },
  { page: string | undefined; count: number | undefined }
> = macro
void same

composeTool({
  name: 'renamed_output',
  schema,
  steps: [
    { tool: search, mapArgs: ({ args }) => ({ query: args.query }) },
    // @ts-expect-error the step before has no such field
    { tool: fetchUrl, mapArgs: ({ state }) => ({ url: state.hits[0]!.url }) },
  ],
})

composeTool({
  name: 'cast_of_a_renamed_output',
  schema,
  steps: [
    { tool: search, mapArgs: ({ args }) => ({ query: args.query }) },
    {
      tool: fetchUrl,
      // @ts-expect-error a cast to what the step before does not answer
      mapArgs: ({ state }) => ({ url: (state as { hits: { url: string }[] }).hits[0]!.url }),
    },
  ],
})

composeTool({
  name: 'wrong_argument',
  schema,
  steps: [
    // @ts-expect-error query is a string
    { tool: search, mapArgs: ({ args }) => ({ query: args.query.length }) },
    { tool: fetchUrl, mapArgs: ({ state }) => ({ url: state.results[0]!.url }) },
  ],
})

composeTool({
  name: 'unknown_macro_argument',
  schema,
  steps: [
    // @ts-expect-error no such field in the macro's schema
    { tool: search, mapArgs: ({ args }) => ({ query: args.q }) },
  ],
})

// mapOutput changes the type the next step sees
const urls = mapOutput(search, ({ results }) => results.map((result) => result.url))
const typed: DefinedTool<
  { query: string; limit: number },
  string[],
  { query: string; limit?: number | undefined }
> = urls
void typed
composeTool({
  name: 'mapped',
  schema,
  steps: [
    { tool: urls, mapArgs: ({ args }) => ({ query: args.query }) },
    { tool: fetchUrl, mapArgs: ({ state }) => ({ url: state[0]! }) },
    // @ts-expect-error the first value is a list now
    { tool: fetchUrl, mapArgs: ({ prior }) => ({ url: prior[0]!.results }) },
  ],
})

// with the input stated by hand, as in the source document, states are unknown
composeTool<{ query: string }>({
  name: 'stated',
  schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  steps: [
    { tool: search, mapArgs: ({ args }) => ({ query: args.query, limit: 1 }) },
    {
      tool: fetchUrl,
      mapArgs: ({ state }) => ({ url: (state as { results: { url: string }[] }).results[0]!.url }),
      mapResult: (result) => ({ text: String(result) }),
    },
    // @ts-expect-error unknown without a cast
    { tool: fetchUrl, mapArgs: ({ state }) => ({ url: state.url }) },
  ],
})
