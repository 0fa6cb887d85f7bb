import { defineTool } from '@toolprism/core'
import * as z from 'zod'

export const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city.',
  inputSchema: z.object({
    city: z.string().min(1).describe('Such as Oslo'),
    days: z.number().int().min(1).max(7).default(1),
  }),
  outputSchema: z.object({ city: z.string(), degrees: z.array(z.number()) }),
  annotations: { readOnlyHint: true },
  presentation: { label: 'Weather', icon: 'cloud-sun', tone: 'info' },
  execute: ({ city, days }) => ({ city, degrees: [21, 19, 18, 20, 22, 17, 16].slice(0, days) }),
})
