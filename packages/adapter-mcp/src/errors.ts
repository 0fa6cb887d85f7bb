/** A mistake in how the adapter was set up, or a remote server that cannot be used. */
export class McpAdapterError extends Error {
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'McpAdapterError'
    this.code = code
  }
}

/** Recognises an error of any copy of this package. */
export function isAdapterError(error: unknown): error is McpAdapterError {
  return (error as { name?: unknown } | null)?.name === 'McpAdapterError'
}

/** A JSON-RPC error: both SDKs answer the `code` and `data` of a thrown error as they are. */
export class McpRpcError extends Error {
  readonly code: number
  readonly data?: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'McpRpcError'
    this.code = code
    if (data !== undefined) this.data = data
  }
}

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  missingCapability: -32021,
} as const
