import { McpAdapterError } from '../errors'
import { toFailure } from './failure'
import type { SdkClient } from './sdk-client'

export interface LinkOptions {
  name: string
  /** Opens a new transport; undefined when there is only the one the caller gave. */
  reopen: boolean
  open(): Promise<SdkClient>
  /** Lets the user sign in; false when that is not what the error asks for. */
  signIn(error: unknown, client: SdkClient): Promise<boolean>
  /** Called after a connection was made again. */
  onReopened(): void
  sleep(milliseconds: number): Promise<void>
}

/** One server's connection: opened on use, opened again when it broke, with growing pauses when it breaks at once. */
export interface Link {
  client(): Promise<SdkClient>
  /**
   * Whether a failed request may go out again, over a new connection: one the server never took, or may have
   * begun when that does no harm (`safe`), or one it wants a sign-in for.
   */
  recover(client: SdkClient, error: unknown, safe: boolean): Promise<boolean>
  close(): Promise<void>
  readonly closed: boolean
}

const firstPause = 250
const longestPause = 30_000
/** A connection that lived this long was a good one. */
const goodMs = 10_000

export function createLink(options: LinkOptions): Link {
  let current: SdkClient | undefined
  let opening: Promise<SdkClient> | undefined
  let opened = 0
  let failures = 0
  let since = 0
  let closed = false

  const lost = (client: SdkClient) => {
    if (current !== client) return
    current = undefined
    failures = Date.now() - since >= goodMs ? 0 : failures + 1
  }

  const open = async (): Promise<SdkClient> => {
    if (opened > 0 && !options.reopen)
      throw new McpAdapterError(
        'MCP_CONNECTION_LOST',
        `The connection to ${options.name} is gone and cannot be made again: give connectMcp a function that makes the transport.`,
      )
    if (failures > 0) await options.sleep(Math.min(longestPause, firstPause * 2 ** (failures - 1)))
    try {
      const client = await options.open()
      if (closed) {
        await client.close().catch(() => {})
        throw closedError(options.name)
      }
      const onclose = client.onclose
      client.onclose = () => {
        onclose?.()
        lost(client)
      }
      current = client
      since = Date.now()
      opened++
      if (opened > 1) options.onReopened()
      return client
    } catch (error) {
      failures++
      throw error
    }
  }

  return {
    get closed() {
      return closed
    },
    async client() {
      if (closed) throw closedError(options.name)
      if (current) return current
      opening ??= open().finally(() => {
        opening = undefined
      })
      return opening
    },
    async recover(client, error, safe) {
      const { kind } = toFailure(error)
      const signedIn = kind === 'unauthorized' && (await options.signIn(error, client))
      const gone = kind === 'session-lost' || kind === 'not-sent' || kind === 'closed'
      if (!gone && !signedIn) return false
      if (current === client) {
        current = undefined
        client.close().catch(() => {})
      }
      return !closed && (kind !== 'closed' || safe)
    },
    async close() {
      closed = true
      const client = current
      current = undefined
      await client?.close()
    },
  }
}

function closedError(name: string): McpAdapterError {
  return new McpAdapterError(
    'MCP_CLOSED',
    `The connection to ${name} was closed. Close it only after the last call has ended.`,
  )
}
