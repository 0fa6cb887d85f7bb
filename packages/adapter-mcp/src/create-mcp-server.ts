import { type Icon, type JsonSchema, toStandardSchema } from '@toolprism/core'
import { type BindOptions, bindServed, type Served } from './bind-tools'
import { loadSdk, type SdkChoice, type ServerClass } from './load-sdk'
import type { McpServerLike } from './mcp.types'
import { createCatalog, type ServedSet } from './serve/catalog'
import { createHandlers } from './serve/handlers'

export interface McpServerOptions extends ServedSet, BindOptions {
  name: string
  version: string
  title?: string | undefined
  websiteUrl?: string | undefined
  /** Icons of the server itself. */
  serverIcons?: Icon[] | undefined
  /** How to use the server, for the model. */
  instructions?: string | undefined
  /** The SDK to load, or its `Server` class. @default 'auto' */
  sdk?: SdkChoice | ServerClass | undefined
  /** More capabilities to declare. */
  capabilities?: Record<string, Record<string, unknown>> | undefined
}

/** A low-level server of the SDK with everything bound, and the handle to change it. */
export interface CreatedMcpServer {
  readonly server: McpServerLike
  connect(transport: unknown): Promise<void>
  update(set: ServedSet): void
  close(): Promise<void>
}

/** Makes one MCP server object: serves one connection. Rejects with code MCP_SDK_MISSING when no SDK is installed. */
export async function createMcpServer(options: McpServerOptions): Promise<CreatedMcpServer> {
  const { Server } =
    typeof options.sdk === 'function' ? { Server: options.sdk } : await loadSdk(options.sdk)
  const factory = createServerFactory(options, Server)
  const server = factory.make()
  return {
    server,
    connect: (transport) => server.connect(transport as never), // each SDK checks its own transport
    update: factory.update,
    close: () => server.close(),
  }
}

export interface ServerFactory {
  readonly served: Served
  /** A new server object, ready to connect; everything heavy in it is shared. */
  make(): McpServerLike
  /** The same for one request: it hears of no changes, so nothing needs to end it. */
  makeForRequest(): McpServerLike
  update(set: ServedSet): void
}

/** Checks and converts everything at once; throws for wrong names, duplicates and schemas. */
export function createServed(options: McpServerOptions): Served {
  const catalog = createCatalog(options, options)
  return { catalog, handlers: createHandlers(catalog, options) }
}

export function createServerFactory(
  options: McpServerOptions,
  Server: ServerClass,
  served = createServed(options),
): ServerFactory {
  const { name, version, title, websiteUrl, serverIcons, instructions } = options
  const implementation = {
    name,
    version,
    ...(title && { title }),
    ...(websiteUrl && { websiteUrl }),
    ...(serverIcons && { icons: serverIcons }),
  }
  const serverOptions = {
    capabilities: { ...options.capabilities },
    ...(instructions && { instructions }),
    jsonSchemaValidator: sharedValidator,
  }
  void toStandardSchema({ type: 'object' })['~standard'].validate({}) // loads the engine for the validator below
  const make = (lasting: boolean) => {
    const server = new Server(implementation as never, serverOptions as never) // each SDK's own types
    bindServed(server, served, lasting)
    return server
  }
  return {
    served,
    make: () => make(true),
    makeForRequest: () => make(false),
    update: (set) => served.catalog.update(set),
  }
}

const refused = (errorMessage: string) => ({
  valid: false as const,
  data: undefined,
  errorMessage,
})

/** Both SDKs take such a validator; one for all server objects spares v1 an Ajv for each (250 µs, 19 KB). */
const sharedValidator = {
  getValidator(schema: JsonSchema) {
    const { validate } = toStandardSchema(schema, { inputBudget: {} })['~standard']
    return (input: unknown) => {
      const result = validate(input)
      // Both SDKs want the answer at once. Late is only a first refusal, or a first check that overtakes the engine.
      if (result instanceof Promise) return refused('does not fit the schema, or came too early')
      return result.issues
        ? refused(result.issues[0]?.message ?? 'does not fit the schema')
        : { valid: true as const, data: input, errorMessage: undefined }
    }
  },
}
