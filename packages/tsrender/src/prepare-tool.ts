import type { Diagnostic } from './diagnostic'
import type { Layout } from './layout'
import type { Node } from './layout-node'
import type { ResolvedTypeOptions } from './options'
import { readType } from './read-type'
import type { RenderTool } from './tool'
import type { ToolName } from './tool-names'
import { isNever, type Type } from './type'

/** How much of a tool is shown. */
export type Detail = 'full' | 'summary' | 'types' | 'sentence' | 'name'

/** A tool on its way to text. */
export interface Prepared {
  tool: RenderTool
  name: ToolName
  detail: Detail
  input: { node: Node | undefined; form: 'none' | 'optional' | 'required' } | undefined
  output: Node | undefined
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
  if (detail === 'sentence' || detail === 'name')
    return { tool, name, detail, input: undefined, output: undefined }
  if (detail === 'full' && `${tool.description ?? ''}`.length > options.limits.description)
    diagnostics.push({
      code: 'text-clipped',
      tool: name.original,
      pointer: '/description',
      message: 'The description was cut.',
    })
  const docs = detail === 'full' ? options.docs : 'none'
  const read = (direction: 'input' | 'output', suffix: string) => {
    const key = `${direction}Schema` as const
    const place = {
      direction,
      name: `${name.js}${suffix}`,
      pointer: `/${key}`,
      tool: name.original,
    }
    return readType(() => tool[key], place, options, diagnostics)
  }
  const add = (type: Type, direction: 'input' | 'output', suffix: string) =>
    layout.add(type, { profile: options.profile, direction, docs, name: `${name.js}${suffix}` })
  const input = read('input', 'Args')
  const output = read('output', 'Result')
  return {
    tool,
    name,
    detail,
    input: { node: input && add(input, 'input', 'Args'), form: formOf(input, options) },
    output: output && add(output, 'output', 'Result'),
  }
}

/** Whether a call needs an argument: `f()`, `f(args?: …)` or `f(args: …)`. */
function formOf(
  type: Type | undefined,
  options: ResolvedTypeOptions,
): 'none' | 'optional' | 'required' {
  if (!type) return 'none'
  if (type.kind === 'reference') return formOf(type.target.type, options)
  if (type.kind === 'unknown') return 'optional'
  if (type.kind !== 'object') return 'required'
  const silent = type.properties.size === 0 && type.patterns.length === 0 && !type.explicit
  if (silent && (options.profile === 'prompt' || isNever(type.additional))) return 'none'
  return [...type.properties.values()].some(({ required }) => required) ? 'required' : 'optional'
}
