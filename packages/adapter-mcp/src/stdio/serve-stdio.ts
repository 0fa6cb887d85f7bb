import type { Readable, Writable } from 'node:stream'
import { createServerFactory, type McpServerOptions } from '../create-mcp-server'
import { loadSdk, rethrow, type SdkChoice } from '../load-sdk'
import type { ServedSet } from '../serve/catalog'
import { protectStdout } from './protect-stdout'
import { createStdioTransport, type StdioTransport } from './stdio-transport'

export interface ServeStdioOptions extends Omit<McpServerOptions, 'sdk'> {
  /** @default 'auto' */
  sdk?: SdkChoice | undefined
  /** @default process.stdin */
  input?: Readable | undefined
  /** @default process.stdout, which is then kept for the protocol: other writes go to standard error */
  output?: Writable | undefined
  /**
   * Milliseconds a handler that ignores its signal may hold the process once the client is gone;
   * only with the process's own streams. @default 2000
   */
  exitAfterMs?: number | undefined
  /** Told about lines that are not messages and about failing streams. */
  onerror?: ((error: Error) => void) | undefined
}

export interface StdioServer {
  update(set: ServedSet): void
  close(): Promise<void>
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>
}

/** Serves one client over standard input and output, in every protocol revision the SDK knows. */
export async function serveStdio(options: ServeStdioOptions): Promise<StdioServer> {
  const { input = process.stdin, output = process.stdout } = options
  const sdk = await loadSdk(options.sdk)
  const factory = createServerFactory({ ...options, sdk: sdk.Server }, sdk.Server)
  const own = output === process.stdout
  const guard = own ? protectStdout() : undefined
  const transport = createStdioTransport({
    input,
    output,
    write: guard?.write ?? ((chunk) => output.write(chunk)),
  })
  const closed = new Promise<void>((resolve) => {
    const serverClosed = transport.close
    transport.close = async () => {
      await serverClosed()
      guard?.restore()
      if (own) exitSoon(options.exitAfterMs ?? 2000)
      resolve()
    }
  })
  if (options.onerror) transport.onerror = options.onerror
  if (sdk.version === 'v2') await serveWithV2(factory.make, transport, options.onerror)
  else await factory.make().connect(transport as never) // v1 types want its own message type
  return { update: factory.update, close: () => transport.close(), closed }
}

/** SDK v2 reads the first messages to know which protocol era to serve. */
async function serveWithV2(
  make: () => unknown,
  transport: StdioTransport,
  onerror: ServeStdioOptions['onerror'],
): Promise<void> {
  const { serveStdio: serve } = await import('@modelcontextprotocol/server/stdio').catch(rethrow)
  serve(make as never, { transport: transport as never, ...(onerror && { onerror }) }) // structural server and transport
}

function exitSoon(milliseconds: number): void {
  process.exitCode ??= 0
  setTimeout(() => process.exit(), milliseconds).unref()
}
