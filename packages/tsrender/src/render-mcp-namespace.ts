import { lowerCompat } from './compat/lower'
import { commentLines, propertyName } from './escape'
import { jsToolNames } from './js-tool-names'
import { compareCodePoints } from './order'
import { type PrintStyle, printType } from './print-type'
import type { ParityOptions, RenderTool } from './tool'

const STYLE: PrintStyle = { indent: '  ', sorted: true, textualParentheses: true }

/**
 * Declares the tools of one server as methods of `namespace`, which is the whole identifier the runtime binds
 * (`mcp_github`). Sorted by name; names are those of `jsToolNames`. No tools give the empty string. Never throws.
 */
export function renderMcpNamespace(
  namespace: string,
  tools: readonly RenderTool[],
  _options: ParityOptions = {},
): string {
  if (tools.length === 0) return ''
  const names = jsToolNames(tools.map((tool) => tool.name))
  const sorted = [...tools].sort((a, b) => compareCodePoints(a.name, b.name))
  const members = sorted.map((tool) => renderMethod(tool, names[tool.name] ?? tool.name))
  return `declare const ${namespace}: {\n${members.join('')}};\n`
}

function renderMethod(tool: RenderTool, name: string): string {
  const description = commentLines((tool.description ?? '').trim()).join(' ')
  const comment = description ? `  /** ${description} */\n` : ''
  const args = printType(lowerCompat(tool.inputSchema), STYLE, 1)
  return `${comment}  ${propertyName(name)}(args: ${args}): unknown;\n`
}
