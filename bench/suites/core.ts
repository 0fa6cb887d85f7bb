import { callTool, defineTool } from '@toolprism/core'
import * as z from 'zod'
import type { Suite } from '../lib/bench.mjs'

const inputSchema = z.object({ query: z.string(), limit: z.number(), exact: z.boolean() })
const tool = defineTool({ name: 'search', inputSchema, execute: ({ query }) => query })
const input = { query: 'a', limit: 3, exact: true }

export default {
  name: 'core',
  about:
    'One validated tool call in process. Ours includes the input budget, result and output budget.',
  async run(bench) {
    await bench.compare({
      case: 'callTool, small input',
      floor: 'zod + function',
      subjects: {
        'zod + function': {
          version: bench.packageVersion('zod'),
          run: () => tool.execute(inputSchema.parse(input), undefined as never),
        },
        toolprism: { run: () => callTool(tool, input), goal: { max: 4 } },
      },
    })
  },
} satisfies Suite
