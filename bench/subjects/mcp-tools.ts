import type { ToolDefinition } from '@toolprism/core'
import * as z from 'zod'

/** The same hundred tools, schemas and function for every server. */
export const inputSchema = z.object({
  query: z.string().describe('What to look for'),
  limit: z.number().int().max(100).describe('At most so many'),
  exact: z.boolean().describe('Whole words'),
  language: z.enum(['en', 'de', 'fr']).describe('Language of the text'),
})
export type Input = z.infer<typeof inputSchema>
export const names = Array.from({ length: 100 }, (_, index) => `search_${index}`)
export const description =
  'Searches a collection of documents and answers the best hits with their titles.'
export const input: Input = { query: 'hello', limit: 3, exact: true, language: 'en' }
export const answer = ({ query, limit }: Input): string => `${limit} hits for ${query}`

export const tools: ToolDefinition[] = names.map((name) => ({
  name,
  description,
  inputSchema,
  execute: answer,
}))
export const jsonSchema = z.toJSONSchema(inputSchema, { io: 'input' })
export const listed = names.map((name) => ({ name, description, inputSchema: jsonSchema }))
export const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
