import type {
  FromJsonSchema,
  JsonSchema,
  ToolAnnotations,
  ToolContext,
  ToolPresentation,
  ToolResult,
} from '@toolprism/core'
import type { AgentTool, ToolHints, ToolResource } from '../../agent-types'
import { fromSystemError } from './workspace-error'

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
  hints?: ToolHints<FromJsonSchema<S>>
  execute(input: FromJsonSchema<S>, context: ToolContext): Promise<ToolResult>
}

/** A workspace tool as plain data. System errors become refusals that name no path outside the workspace. */
export function workspaceTool<const S extends JsonSchema>(
  spec: WorkspaceToolSpec<S>,
): AgentTool<FromJsonSchema<S>> {
  return {
    ...spec,
    // The schema is a literal of exactly this type; core only knows it as a JSON Schema object.
    inputSchema: spec.inputSchema as JsonSchema,
    annotations: { title: spec.title, openWorldHint: false, ...spec.annotations },
    async execute(input, context) {
      try {
        return await spec.execute(input, context)
      } catch (error) {
        throw fromSystemError(error, 'the path')
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

/** What a call on one file touches; links may give a file two names, so tools lock by real path as well. */
export function fileResource(path: string, mode: ToolResource['mode']): ToolResource[] {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return [{ key: `file:${parts.join('/')}`, mode }]
}
