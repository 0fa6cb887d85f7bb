import { McpAdapterError } from '../errors'
import { isMissing, rethrow, type SdkChoice } from '../load-sdk'

/** The low-level client of either SDK, as far as the adapter calls it. */
export interface SdkClient {
  readonly transport?: unknown
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  fallbackNotificationHandler?: ((notification: RemoteNotification) => Promise<void>) | undefined
  connect(transport: unknown, options?: { timeout?: number }): Promise<void>
  close(): Promise<void>
  request(
    request: { method: string; params?: Record<string, unknown> },
    schema: unknown,
    options?: SdkRequestOptions,
  ): Promise<unknown>
  setRequestHandler(method: unknown, handler: (request: RemoteRequest) => unknown): void
  getServerCapabilities(): Record<string, unknown> | undefined
  getServerVersion(): { name: string; version: string } | undefined
  getInstructions(): string | undefined
}

export interface SdkRequestOptions {
  signal?: AbortSignal | undefined
  onprogress?: (update: Record<string, unknown>) => void
  timeout?: number
  resetTimeoutOnProgress?: boolean
  maxTotalTimeout?: number
  headers?: Record<string, string>
}

export interface RemoteNotification {
  method: string
  params?: Record<string, unknown>
}

export interface RemoteRequest {
  method: string
  params?: Record<string, unknown>
}

export interface ClientSettings {
  /** Which revisions to speak; SDK v1 knows the legacy ones alone. */
  protocol: 'auto' | 'legacy' | 'modern'
  capabilities: Record<string, unknown>
  onListChanged(kind: 'tools' | 'prompts' | 'resources'): void
}

/** An SDK's client parts, loaded when the first server is connected. */
export interface ClientSdk {
  readonly version: 'v1' | 'v2'
  createClient(settings: ClientSettings): SdkClient
  /** Answers requests of the server. */
  answer(client: SdkClient, method: string, handler: (request: RemoteRequest) => unknown): void
  stdio(options: StdioOptions): Promise<unknown>
  http(url: URL, options: HttpOptions): Promise<unknown>
}

export interface StdioOptions {
  command: string
  args?: string[]
  env?: Record<string, string>
  cwd?: string
  stderr?: 'pipe' | 'inherit' | 'ignore'
}

export interface HttpOptions {
  requestInit?: { headers: Record<string, string> }
  fetch?: unknown
  authProvider?: unknown
}

const implementation = { name: 'toolprism', version: '1' }

const loaders = {
  async v1(): Promise<ClientSdk> {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js').catch(rethrow)
    return {
      version: 'v1',
      createClient: ({ capabilities, onListChanged }) => {
        const client = new Client(implementation, { capabilities }) as unknown as SdkClient // structural
        client.fallbackNotificationHandler = async ({ method }) => {
          const kind = /^notifications\/(tools|prompts|resources)\/list_changed$/.exec(method)?.[1]
          if (kind) onListChanged(kind as 'tools')
        }
        return client
      },
      answer: (client, method, handler) =>
        client.setRequestHandler({ shape: { method: { value: method } }, ...anyResult }, handler),
      async stdio(options) {
        const { StdioClientTransport } = await import(
          '@modelcontextprotocol/sdk/client/stdio.js'
        ).catch(rethrow)
        return new StdioClientTransport(options)
      },
      async http(url, options) {
        const { StreamableHTTPClientTransport } = await import(
          '@modelcontextprotocol/sdk/client/streamableHttp.js'
        ).catch(rethrow)
        return new StreamableHTTPClientTransport(url, options as never) // fetch and authProvider of the host
      },
    }
  },
  async v2(): Promise<ClientSdk> {
    const { Client, StreamableHTTPClientTransport } = await import(
      '@modelcontextprotocol/client'
    ).catch(rethrow)
    return {
      version: 'v2',
      createClient: ({ capabilities, protocol, onListChanged }) => {
        const changed = (kind: 'tools' | 'prompts' | 'resources') => ({
          [kind]: { autoRefresh: false, debounceMs: 0, onChanged: () => onListChanged(kind) },
        })
        return new Client(implementation, {
          capabilities: capabilities as never, // its own type
          versionNegotiation: { mode: protocol === 'modern' ? { pin: '2026-07-28' } : protocol },
          listChanged: { ...changed('tools'), ...changed('prompts'), ...changed('resources') },
        }) as unknown as SdkClient // structural
      },
      answer: (client, method, handler) => client.setRequestHandler(method, handler),
      async stdio(options) {
        const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio').catch(
          rethrow,
        )
        return new StdioClientTransport(options)
      },
      http: async (url, options) => new StreamableHTTPClientTransport(url, options as never), // fetch and authProvider of the host
    }
  },
}

/** Loads an installed client SDK. Throws McpAdapterError with code MCP_SDK_MISSING, naming the line to run. */
export async function loadClientSdk(choice: SdkChoice = 'auto'): Promise<ClientSdk> {
  for (const version of choice === 'auto' ? (['v2', 'v1'] as const) : [choice]) {
    try {
      return await loaders[version]()
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  throw new McpAdapterError(
    'MCP_SDK_MISSING',
    `No MCP client is installed. Run: npm i ${choice === 'v1' ? '@modelcontextprotocol/sdk' : '@modelcontextprotocol/client'}`,
  )
}

/**
 * A schema that takes anything, in the shapes both SDKs want: the SDKs' own result schemas fail a whole list
 * for one bad entry, and drop what they do not know.
 */
export const anyResult = {
  parse: (data: unknown) => data,
  safeParse: (data: unknown) => ({ success: true as const, data }),
  parseAsync: async (data: unknown) => data,
  safeParseAsync: async (data: unknown) => ({ success: true as const, data }),
  '~standard': {
    version: 1 as const,
    vendor: 'toolprism',
    validate: (value: unknown) => ({ value }),
  },
}
