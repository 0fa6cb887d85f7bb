import { type Icon, type JsonSchema, type ToolDefinition, toJsonSchema } from '@toolprism/core'
import type { McpEra, McpTool } from './mcp.types'
import { examplesKey, presentationKey, wrappedKey } from './meta-keys'

export interface ToMcpToolOptions {
  /** Icons for a lucide key; ui-presentations has a ready one. Unknown keys give undefined. */
  icons?: ((key: string) => Icon[] | undefined) | undefined
  /** Older revisions allow only an object as output: other output schemas are wrapped under `result`. @default 'legacy' */
  era?: McpEra | undefined
}

/** The tool as `tools/list` carries it. Presentation stands under `_meta`, where no model reads it. */
export function toMcpTool(tool: ToolDefinition, options: ToMcpToolOptions = {}): McpTool {
  const { presentation, annotations } = tool
  const title = tool.title ?? presentation?.label
  const output = tool.outputSchema && toJsonSchema(tool.outputSchema, { side: 'output' })
  const wrapped = output !== undefined && options.era !== 'modern' && output.type !== 'object'
  const icons = tool.icons ?? (presentation?.icon ? options.icons?.(presentation.icon) : undefined)
  const meta: Record<string, unknown> = { ...tool.meta }
  if (presentation) meta[presentationKey] = presentation
  if (tool.inputExamples?.length) meta[examplesKey] = tool.inputExamples
  if (wrapped) meta[wrappedKey] = true
  return {
    name: tool.name,
    ...(title !== undefined && { title }),
    description: describe(tool),
    inputSchema: toJsonSchema(tool.inputSchema, { side: 'input' }),
    ...(output && { outputSchema: wrapped ? wrapOutputSchema(output) : output }),
    ...(annotations && { annotations }),
    ...(icons?.length && { icons }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  }
}

function describe(tool: ToolDefinition): string {
  return tool.llmHint ? `${tool.description}\n\n[hint] ${tool.llmHint}` : tool.description
}

function wrapOutputSchema(schema: JsonSchema): JsonSchema {
  const { $defs, definitions, $schema, ...rest } = schema
  return {
    ...($schema && { $schema }),
    type: 'object',
    properties: { result: moveReferences(rest, '#', '#/properties/result') },
    required: ['result'],
    // References like `#/$defs/x` are resolved from the root.
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}

/** A schema whose local references, other than those to definitions, lead to another root. */
export function moveReferences<T>(schema: T, from: string, to: string): T {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    if (value !== from && !value.startsWith(`${from}/`)) return value
    return /^#\/(\$defs|definitions)\//.test(value) ? value : to + value.slice(from.length)
  })
}
