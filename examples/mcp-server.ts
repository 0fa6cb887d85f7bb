import { serveStdio } from '@toolprism/adapter-mcp/stdio'
import { defineTool } from '@toolprism/core'
import * as z from 'zod'

const now = defineTool({
  name: 'now',
  description: 'The current time in a time zone.',
  inputSchema: z.object({ timeZone: z.string().default('UTC') }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  presentation: { label: 'Clock', icon: 'clock' },
  execute: ({ timeZone }) => new Date().toLocaleString('en-GB', { timeZone }),
})

await serveStdio({ name: 'clock', version: '1.0.0', tools: [now] })
