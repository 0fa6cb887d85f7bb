import { defineTool } from '@toolprism/core'
import * as z from 'zod'

/** The one tool of this project: plain data, a schema and a function. */
export const greet = defineTool({
  name: 'greet',
  description: 'Greets a person by name.',
  inputSchema: z.object({
    name: z.string().min(1).describe('Who to greet'),
    times: z.number().int().min(1).max(5).default(1),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  execute: ({ name, times }) => Array.from({ length: times }, () => `Hello, ${name}!`).join(' '),
})
