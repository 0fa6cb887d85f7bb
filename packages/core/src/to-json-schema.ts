import type { JsonSchema } from './json-schema'
import { type ReadySchema, readySchema } from './schema'
import type { ToolSchema } from './tool'
import { ToolError } from './tool-error'

export interface ToJsonSchemaOptions {
  /** @default 'draft-2020-12' */
  target?: 'draft-2020-12' | 'draft-07'
  /** What a caller sends (a field with a default is optional), or what the schema parses to. @default 'input' */
  side?: 'input' | 'output'
  /** Keep the `$schema` keyword of a converted schema. @default false */
  dialect?: boolean
}

const cache = new WeakMap<object, Map<string, JsonSchema>>()

/**
 * The JSON Schema of any accepted schema: converted once, kept by identity, frozen. A JSON Schema object is
 * passed on as it is, unless an input root lacks its `type: object`.
 * @throws ToolError SCHEMA_UNSUPPORTED when the kind is unknown, the conversion fails, or an input root is no object.
 */
export function toJsonSchema(schema: ToolSchema, options: ToJsonSchemaOptions = {}): JsonSchema {
  const ready = readySchema(schema)
  const target = options.target ?? 'draft-2020-12'
  const side = options.side ?? 'input'
  const dialect = options.dialect ?? false
  const key = `${target} ${side} ${dialect}`
  const made = cache.get(schema) ?? new Map<string, JsonSchema>()
  cache.set(schema, made)
  const document = made.get(key) ?? convert(ready, target, side, dialect)
  made.set(key, document)
  return document
}

function convert(
  ready: ReadySchema,
  target: string,
  side: 'input' | 'output',
  dialect: boolean,
): JsonSchema {
  if (ready.kind === 'json') {
    const own = ready.convert(target, side)
    return side === 'input' ? rootObject(own) : (own as JsonSchema)
  }
  let converted: Record<string, unknown>
  try {
    converted = ready.convert(target, side)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ToolError(
      'SCHEMA_UNSUPPORTED',
      `The schema cannot be written as JSON Schema (${side} side): ${reason}`,
      { cause },
    )
  }
  // A copy: libraries hang private properties on what they answer, and share parts between schemas.
  const copy = JSON.parse(JSON.stringify(converted)) as Record<string, unknown>
  if (!dialect) delete copy['$schema']
  return deepFreeze(side === 'input' ? rootObject(copy) : copy) as JsonSchema
}

/** An input is an object: a missing type is added in front, another one refused. */
function rootObject(document: Record<string, unknown>): JsonSchema {
  const { type } = document
  if (type === 'object') return document as JsonSchema
  if (type !== undefined)
    throw new ToolError(
      'SCHEMA_UNSUPPORTED',
      `An input schema must have an object at its root, not ${JSON.stringify(type)}. Wrap the value in an object with one property.`,
    )
  if (Object.keys(document).length === 0)
    return deepFreeze({ type: 'object', properties: {}, additionalProperties: false }) as JsonSchema
  return Object.freeze({ type: 'object', ...document }) as JsonSchema
}

function deepFreeze<T>(value: T): T {
  const stack: unknown[] = [value]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item !== 'object' || item === null || Object.isFrozen(item)) continue
    Object.freeze(item)
    stack.push(...Object.values(item).filter((child) => typeof child === 'object'))
  }
  return value
}
