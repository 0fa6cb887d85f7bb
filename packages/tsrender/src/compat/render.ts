import { commentLines, propertyName } from '../escape'
import { jsToolNames } from '../js-tool-names'
import { jsonText } from '../notes'
import { compareCodePoints } from '../order'
import { type Printer, printType } from '../print-type'
import type { RenderTool } from '../tool'
import { identifierOf } from '../tool-names'
import { lowerCompat } from './lower'

const INDENT = '  '

/** Text as agentsdk 0.3 laid it out. Where its own text was no TypeScript, ours is. */
const printer: Printer = {
  profile: 'prompt',
  direction: 'input',
  docs: 'trailing',
  order: 'alpha',
  fenceSafe: false,
  faithful: true,
  compare: compareCodePoints,
  propertyName,
  object: (lines) =>
    lines.length ? `{\n${INDENT}${lines.join('\n').replaceAll('\n', `\n${INDENT}`)}\n}` : '{}',
  literals: (text) => text,
  reference: () => 'any',
  comment: (description) => ` // ${description}`,
  documentationOf: () => '',
  // It looked at the text: a union anywhere inside earns parentheses.
  operand: (text) => (text.includes(' | ') ? `(${text})` : text),
}

const printSchema = (schema: unknown) => printType(lowerCompat(schema), printer, '')

/** RenderToolDecls of agentsdk 0.3. */
export function renderToolDeclsCompat(tools: readonly RenderTool[]): string {
  return tools
    .map((tool) => {
      const lines = safeLines(tool.description)
      const hint = safeLines(tool.llmHint).join('\n')
      if (hint) lines.push(`[${hint}]`)
      const name = identifierOf(tool.name)
      for (const example of tool.inputExamples ?? [])
        lines.push(commentLines(`@example ${name}(${jsonText(example)})`, false).join(' '))
      const comment = lines.map((line) => ` * ${line}\n`).join('')
      return `/**\n${comment} */\ndeclare function ${name}(args: ${printSchema(tool.inputSchema)}): ${printSchema(tool.outputSchema)};\n`
    })
    .join('\n')
}

/** RenderMCPNamespace of agentsdk 0.3. */
export function renderMcpNamespaceCompat(namespace: string, tools: readonly RenderTool[]): string {
  if (tools.length === 0) return ''
  const names = jsToolNames(tools.map((tool) => tool.name))
  const sorted = [...tools].sort((a, b) => compareCodePoints(a.name, b.name))
  const members = sorted.map((tool) => {
    const description = safeLines(tool.description).join(' ')
    const comment = description ? `/** ${description} */\n` : ''
    return `${comment}${propertyName(names[tool.name]!)}(args: ${printSchema(tool.inputSchema)}): unknown;`
  })
  const body = members.join('\n').replaceAll('\n', `\n${INDENT}`)
  return `declare const ${identifierOf(namespace)}: {\n${INDENT}${body}\n};\n`
}

const safeLines = (text: string | undefined) => commentLines((text ?? '').trim(), false)
