import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RenderTool } from '@toolprism/tsrender'

export type Tool = RenderTool & {
  description: string
  inputSchema: object
  outputSchema?: object
}

export interface Catalog {
  name: string
  tools: Tool[]
}

/** The folder above `catalogs/`, where there is one: TOOLPRISM_SHARED, or beside the repository. */
export function findShared(): string | undefined {
  return [process.env['TOOLPRISM_SHARED'], '../../shared', '../../../shared'].find(
    (folder) => folder && existsSync(join(folder, 'catalogs')),
  )
}

/** Tool lists of real servers, with the fields every renderer is given. */
export function readCatalogs(shared: string): Catalog[] {
  return readdirSync(join(shared, 'catalogs'))
    .filter((file) => file.endsWith('.tools.json'))
    .map((file) => {
      const { tools } = JSON.parse(readFileSync(join(shared, 'catalogs', file), 'utf8')) as {
        tools: Tool[]
      }
      const fields = tools.map(({ name, description, inputSchema, outputSchema }) => ({
        name,
        description,
        inputSchema,
        ...(outputSchema ? { outputSchema } : {}),
      }))
      return { name: file.replace('.tools.json', ''), tools: fields }
    })
}

/** The largest output schema of a real service: 810 definitions that refer to each other. */
export function readStripe(shared: string): object {
  const file = join(shared, 'catalogs/stripe-balance-transaction.schema.json')
  const { schema, defs } = JSON.parse(readFileSync(file, 'utf8'))
  return { ...schema, $defs: defs }
}

/** Stands in where the real catalogs are not. */
export function madeCatalog(): Catalog {
  const tools = Array.from({ length: 100 }, (_, index) => ({
    name: `tool_${index}`,
    description: `Does thing ${index}, and says so.`,
    inputSchema: {
      type: 'object',
      properties: {
        owner: { type: 'string', description: 'Whose it is' },
        page: { type: 'integer', minimum: 1, default: 1 },
        [`field_${index}`]: { type: ['string', 'null'], description: `What thing ${index} is` },
      },
      required: ['owner'],
    },
  }))
  return { name: 'made', tools }
}
