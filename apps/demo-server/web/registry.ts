import type { JsonSchema, ToolAnnotations, ToolPresentation } from '@toolprism/core'
import { type PresentationRegistry, resolvePresentation } from '@toolprism/ui-presentations'
import { showHidden } from './show-hidden'

/** A tool as `/api/tools` describes it. */
export interface ListedTool {
  name: string
  title?: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  annotations?: ToolAnnotations
  presentation?: ToolPresentation
}

export interface Registry {
  workspace: string
  /** What answers in the chat, in words. */
  model: string
  /** Asked for from whoever is not this page; absent on loopback. */
  token?: string
  /** How an MCP client starts this server. */
  stdio: { command: string; args: string[] }
  tools: ListedTool[]
}

const shown = new Set(['title', 'description', 'label', 'icon', 'group', 'model', 'workspace'])

export async function fetchRegistry(): Promise<Registry> {
  const response = await fetch('api/tools')
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  // What people read of tools, which other servers may have written.
  return JSON.parse(await response.text(), (key, value) =>
    typeof value === 'string' && shown.has(key) ? showHidden(value) : value,
  )
}

/** What cards need to know of the tools. */
export function presentationsOf(tools: readonly ListedTool[]): PresentationRegistry {
  return new Map(
    tools.map(({ name, title, annotations, presentation }) => [
      name,
      { ...presentation, ...(title && { title }), ...(annotations && { annotations }) },
    ]),
  )
}

/** How a tool is shown, as on its cards. */
export function lookOf(tool: ListedTool) {
  return resolvePresentation({ toolName: tool.name }, presentationsOf([tool]))
}
