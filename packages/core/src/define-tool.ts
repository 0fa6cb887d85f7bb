import type { ToolResult } from './content'
import type { Icon, ToolPresentation } from './presentation'
import { readySchema, type SchemaInput, type SchemaOutput } from './schema'
import { toJsonSchema } from './to-json-schema'
import type { ToolAnnotations, ToolContext, ToolDefinition, ToolSchema } from './tool'
import { ToolError } from './tool-error'

/** The value a tool's `execute` leads to: promises and iterables unwrapped, ready results taken out. */
export type ExecuteOutput<Returned> = ValueOf<Unwrapped<Returned>>

type Unwrapped<Returned> =
  Returned extends AsyncIterable<infer Yielded> ? Yielded : Awaited<Returned>

type ValueOf<T> = [Exclude<T, ToolResult>] extends [never] ? unknown : Exclude<T, ToolResult>

/** With an output schema, `execute` must answer what it accepts, or a ready result. */
type AllowedReturn<Output> = Output extends ToolSchema
  ?
      | SchemaInput<Output>
      | ToolResult
      | Promise<SchemaInput<Output> | ToolResult>
      | AsyncIterable<SchemaInput<Output> | ToolResult>
  : unknown

interface CommonFields<Schema> {
  /** 1-64 of `A-Z a-z 0-9 _ -`, unless `allowWideName`. */
  name: string
  title?: string
  /** What the model reads. @default the name in words */
  description?: string
  annotations?: ToolAnnotations
  presentation?: ToolPresentation
  icons?: Icon[]
  llmHint?: string
  inputExamples?: SchemaInput<Schema>[]
  meta?: Record<string, unknown>
  /** Milliseconds. */
  timeoutMs?: number
}

type SchemaField<Schema> =
  | { inputSchema: Schema; schema?: never }
  | {
      /** Older name of `inputSchema`. */
      schema: Schema
      inputSchema?: never
    }

/** A tool that also knows what a caller may send: its schema's input side. `~args` is a type, never a value. */
export interface DefinedTool<Input, Output, Args> extends ToolDefinition<Input, Output> {
  readonly '~args'?: Args
}

export interface DefineToolOptions {
  /** Allow the MCP profile of names: 1-128 of `A-Z a-z 0-9 _ - .`. @default false */
  allowWideName?: boolean
}

/**
 * Checks a tool definition at once and infers its types from its schemas. The tool is a frozen plain object.
 * @throws ToolError INVALID_DEFINITION or SCHEMA_UNSUPPORTED, naming the tool and the fix.
 */
export function defineTool<
  const Schema extends ToolSchema,
  const Output extends ToolSchema | undefined = undefined,
  Returned extends AllowedReturn<Output> = AllowedReturn<Output>,
>(
  definition: CommonFields<Schema> &
    SchemaField<Schema> & {
      outputSchema?: Output
      execute(input: SchemaOutput<Schema>, context: ToolContext): Returned
    },
  options?: DefineToolOptions,
): DefinedTool<
  SchemaOutput<Schema>,
  Output extends ToolSchema ? SchemaOutput<Output> : ExecuteOutput<Returned>,
  SchemaInput<Schema>
>
export function defineTool(
  definition: CommonFields<unknown> & {
    inputSchema?: unknown
    schema?: unknown
    outputSchema?: unknown
    execute(input: never, context: ToolContext): unknown
  },
  options: DefineToolOptions = {},
): ToolDefinition {
  const { schema, inputSchema, ...rest } = definition
  const tool = {
    ...rest,
    description: definition.description ?? nameInWords(String(definition.name)),
    inputSchema: inputSchema ?? schema,
  }
  if (tool.outputSchema === undefined) delete tool.outputSchema
  checkTool(tool as ToolDefinition, options)
  return Object.freeze(tool) as ToolDefinition
}

/**
 * Checks a plain object as `defineTool` does, for hosts that take foreign definitions.
 * @throws ToolError INVALID_DEFINITION or SCHEMA_UNSUPPORTED.
 */
export function checkTool(tool: ToolDefinition, options: DefineToolOptions = {}): void {
  if (typeof tool !== 'object' || tool === null) throw invalid('a tool must be an object')
  const name = String(tool.name).slice(0, 80)
  const pattern = options.allowWideName ? /^[\w.-]{1,128}$/ : /^[\w-]{1,64}$/
  if (typeof tool.name !== 'string' || !pattern.test(tool.name))
    throw invalid(
      `the name ${JSON.stringify(name)} must be 1-${options.allowWideName ? '128 of A-Z a-z 0-9 _ - .' : '64 of A-Z a-z 0-9 _ -'}`,
    )
  if (typeof tool.description !== 'string')
    throw invalid(`${name}: the description must be a string`)
  if (typeof tool.execute !== 'function') throw invalid(`${name}: execute must be a function`)
  if (tool.timeoutMs !== undefined && !(Number.isFinite(tool.timeoutMs) && tool.timeoutMs > 0))
    throw invalid(`${name}: timeoutMs must be a positive number of milliseconds`)
  if (tool.inputSchema === undefined)
    throw invalid(
      `${name}: inputSchema is missing; a tool without input has z.object({}) or { type: 'object' }`,
    )
  withName(`${name}: inputSchema`, () => toJsonSchema(tool.inputSchema))
  if (tool.outputSchema === undefined) return
  withName(`${name}: outputSchema`, () => {
    readySchema(tool.outputSchema)
    toJsonSchema(tool.outputSchema!, { side: 'output' })
  })
}

function withName(place: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    const { code, message } = error as ToolError
    throw new ToolError(code ?? 'SCHEMA_UNSUPPORTED', `${place}: ${message}`, { cause: error })
  }
}

function invalid(reason: string): ToolError {
  return new ToolError('INVALID_DEFINITION', `Invalid tool: ${reason}.`)
}

/** `read_file` and `readFile` as `Read file`. */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.\-/:]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
