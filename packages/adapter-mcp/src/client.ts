export type {
  ConnectMcpOptions,
  McpConnection,
  McpProblem,
  ServerLocation,
  ToolsDiff,
} from './client/connect.types'
export { connectMcp } from './client/connect-mcp'
export type {
  ConnectMcpServersOptions,
  McpConnections,
  McpServerEntry,
  McpServersConfig,
} from './client/connect-mcp-servers'
export { connectMcpServers } from './client/connect-mcp-servers'
export { fingerprintTool } from './client/fingerprint'
export { fromCallToolResult } from './client/from-call-tool-result'
export type { FromMcpToolOptions } from './client/from-mcp-tool'
export { claimedAnnotationsKey, fromMcpTool } from './client/from-mcp-tool'
