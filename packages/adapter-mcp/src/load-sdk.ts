import { McpAdapterError } from './errors'
import type { McpServerLike } from './mcp.types'

/** The `Server` class of either SDK. */
export type ServerClass = new (implementation: never, options: never) => McpServerLike

/** Which SDK to use: `auto` takes v2 when it is installed (it serves all revisions), else v1. */
export type SdkChoice = 'auto' | 'v1' | 'v2'

export interface LoadedSdk {
  version: 'v1' | 'v2'
  Server: ServerClass
}

const loaders = {
  v1: async (): Promise<LoadedSdk> => {
    const { Server } = await import('@modelcontextprotocol/sdk/server/index.js').catch(rethrow)
    return { version: 'v1', Server }
  },
  v2: async (): Promise<LoadedSdk> => {
    const { Server } = await import('@modelcontextprotocol/server').catch(rethrow)
    return { version: 'v2', Server }
  },
}

/** Loads an installed SDK. Throws McpAdapterError with code MCP_SDK_MISSING, naming the line to run. */
export async function loadSdk(choice: SdkChoice = 'auto'): Promise<LoadedSdk> {
  const order = choice === 'auto' ? (['v2', 'v1'] as const) : [choice]
  for (const version of order) {
    try {
      return await loaders[version]()
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  throw new McpAdapterError(
    'MCP_SDK_MISSING',
    `No MCP SDK is installed. Run: npm i ${choice === 'v1' ? '@modelcontextprotocol/sdk' : '@modelcontextprotocol/server'}`,
  )
}

/**
 * The `catch` of every import of an SDK. A bundler that cannot find a package fails, unless the import says that it
 * may fail: with this, one installed SDK is enough to bundle.
 */
export function rethrow(error: unknown): never {
  throw error
}

/** True when an `import()` failed because the package is not installed. */
export function isMissing(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    code === 'ERR_MODULE_NOT_FOUND' ||
    code === 'MODULE_NOT_FOUND' ||
    /cannot find (module|package)|failed to resolve/i.test(String(message))
  )
}
