import type { JsonSchema, ToolAnnotations, ToolPresentation } from '@toolprism/core'

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

export async function fetchRegistry(): Promise<Registry> {
  const response = await fetch('api/tools')
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return response.json()
}

export function labelOf(tool: ListedTool): string {
  return tool.presentation?.label ?? tool.title ?? tool.annotations?.title ?? tool.name
}
