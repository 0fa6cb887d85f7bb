import type { JsonSchema, ToolDefinition, ToolPresentation } from '@toolprism/core'
import type { McpTool } from '../mcp.types'
import { examplesKey, presentationKey, wrappedKey } from '../meta-keys'
import { moveReferences } from '../to-mcp-tool'
import { remoteSchema } from './remote-schema'
import { cleanIcons, cleanLabel, cleanPresentation, cleanText } from './sanitize'

export interface FromMcpToolOptions {
  /** The name the tool gets here. @default its own */
  name?: string
  /** Believe the server's annotations; else they stand under `meta['dev.toolprism/claimed-annotations']`. @default false */
  trust?: boolean | undefined
  /** What to do with a result that does not fit the declared output schema. @default 'error' */
  onInvalidOutput?: 'error' | 'ignore' | undefined
  /** Check inputs before they are sent. @default true */
  validateInput?: boolean | undefined
  execute: ToolDefinition['execute']
}

/** Where the annotations of a server nobody vouched for stand. */
export const claimedAnnotationsKey = 'dev.toolprism/claimed-annotations'

/**
 * A remote tool as a Toolprism tool: schemas as they came, presentation from where a Toolprism server puts it
 * or from the title, texts without invisible characters.
 */
export function fromMcpTool(remote: McpTool, options: FromMcpToolOptions): ToolDefinition {
  const { annotations } = remote
  const meta = { ...remote._meta }
  const presentation =
    cleanPresentation(meta[presentationKey]) ?? fromTitle(remote.title ?? annotations?.title)
  const examples = meta[examplesKey]
  const wrapped = meta[wrappedKey] === true
  for (const key of [presentationKey, examplesKey, wrappedKey]) delete meta[key]
  if (annotations && !options.trust) meta[claimedAnnotationsKey] = annotations
  const title = cleanLabel(remote.title)
  const icons = cleanIcons(remote.icons)
  const output = options.onInvalidOutput === 'ignore' ? undefined : remote.outputSchema
  return {
    name: options.name ?? remote.name,
    ...(title !== undefined && { title }),
    description: cleanText(remote.description, 20_000) ?? '',
    inputSchema: remoteSchema(remote.inputSchema, options.validateInput),
    ...(output && { outputSchema: remoteSchema(wrapped ? unwrap(output) : output) }),
    ...(annotations && options.trust && { annotations }),
    ...(presentation && { presentation }),
    ...(icons && { icons }),
    ...(Array.isArray(examples) && { inputExamples: examples }),
    ...(Object.keys(meta).length > 0 && { meta }),
    execute: options.execute,
  }
}

function fromTitle(title: unknown): ToolPresentation | undefined {
  const label = cleanLabel(title)
  return label === undefined ? undefined : { label }
}

/** The reverse of what `toMcpTool` does to an output schema for older revisions. */
function unwrap(schema: JsonSchema): JsonSchema {
  const { $defs, definitions, properties } = schema as Record<string, unknown>
  const wrapped = (properties as { result?: JsonSchema } | undefined)?.result ?? {}
  const inner = moveReferences(wrapped, '#/properties/result', '#')
  return {
    ...inner,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}
