import type { AgentOptions } from './agent-types'
import type { ToolRegistry } from './registry'
import { skillCatalogue } from './skills'

/** The system message: the host's words, the skills there are and, when wanted, the tools as TypeScript. */
export async function writeInstructions(
  options: AgentOptions,
  registry: ToolRegistry,
): Promise<string | undefined> {
  const { instructions, skills = [], toolPrompt } = options
  const parts: string[] = []
  if (typeof instructions === 'string') parts.push(instructions)
  else if (instructions) parts.push(...instructions)
  const catalogue = skillCatalogue(skills)
  if (catalogue) parts.push(catalogue)
  if (toolPrompt === 'typescript' && registry.tools.length > 0)
    parts.push(await describeTools(registry))
  const text = parts.filter((part) => part.trim() !== '').join('\n\n')
  return text === '' ? undefined : text
}

async function describeTools(registry: ToolRegistry): Promise<string> {
  // Loaded when it is wanted: most agents never are.
  const { renderToolDecls } = await import('@toolprism/tsrender')
  const declarations = renderToolDecls(
    registry.tools.map(({ name, definition }) => ({ ...definition, name })),
  )
  return `The tools, as TypeScript declarations:\n\n\`\`\`ts\n${declarations}\n\`\`\``
}
