export interface ToolNameParts {
  /** The MCP server of an imported tool's name. */
  server?: string
  tool: string
}

/** `mcp__github__create_issue` and `github__create_issue` -> server `github`, tool `create_issue`. */
export function splitToolName(name: string): ToolNameParts {
  const match = /^(?:mcp__)?([A-Za-z0-9.-]+(?:_[A-Za-z0-9.-]+)*)__(.+)$/.exec(name)
  return match ? { server: match[1] ?? '', tool: match[2] ?? name } : { tool: name }
}
