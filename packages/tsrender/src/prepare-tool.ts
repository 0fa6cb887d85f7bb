import type { Diagnostic } from './diagnostic'
import type { Layout } from './layout'
import { lowerSchema } from './lower-schema'
import type { ResolvedTypeOptions } from './options'
import { readSchema } from './read-schema'
import type { RenderTool } from './tool'
import type { ToolName } from './tool-names'
import { isNever, type Type, UNKNOWN } from './type'

/** How much of a tool is shown. */
export type Detail = 'full' | 'summary' | 'types' | 'sentence' | 'name'

/** A tool on its way to text. */
export interface Prepared {
  tool: RenderTool
  name: ToolName
  detail: Detail
  input: { marked: string; form: 'none' | 'optional' | 'required' } | undefined
  output: string | undefined
}

/** Takes the schemas of a tool into the layout. */
export function prepareTool(
  tool: RenderTool,
  name: ToolName,
  detail: Detail,
  layout: Layout,
  options: ResolvedTypeOptions,
  diagnostics: Diagnostic[],
): Prepared {
  if (detail === 'sentence' || detail === 'name') return { tool, name, detail, input: undefined, output: undefined }
  const docs = detail === 'full' ? options.docs : 'none'
  const lower = (direction: 'input' | 'output'): Type | undefined => {
    const key = `${direction}Schema` as const
    const root = { direction, name: `${name.js}${direction === 'input' ? 'Args' : 'Result'}`, pointer: `/${key}` }
    return lowerTool(tool, name.original, root, options, diagnostics)
  }
  const add = (type: Type, direction: 'input' | 'output', suffix: string) =>
    layout.add(type, { profile: options.profile, direction, docs, name: `${name.js}${suffix}` })
  const input = lower('input')
  const output = lower('output')
  return {
    tool,
    name,
    detail,
    input: { marked: input ? add(input, 'input', 'Args') : '', form: formOf(input, options) },
    output: output && add(output, 'output', 'Result'),
  }
}

function lowerTool(
  tool: RenderTool,
  original: string,
  root: { direction: 'input' | 'output'; name: string; pointer: string },
  options: ResolvedTypeOptions,
  diagnostics: Diagnostic[],
): Type | undefined {
  const report = (code: Diagnostic['code'], pointer: string, message: string) => {
    diagnostics.push({ code, tool: original, pointer, message })
  }
  let schema: unknown
  try {
    schema = readSchema(root.direction === 'input' ? tool.inputSchema : tool.outputSchema, root.direction)
  } catch (error) {
    report('unreadable-schema', root.pointer, error instanceof Error ? error.message : String(error))
    return UNKNOWN
  }
  if (schema === undefined || schema === null) return undefined
  return lowerSchema(schema, {
    ...root,
    profile: options.profile,
    dialect: options.dialect,
    formatAliases: options.formatAliases,
    maxDepth: options.limits.depth,
    maxSchemas: options.limits.schemas,
    report,
  })
}

/** Whether a call needs an argument: `f()`, `f(args?: …)` or `f(args: …)`. */
function formOf(type: Type | undefined, options: ResolvedTypeOptions): 'none' | 'optional' | 'required' {
  if (!type) return 'none'
  if (type.kind === 'unknown') return 'optional'
  if (type.kind !== 'object') return 'required'
  const silent = type.properties.size === 0 && type.patterns.length === 0 && !type.explicit
  if (silent && (options.profile === 'prompt' || isNever(type.additional))) return 'none'
  return [...type.properties.values()].some(({ required }) => required) ? 'required' : 'optional'
}

