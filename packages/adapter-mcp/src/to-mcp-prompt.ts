import type { PromptDefinition } from '@toolprism/core'
import type { McpPrompt } from './mcp.types'

/** The prompt as `prompts/list` carries it. */
export function toMcpPrompt(prompt: PromptDefinition): McpPrompt {
  const { name, title, description, icons, meta } = prompt
  const list = prompt.arguments?.map(({ complete: _, ...argument }) => argument)
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(list?.length && { arguments: list }),
    ...(icons && { icons }),
    ...(meta && { _meta: meta }),
  }
}
