import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  InMemoryTransport as InMemoryV2,
} from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport as InMemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { createMcpServer, type McpServerOptions } from '@toolprism/adapter-mcp'
import { createMcpHandler, type McpHandlerOptions } from '@toolprism/adapter-mcp/http'
import { serveStdio } from '@toolprism/adapter-mcp/stdio'
import * as z from 'zod'

export type Sdk = 'v1' | 'v2'
export type Era = 'legacy' | 'modern'
export type Way = 'memory' | 'stdio' | 'web' | 'http'

/** A real SDK client, driven the same way whichever it is. */
export interface Peer {
  request(method: string, params?: Record<string, unknown>, options?: RequestOptions): Promise<any>
  client: ClientV1 | ClientV2
  update?: (set: object) => void
  close(): Promise<void>
}

export interface RequestOptions {
  signal?: AbortSignal
  onprogress?: (update: unknown) => void
  timeout?: number
}

export interface PeerOptions {
  capabilities?: Record<string, object>
  /** Given to the client before it connects. */
  prepare?: (client: any) => void
  handler?: Partial<McpHandlerOptions>
}

/** Every server generation, era and transport that exists together. */
export const cells: { sdk: Sdk; era: Era; way: Way }[] = [
  ...(['memory', 'stdio', 'web', 'http'] as const).map(
    (way) => ({ sdk: 'v1', era: 'legacy', way }) as const,
  ),
  ...(['memory', 'stdio', 'web', 'http'] as const).map(
    (way) => ({ sdk: 'v2', era: 'legacy', way }) as const,
  ),
  // SDK v2's in-memory transport knows the legacy era alone.
  ...(['stdio', 'web', 'http'] as const).map((way) => ({ sdk: 'v2', era: 'modern', way }) as const),
]

export async function connectPeer(
  { sdk, era, way }: { sdk: Sdk; era: Era; way: Way },
  set: Partial<McpServerOptions>,
  options: PeerOptions = {},
): Promise<Peer> {
  const served = { name: 'sample', version: '1.0.0', ...set, sdk }
  const client = makeClient(sdk, era, options)
  const closers: (() => unknown)[] = []
  const transport = await transportOf()
  await client.connect(transport as never)
  return {
    client,
    request: (method, params = {}, requestOptions) =>
      sdk === 'v1'
        ? (client as ClientV1).request({ method, params }, z.looseObject({}), requestOptions)
        : (client as ClientV2).request(
            { method, params } as never,
            z.looseObject({}),
            requestOptions,
          ),
    async close() {
      await client.close()
      for (const close of closers) await close()
    },
  }

  async function transportOf(): Promise<unknown> {
    if (way === 'memory') {
      const server = await createMcpServer(served)
      closers.push(() => server.close())
      const [a, b] = (sdk === 'v1' ? InMemoryV1 : InMemoryV2).createLinkedPair()
      await server.connect(a)
      return b
    }
    if (way === 'stdio') {
      const input = new PassThrough()
      const output = new PassThrough()
      const server = await serveStdio({ ...served, input, output })
      closers.push(() => server.close())
      return lineTransport(output, input)
    }
    const handler = createMcpHandler({ ...served, ...options.handler })
    closers.push(() => handler.close())
    const Http = sdk === 'v1' ? HttpV1 : HttpV2
    if (way === 'web')
      return new Http(new URL('http://localhost/mcp'), {
        fetch: (url: string | URL, init?: RequestInit) => handler(new Request(url, init)),
      })
    const listener = createServer(handler.node)
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    closers.push(
      () =>
        new Promise((resolve) => {
          listener.close(resolve)
          listener.closeAllConnections()
        }),
    )
    return new Http(new URL(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`))
  }
}

function makeClient(sdk: Sdk, era: Era, options: PeerOptions): ClientV1 | ClientV2 {
  const info = { name: 'test', version: '1.0.0' }
  const capabilities = { capabilities: options.capabilities ?? {} }
  const client =
    sdk === 'v1'
      ? new ClientV1(info, capabilities)
      : new ClientV2(info, {
          ...capabilities,
          versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
        })
  options.prepare?.(client)
  return client
}

/** The client's end of a pair of streams. */
export function lineTransport(from: PassThrough, to: PassThrough) {
  let buffer = ''
  const transport = {
    onmessage: undefined as ((message: unknown) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      from.on('data', (chunk) => {
        buffer += chunk
        const lines = buffer.split('\n')
        buffer = lines.pop() ?? ''
        for (const line of lines) transport.onmessage?.(JSON.parse(line))
      })
    },
    async send(message: unknown) {
      to.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      to.end()
      transport.onclose?.()
    },
  }
  return transport
}
