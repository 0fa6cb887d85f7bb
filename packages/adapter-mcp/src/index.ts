export type { Binding, BindOptions } from './bind-tools'
export { bindTools } from './bind-tools'
export type { CreatedMcpServer, McpServerOptions } from './create-mcp-server'
export { createMcpServer } from './create-mcp-server'
export { McpAdapterError, McpRpcError } from './errors'
export type { SdkChoice, ServerClass } from './load-sdk'
export type {
  McpCallToolResult,
  McpEra,
  McpGetPromptResult,
  McpHost,
  McpPrompt,
  McpReadResourceResult,
  McpResource,
  McpResourceTemplate,
  McpServerLike,
  McpTool,
} from './mcp.types'
export type { AppCardOptions } from './serve/app-card'
export type { CallOptions } from './serve/call-tool'
export type { CatalogOptions, ServedSet } from './serve/catalog'
export type { ToCallToolResultOptions } from './to-call-tool-result'
export { toCallToolResult } from './to-call-tool-result'
export { toMcpPrompt } from './to-mcp-prompt'
export { toMcpResource } from './to-mcp-resource'
export type { ToMcpToolOptions } from './to-mcp-tool'
export { toMcpTool } from './to-mcp-tool'
