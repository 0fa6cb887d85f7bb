import { type DefinedTool, defineTool, type ToolDefinition } from '@toolprism/core'
import { type } from 'arktype'
import * as z from 'zod'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Equal<A, B>) => {}

// zod
const fromZod = defineTool({
  name: 'a',
  inputSchema: z.object({ query: z.string(), limit: z.number().default(3) }),
  execute: async ({ query, limit }) => ({ query, limit }),
})
same<
  typeof fromZod,
  DefinedTool<
    { query: string; limit: number },
    { query: string; limit: number },
    { query: string; limit?: number | undefined }
  >
>(true)

// ArkType
const fromArk = defineTool({
  name: 'a',
  inputSchema: type({ query: 'string' }),
  execute: ({ query }) => query.length,
})
same<typeof fromArk, DefinedTool<{ query: string }, number, { query: string }>>(true)

// JSON Schema with `as const`, under the source document's name `schema`
const summarize = defineTool({
  name: 'summarize',
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const,
  execute: async ({ text }) => `summary: ${text.slice(0, 80)}...`,
})
same<typeof summarize, DefinedTool<{ text: string }, string, { text: string }>>(true)

// JSON Schema without `as const`
const literal = defineTool({
  name: 'a',
  inputSchema: {
    type: 'object',
    properties: { n: { type: 'integer' }, kind: { enum: ['x', 'y'] } },
    required: ['n'],
  },
  execute: ({ n, kind }) => ({ n, kind }),
})
same<
  typeof literal,
  DefinedTool<
    { n: number; kind?: 'x' | 'y' },
    { n: number; kind: 'x' | 'y' | undefined },
    { n: number; kind?: 'x' | 'y' }
  >
>(true)

// an output schema binds the answer
defineTool({
  name: 'a',
  inputSchema: z.object({}),
  outputSchema: z.object({ id: z.number() }),
  execute: () => ({ id: 1 }),
})
defineTool({
  name: 'a',
  inputSchema: z.object({}),
  outputSchema: z.object({ id: z.number() }),
  // @ts-expect-error the answer has no id
  execute: () => ({ key: 1 }),
})

// a result only: the value is unknown
const only = defineTool({
  name: 'a',
  inputSchema: z.object({}),
  execute: async () => ({ content: [{ type: 'text' as const, text: 'x' }] }),
})
same<typeof only, DefinedTool<Record<string, never>, unknown, Record<string, never>>>(true)

defineTool({
  name: 'a',
  inputSchema: z.object({ query: z.string() }),
  // @ts-expect-error no such field
  execute: ({ queri }) => queri,
})

// every tool fits where any tool is taken
const all: ToolDefinition[] = [fromZod, fromArk, summarize, literal, only]
void all
