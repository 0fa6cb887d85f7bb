import {
  checkTool,
  definePresentation,
  fromJsonSchema,
  type JsonSchema,
  type ToolAnnotations,
  type ToolContext,
  type ToolDefinition,
  type ToolResult,
  type ToolSchema,
  toolNames,
} from '@toolprism/core'
import type { AiExecuteOptions } from './ai-types'
import { fromModelOutput } from './from-model-output'

/** A tool of the AI SDK as it is read: every field is optional, as 6 and 7 and their kinds of tools differ. */
export interface AiToolLike {
  readonly type?: string | undefined
  readonly id?: string | undefined
  readonly isProviderExecuted?: boolean | undefined
  readonly description?: unknown
  readonly title?: string | undefined
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
  readonly inputExamples?: readonly { input: unknown }[] | undefined
  readonly metadata?: unknown
  readonly needsApproval?: unknown
  // Method syntax on purpose: each tool declares narrower inputs and options.
  execute?(input: never, options: never): unknown
  toModelOutput?(options: never): unknown
}

export interface FromAiToolsOptions {
  /** `context` of AI SDK 7 tools with a `contextSchema`, by tool name. */
  toolsContext?: Record<string, unknown>
  /** `experimental_context` of AI SDK 6 tools. */
  context?: unknown
}

/** A tool that cannot run outside the AI SDK, and why. */
export interface SkippedAiTool {
  name: string
  reason: string
}

export interface ImportedAiTools {
  tools: ToolDefinition[]
  skipped: SkippedAiTool[]
}

/**
 * Brings an AI SDK tool set to every other host. Tools the provider runs itself, tools without `execute`
 * and tools whose schema cannot be read are reported in `skipped`; it never throws for one bad tool.
 */
export function fromAiTools(
  toolSet: Readonly<Record<string, AiToolLike>>,
  options: FromAiToolsOptions = {},
): ImportedAiTools {
  const imported: ImportedAiTools = { tools: [], skipped: [] }
  const names = toolNames(Object.keys(toolSet))
  for (const [key, tool] of Object.entries(toolSet)) {
    try {
      const definition = fromAiTool(key, tool, options)
      const name = names.toName(key) ?? key
      checkTool({ ...definition, name })
      imported.tools.push({ ...definition, name })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      imported.skipped.push({ name: key, reason })
    }
  }
  return imported
}

/**
 * Brings one tool of the AI SDK to every other host.
 * @throws Error saying why, for a tool that cannot run outside the AI SDK.
 */
export function fromAiTool(
  name: string,
  tool: AiToolLike,
  options: FromAiToolsOptions = {},
): ToolDefinition {
  if (tool.type === 'provider' && (tool.isProviderExecuted || !tool.execute))
    throw new Error(
      `the provider runs it itself (${tool.id ?? 'no id'}); only its own model can call it`,
    )
  if (!tool.execute) throw new Error('it has no execute function; the app answers it on the client')
  const metadata = record(tool.metadata)
  const annotations = annotationsOf(tool, metadata['annotations'])
  return {
    name,
    description: descriptionOf(name, tool, options),
    inputSchema: inputSchemaOf(tool.inputSchema),
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(tool.outputSchema === undefined || tool.toModelOutput
      ? {}
      : outputSchemaOf(tool.outputSchema)),
    ...(tool.inputExamples?.length
      ? { inputExamples: tool.inputExamples.map((example) => example.input) }
      : {}),
    ...(annotations ? { annotations } : {}),
    ...(isRecord(metadata['presentation'])
      ? { presentation: definePresentation(metadata['presentation']) }
      : {}),
    execute: (input: unknown, context: ToolContext) => run(name, tool, input, context, options),
  }
}

async function run(
  name: string,
  tool: AiToolLike,
  input: unknown,
  context: ToolContext,
  options: FromAiToolsOptions,
): Promise<unknown> {
  const call: AiExecuteOptions = {
    toolCallId: context.callId,
    messages: [],
    abortSignal: context.signal,
    context: options.toolsContext?.[name],
    experimental_context: options.context,
  }
  // Called on the tool itself: its execute may be a method.
  const returned: unknown = tool.execute?.(input as never, call as never)
  let output = await returned
  if (isAsyncIterable(output)) output = await drain(output, context)
  const ready = readToolResult(output)
  if (ready) return ready
  if (!tool.toModelOutput) return output
  const told = await tool.toModelOutput({ toolCallId: call.toolCallId, input, output } as never)
  return withValue(fromModelOutput(told), output)
}

async function drain(iterable: AsyncIterable<unknown>, context: ToolContext): Promise<unknown> {
  let last: unknown
  for await (const value of iterable) {
    last = value
    context.progress({ data: value })
  }
  return last
}

const blockTypes = new Set(['text', 'image', 'audio', 'resource', 'resource_link'])

/**
 * An output in the shape of MCP results, as ours and those of `@ai-sdk/mcp` are: taken as it is, so that
 * `isError`, audio and resources survive, which `toModelOutput` would print or drop.
 */
function readToolResult(output: unknown): ToolResult | undefined {
  const { content, structuredContent, isError, meta, _meta } = record(output)
  if (
    !Array.isArray(content) ||
    !content.every((block) => blockTypes.has(record(block)['type'] as string))
  )
    return undefined
  const facts = meta ?? _meta
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === true ? { isError: true as const } : {}),
    ...(isRecord(facts) ? { meta: facts } : {}),
  }
}

/** The model reads what the tool tells it; programs get the tool's own value beside it. */
function withValue(result: ToolResult, output: unknown): ToolResult {
  if (result.isError || result.structuredContent !== undefined) return result
  const isValue = typeof output === 'object' && output !== null
  return isValue ? { ...result, structuredContent: output } : result
}

function descriptionOf(name: string, tool: AiToolLike, options: FromAiToolsOptions): string {
  const { description } = tool
  if (typeof description === 'string') return description
  if (typeof description !== 'function') return tool.id ? `${name} (${tool.id})` : name
  return String(description({ context: options.toolsContext?.[name] }))
}

/** `needsApproval` wins over whatever the annotations claim: a tool that asks is not read-only. */
function annotationsOf(tool: AiToolLike, claimed: unknown): ToolAnnotations | undefined {
  const annotations = isRecord(claimed) ? (claimed as ToolAnnotations) : undefined
  if (!tool.needsApproval) return annotations
  return { ...annotations, readOnlyHint: false }
}

function inputSchemaOf(schema: unknown): ToolSchema {
  if (schema === undefined || schema === null)
    return { type: 'object', properties: {}, additionalProperties: false }
  return readSchema(schema)
}

function outputSchemaOf(schema: unknown): { outputSchema?: ToolSchema } {
  try {
    return { outputSchema: readSchema(schema) }
  } catch {
    // A tool is worth having without its output schema.
    return {}
  }
}

const aiSchemaMark = Symbol.for('vercel.ai.schema')

/** zod and other Standard Schemas as they are; the AI SDK's own `jsonSchema()` with a real check. */
function readSchema(schema: unknown): ToolSchema {
  const made: unknown = typeof schema === 'function' && !('~standard' in schema) ? schema() : schema
  if (!isRecord(made) || !(aiSchemaMark in made)) return made as ToolSchema // checkTool judges it
  const { jsonSchema, validate } = made as {
    jsonSchema?: unknown
    validate?: (value: unknown) => unknown
  }
  if (!isRecord(jsonSchema) || typeof jsonSchema['then'] === 'function')
    throw new Error('its JSON Schema is a promise; await it and pass jsonSchema(document)')
  const standard = fromJsonSchema(jsonSchema as JsonSchema)['~standard']
  if (!validate) return { '~standard': standard }
  const check = async (value: unknown) => {
    const result = record(await validate(value))
    return result['success'] === true
      ? { value: result['value'] }
      : { issues: [{ message: messageOf(result['error']) }] }
  }
  return { '~standard': { ...standard, validate: check } }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    isRecord(value) &&
    typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function'
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
