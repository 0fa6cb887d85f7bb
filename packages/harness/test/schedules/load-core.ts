import { callTool, defineTool } from '@toolprism/core'
import * as z from 'zod'

/** Parts of core load on first use, in time that no simulated clock counts: before the first schedule they are there. */
export async function loadCore(): Promise<void> {
  const execute = () => 'text'
  for (const inputSchema of [z.object({ a: z.string() }), { type: 'object', required: ['a'] }])
    await callTool(defineTool({ name: 't', description: 'A tool.', inputSchema, execute }), {})
}
