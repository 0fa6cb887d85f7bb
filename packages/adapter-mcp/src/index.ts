export { type Binding, type BindOptions, bindTools } from './bind-tools'
export {
  type CreatedMcpServer,
  createMcpServer,
  type McpServerOptions,
} from './create-mcp-server'
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
export type { ServedSet } from './serve/catalog'
export { type ToCallToolResultOptions, toCallToolResult } from './to-call-tool-result'
export { toMcpPrompt } from './to-mcp-prompt'
export { toMcpResource } from './to-mcp-resource'
export { type ToMcpToolOptions, toMcpTool } from './to-mcp-tool'
