import { lowerCompat } from './compat/lower'
import { commentLines } from './escape'
import { type PrintStyle, printType } from './print-type'
import type { ParityOptions, RenderTool } from './tool'

const STYLE: PrintStyle = { indent: '  ', sorted: true, textualParentheses: true }

/**
 * Declares each tool as a global function, in the order given: a JSDoc block with description, `[hint]` and
 * examples, then `declare function name(args: Input): Output;`. No tools give the empty string. Never throws.
 */
export function renderToolDecls(
  tools: readonly RenderTool[],
  _options: ParityOptions = {},
): string {
  return tools.map(renderToolDecl).join('\n')
}

function renderToolDecl(tool: RenderTool): string {
  const lines = commentLines((tool.description ?? '').trim())
  const hint = commentLines((tool.llmHint ?? '').trim()).join('\n')
  if (hint) lines.push(`[${hint}]`)
  for (const example of tool.inputExamples ?? [])
    lines.push(
      `@example ${tool.name}(${commentLines(JSON.stringify(example) ?? 'undefined').join('')})`,
    )
  const args = printType(lowerCompat(tool.inputSchema), STYLE)
  const result = printType(lowerCompat(tool.outputSchema), STYLE)
  const comment = lines.map((line) => ` * ${line}\n`).join('')
  return `/**\n${comment} */\ndeclare function ${tool.name}(args: ${args}): ${result};\n`
}
