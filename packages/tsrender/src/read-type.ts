import { type ToolSchema, toJsonSchema } from '@toolprism/core'
import type { Diagnostic } from './diagnostic'
import { lowerSchema } from './lower-schema'
import type { ResolvedTypeOptions } from './options'
import { type Type, UNKNOWN } from './type'

export interface ReadOptions {
  direction: 'input' | 'output'
  /** What the type is called when it refers to itself. */
  name: string
  /** Where the schema is in its tool. */
  pointer: string
  tool?: string | undefined
}

/** The type of a tool's schema; undefined when it has none. What cannot be read is unknown, with a diagnostic. */
export function readType(
  read: () => unknown,
  { direction, name, pointer: root, tool }: ReadOptions,
  options: ResolvedTypeOptions,
  diagnostics: Diagnostic[],
): Type | undefined {
  const report = (code: Diagnostic['code'], pointer: string, message: string) => {
    diagnostics.push(
      tool === undefined ? { code, pointer, message } : { code, tool, pointer, message },
    )
  }
  try {
    const schema = toDocument(read(), direction)
    if (schema === undefined || schema === null) return undefined
    return lowerSchema(schema, {
      direction,
      name,
      pointer: root,
      profile: options.profile,
      dialect: options.dialect,
      formatAliases: options.formatAliases,
      maxDepth: options.limits.depth,
      maxSchemas: options.limits.schemas,
      report,
    })
  } catch (error) {
    report('unreadable-schema', root, error instanceof Error ? error.message : String(error))
    return UNKNOWN
  }
}

/** A Standard Schema prints its own JSON Schema; anything else is taken as it is. */
function toDocument(schema: unknown, side: 'input' | 'output'): unknown {
  const isStandard =
    (typeof schema === 'object' || typeof schema === 'function') &&
    schema !== null &&
    '~standard' in schema
  return isStandard ? toJsonSchema(schema as ToolSchema, { side }) : schema
}
