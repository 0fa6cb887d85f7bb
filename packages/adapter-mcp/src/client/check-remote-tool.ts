import type { McpTool } from '../mcp.types'
import { headerProblem } from '../parameter-headers'

/** Why an entry of a tool list is no tool; undefined when it is one. */
export function remoteToolProblem(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'it is not an object'
  const { name, inputSchema, outputSchema } = entry
  if (typeof name !== 'string' || name === '') return 'it has no name'
  if (name.length > 512) return 'its name is longer than 512 characters'
  if (!isObject(inputSchema)) return 'its inputSchema is not an object'
  if (inputSchema['type'] !== undefined && inputSchema['type'] !== 'object')
    return `its inputSchema has the root type ${JSON.stringify(inputSchema['type'])}, not "object"`
  if (outputSchema !== undefined && !isObject(outputSchema))
    return 'its outputSchema is not an object'
  return headerProblem(inputSchema)
}

/** The parts of an entry that have the right type; the others are left out, as if never sent. */
export function toRemoteTool(entry: unknown): McpTool {
  const { name, title, description, inputSchema, outputSchema, annotations, icons, _meta } =
    entry as McpTool // checked above
  return {
    name,
    inputSchema,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(outputSchema && { outputSchema }),
    ...(isObject(annotations) && { annotations }),
    ...(Array.isArray(icons) && { icons }),
    ...(isObject(_meta) && { _meta }),
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
