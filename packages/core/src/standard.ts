import { type CheckedInput, checkRawInput } from './check-tool-input'
import type { InputBudget } from './input-budget'
import { describeIssues } from './issues'
import type { FromJsonSchema, JsonSchema } from './json-schema'
import {
  type FromJsonSchemaOptions,
  type ReadySchema,
  readyJsonSchema,
  readySchema,
  type SchemaInput,
  type SchemaOutput,
  setReady,
} from './schema'
import type { StandardJsonSchema, StandardResult } from './standard-schema'
import { toJsonSchema } from './to-json-schema'
import type { ToolSchema } from './tool'

export interface ToStandardSchemaOptions {
  /** Check an input budget before the schema sees the value, which is then a copy. `{}` for the default limits. */
  inputBudget?: InputBudget
}

/**
 * Any accepted schema as a Standard Schema with `validate` and `jsonSchema`, which the AI SDK and the MCP SDK
 * take directly. Issues carry core's texts. With `inputBudget`, `validate` does all that `callTool` does with a
 * raw input, so that a call with `inputChecked` needs no second parse.
 * @throws ToolError SCHEMA_UNSUPPORTED for a kind of schema that is not accepted.
 */
export function toStandardSchema<const Schema extends ToolSchema>(
  schema: Schema,
  options: ToStandardSchemaOptions = {},
): StandardJsonSchema<SchemaInput<Schema>, SchemaOutput<Schema>> {
  return wrap(schema, readySchema(schema), options.inputBudget) as StandardJsonSchema<
    SchemaInput<Schema>,
    SchemaOutput<Schema>
  >
}

/**
 * A JSON Schema object as a Standard Schema: really validated, typed from the literal.
 * @throws ToolError SCHEMA_UNSUPPORTED when it is not a JSON Schema object.
 */
export function fromJsonSchema<const Schema extends JsonSchema>(
  schema: Schema,
  options: FromJsonSchemaOptions = {},
): StandardJsonSchema<FromJsonSchema<Schema>> {
  readySchema(schema)
  const made = readyJsonSchema(schema, options)
  const wrapped = wrap(schema, made, undefined)
  setReady(wrapped, made)
  return wrapped as StandardJsonSchema<FromJsonSchema<Schema>>
}

function wrap(
  schema: object,
  ready: ReadySchema,
  budget: InputBudget | undefined,
): StandardJsonSchema {
  const document = (target: string, side: 'input' | 'output') => ({
    ...toJsonSchema(schema as ToolSchema, {
      target: target === 'draft-07' ? 'draft-07' : 'draft-2020-12',
      side,
    }),
  })
  const tell = (value: unknown, result: StandardResult<unknown>) =>
    result.issues
      ? after(describeIssues(result.issues, value, hintDocument(schema)), (told) => ({
          issues: told.map(({ message, keys }) => ({ message, path: keys })),
        }))
      : result
  return {
    '~standard': {
      version: 1,
      vendor: 'toolprism',
      validate(value) {
        if (budget)
          return after(checkRawInput(ready, schema, value, { inputBudget: budget }), toResult)
        return after(ready.validate(value), (result) => tell(value, result))
      },
      jsonSchema: {
        input: ({ target }) => document(target, 'input'),
        output: ({ target }) => document(target, 'output'),
      },
    },
  }
}

function toResult(checked: CheckedInput): StandardResult<unknown> {
  if (checked.ok) return { value: checked.value }
  return {
    issues: checked.issues.map(({ path, message }) => ({
      message: path ? `${path}: ${message}` : message,
    })),
  }
}

/** The input document for hints; a schema that cannot be converted simply gives none. */
export function hintDocument(schema: object): JsonSchema | undefined {
  try {
    return toJsonSchema(schema as ToolSchema)
  } catch {
    return undefined
  }
}

function after<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
