import { McpRpcError, rpcCodes } from '../errors'

export type Params = Record<string, unknown>

/** A string parameter of a request, or a JSON-RPC -32602 that names it. */
export function stringParam(params: Params, name: string): string {
  const value = params[name]
  if (typeof value === 'string') return value
  throw new McpRpcError(
    rpcCodes.invalidParams,
    `params.${name} must be a string, got ${value === null ? 'null' : typeof value}`,
  )
}
