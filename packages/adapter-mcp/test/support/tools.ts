import type { ToolDefinition } from '@toolprism/core'
import * as z from 'zod'

/** Keywords that careless exporters lose. */
export const richSchema = {
  type: 'object',
  properties: {
    shape: { $ref: '#/$defs/shape' },
    when: { type: 'string', format: 'date-time' },
    tuple: { type: 'array', prefixItems: [{ type: 'integer' }], items: false },
  },
  required: ['shape'],
  additionalProperties: false,
  if: { properties: { when: { const: 'x' } } },
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
  then: { required: ['tuple'] },
  $defs: {
    shape: {
      anyOf: [
        { const: 'round' },
        { type: 'object', properties: { sides: { $ref: '#/$defs/sides' } } },
      ],
    },
    sides: { type: 'integer', minimum: 3 },
  },
} as const

const pixel = 'iVBORw0KGgo='

/** Calls still running, by tool: what a test waits for and looks at. */
export interface Running {
  started: string[]
  aborted: unknown[]
  contexts: unknown[]
}

/** One tool set that exercises every part of a tool. */
export function sampleTools(running: Running = newRunning()): ToolDefinition[] {
  return [
    {
      name: 'add',
      title: 'Add',
      description: 'Adds two numbers.',
      llmHint: 'Use it for sums.',
      inputSchema: z.object({ a: z.number(), b: z.number().default(1) }),
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      presentation: { label: 'Adder', icon: 'calculator', tone: 'info', group: 'maths' },
      inputExamples: [{ a: 1, b: 2 }],
      execute: ({ a, b }) => String(a + b),
    },
    {
      name: 'rich',
      description: 'A rich schema.',
      inputSchema: richSchema,
      execute: (input) => ({ input }),
    },
    {
      name: 'no_keys',
      description: 'Takes nothing.',
      inputSchema: z.object({}),
      execute: (input) => ({ input }),
    },
    {
      name: 'blocks',
      description: 'Every kind of block.',
      inputSchema: z.object({}),
      execute: () => ({
        content: [
          { type: 'text', text: 'hello', annotations: { audience: ['user'], priority: 0.5 } },
          { type: 'image', data: pixel, mimeType: 'image/png' },
          { type: 'audio', data: pixel, mimeType: 'audio/wav' },
          { type: 'resource', resource: { uri: 'test://a', mimeType: 'text/plain', text: 'a' } },
          { type: 'resource', resource: { uri: 'test://b', blob: pixel } },
          { type: 'resource_link', uri: 'test://c', name: 'c', size: 3 },
        ],
      }),
    },
    {
      name: 'row',
      description: 'A row with more than it declares.',
      inputSchema: z.object({}),
      outputSchema: z.object({ id: z.number(), tags: z.array(z.string()).default([]) }),
      execute: () => ({ id: 7, secret: 'x' }) as never,
    },
    {
      name: 'list',
      description: 'An array.',
      inputSchema: z.object({}),
      outputSchema: z.array(z.number()),
      execute: () => [1, 2],
    },
    { name: 'zero', description: 'A falsy value.', inputSchema: z.object({}), execute: () => 0 },
    {
      name: 'throws',
      description: 'Throws.',
      inputSchema: z.object({}),
      execute: () => Promise.reject(new Error('out of paper')),
    },
    {
      name: 'fails',
      description: 'Answers a failure.',
      inputSchema: z.object({}),
      execute: () => ({ content: [{ type: 'text', text: 'no such file' }], isError: true }),
    },
    {
      name: 'steps',
      description: 'Reports progress and logs.',
      inputSchema: z.object({}),
      execute: async (_, context) => {
        for (const progress of [0, 50, 50, 20, 100])
          context.progress({ progress, total: 100, message: `at ${progress}` })
        context.log('debug', 'quiet')
        context.log('warning', 'loud', { n: 1 })
        return 'done'
      },
    },
    {
      name: 'waits',
      description: 'Waits until it is cancelled.',
      inputSchema: z.object({ id: z.string().default('') }),
      execute: ({ id }, { signal }) => {
        running.started.push(id)
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            running.aborted.push(id)
            reject(new Error('stopped'))
          })
        })
      },
    },
    {
      name: 'asks',
      description: 'Asks the user twice.',
      inputSchema: z.object({}),
      execute: async (_, context) => {
        running.contexts.push(context.host)
        if (!context.elicit)
          return {
            content: [{ type: 'text', text: 'this client cannot ask its user' }],
            isError: true,
          }
        const ask = (message: string) =>
          context.elicit!({
            message,
            requestedSchema: { type: 'object', properties: { value: { type: 'string' } } },
          })
        const name = await ask('Name?')
        const colour = await ask('Colour?')
        return { name, colour }
      },
    },
  ]
}

export function newRunning(): Running {
  return { started: [], aborted: [], contexts: [] }
}
