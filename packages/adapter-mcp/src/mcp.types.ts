import type {
  ContentAnnotations,
  ContentBlock,
  Icon,
  JsonSchema,
  PromptMessage,
  ResourceContents,
  ToolAnnotations,
} from '@toolprism/core'

/** `legacy` is every revision up to 2025-11-25, `modern` is 2026-07-28 and later. */
export type McpEra = 'legacy' | 'modern'

/** A tool as `tools/list` carries it. */
export interface McpTool {
  name: string
  title?: string
  description?: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  annotations?: ToolAnnotations
  icons?: Icon[]
  _meta?: Record<string, unknown>
}

/** The result of `tools/call`. */
export interface McpCallToolResult {
  content: ContentBlock[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** A resource as `resources/list` carries it. */
export interface McpResource {
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  size?: number
  icons?: Icon[]
  annotations?: ContentAnnotations
  _meta?: Record<string, unknown>
}

/** A resource template as `resources/templates/list` carries it. */
export interface McpResourceTemplate extends Omit<McpResource, 'uri' | 'size'> {
  uriTemplate: string
}

/** A prompt as `prompts/list` carries it. */
export interface McpPrompt {
  name: string
  title?: string
  description?: string
  arguments?: { name: string; title?: string; description?: string; required?: boolean }[]
  icons?: Icon[]
  _meta?: Record<string, unknown>
}

export interface McpGetPromptResult {
  description?: string
  messages: PromptMessage[]
}

export interface McpReadResourceResult {
  contents: ResourceContents[]
}

/**
 * The part of a low-level `Server` the adapter uses. `Server` and `McpServer` of SDK v1 (>= 1.26) and
 * of v2 fit it, so that neither SDK's types need to be installed.
 */
export interface McpServerLike {
  connect(transport: never): Promise<void>
  close(): Promise<void>
  server?: unknown
}

/** What a host hands to a tool as `context.host` while it is called over MCP. */
export interface McpHost {
  readonly kind: 'mcp'
  readonly era: McpEra
  readonly requestId: string | number
  readonly sessionId?: string
  /** `_meta` of the request. */
  readonly meta?: Record<string, unknown>
  /** What `authenticate` answered, or what the HTTP host passed. */
  readonly authInfo?: unknown
  readonly clientCapabilities?: Record<string, unknown>
  /**
   * Asks the client: `elicitation/create`, `sampling/createMessage` or `roots/list`. In the modern era the
   * tool runs again from its start once the answer is there, so ask before acting.
   * `key` names the question (by default its number): the answers find their way by it.
   * Rejects with the JSON-RPC code -32021 when the client did not declare the capability.
   */
  request(
    method: string,
    params?: Record<string, unknown>,
    options?: { key?: string },
  ): Promise<Record<string, unknown>>
  /** Sends a notification tied to this call. */
  notify(method: string, params?: Record<string, unknown>): void
  /** Closes the response stream so that the client reconnects and resumes; undefined without resumability. */
  closeStream?(): void
}
