export {
  type Authenticate,
  type BearerAuthOptions,
  bearerAuth,
  type ResourceMetadata,
} from './http/auth'
export {
  createMcpHandler,
  type McpHandler,
  type McpHandlerOptions,
} from './http/create-mcp-handler'
export type { NodeHandler } from './http/node-handler'
export type { SessionOptions } from './http/sessions'
