import { type ToolSchema, toJsonSchema } from '@toolprism/core'

/**
 * The JSON Schema behind a tool's schema: a Standard Schema prints its own, anything else is taken as it is.
 * Throws what the conversion throws.
 */
export function readSchema(schema: unknown, side: 'input' | 'output'): unknown {
  const isStandard = (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
  return isStandard ? toJsonSchema(schema as ToolSchema, { side }) : schema
}
