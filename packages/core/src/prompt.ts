import type { ContentBlock } from './content'
import type { Icon } from './presentation'
import type { ResourceContext } from './resource'

export interface PromptArgument {
  name: string
  title?: string
  description?: string
  required?: boolean
  complete?(value: string, others: Record<string, string>): string[] | Promise<string[]>
}

export interface PromptMessage {
  role: 'user' | 'assistant'
  content: ContentBlock
}

/** A prompt, as plain data. Arguments are strings, as in MCP. `build` answers one user message or a list. */
export interface PromptDefinition {
  name: string
  title?: string
  description?: string
  arguments?: PromptArgument[]
  icons?: Icon[]
  meta?: Record<string, unknown>
  build(
    values: Record<string, string>,
    context?: ResourceContext,
  ): string | PromptMessage[] | Promise<string | PromptMessage[]>
}
