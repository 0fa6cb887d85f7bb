import type {
  FromJsonSchema,
  JsonSchema,
  ToolAnnotations,
  ToolContext,
  ToolDefinition,
  ToolPresentation,
  ToolResult,
} from '@toolprism/core'
import { fromSystemError, systemCode, WorkspaceError } from './workspace-error'

interface WorkspaceToolSpec<S extends JsonSchema> {
  name: string
  title: string
  description: string
  inputSchema: S
  outputSchema?: JsonSchema
  annotations: ToolAnnotations
  presentation: ToolPresentation
  inputExamples?: FromJsonSchema<S>[]
  timeoutMs?: number
  execute(input: FromJsonSchema<S>, context: ToolContext): Promise<ToolResult>
}

/** A tool whose refusals come back as results a model can repair from, each with its code in `meta`. */
export function workspaceTool<const S extends JsonSchema>(
  spec: WorkspaceToolSpec<S>,
): ToolDefinition<FromJsonSchema<S>> {
  const { execute, ...rest } = spec
  return {
    ...rest,
    // The schema is a literal of exactly this type; core only knows it as a JSON Schema object.
    inputSchema: spec.inputSchema as JsonSchema,
    annotations: { title: spec.title, openWorldHint: false, ...spec.annotations },
    async execute(input, context) {
      try {
        return await execute(input, context)
      } catch (error) {
        if (context.signal.aborted) throw error
        return refusal(error)
      }
    },
  }
}

/** A text result with facts for the host beside it. */
export function answer(
  text: string,
  facts?: Record<string, unknown>,
  structuredContent?: unknown,
): ToolResult {
  return {
    content: [{ type: 'text', text }],
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(facts === undefined ? {} : { meta: { 'toolprism/workspace': facts } }),
  }
}

function refusal(error: unknown): ToolResult {
  const known = error instanceof WorkspaceError ? error : fromSystemError(error, 'the path')
  const code = known instanceof WorkspaceError ? known.code : systemCode(known)
  return {
    content: [{ type: 'text', text: known instanceof Error ? known.message : String(known) }],
    isError: true,
    meta: { 'toolprism/code': code ?? 'ERROR' },
  }
}
