import { McpRpcError, rpcCodes } from '../errors'

/** One answer of a list method, ready to send. */
export type Page = Readonly<Record<string, unknown>>

/** A list cut into ready answers, so that serving one costs a look-up. */
export interface Pages {
  /** Throws a JSON-RPC -32602 for a cursor this list never gave out. */
  at(cursor: unknown): Page
  readonly items: readonly unknown[]
}

let generation = 0

export function toPages(key: string, items: readonly unknown[], pageSize = 1000): Pages {
  if (!(pageSize >= 1)) throw new RangeError(`pageSize must be at least 1, got ${pageSize}`)
  // A cursor of an older list must not point into a newer one.
  const version = (generation++).toString(36)
  const byCursor = new Map<string, Page>()
  const count = Math.max(1, Math.ceil(items.length / pageSize))
  const cursorOf = (index: number) => `${key}-${version}-${index}`
  for (let index = 0; index < count; index++) {
    const slice = items.slice(index * pageSize, (index + 1) * pageSize)
    const last = index === count - 1
    const page = { [key]: slice, ...(!last && { nextCursor: cursorOf(index + 1) }) }
    byCursor.set(cursorOf(index), Object.freeze(page))
  }
  const first = byCursor.get(cursorOf(0)) as Page // count is at least 1
  return {
    items,
    at(cursor) {
      if (cursor === undefined) return first
      const page = typeof cursor === 'string' ? byCursor.get(cursor) : undefined
      if (page) return page
      throw new McpRpcError(
        rpcCodes.invalidParams,
        `Unknown cursor ${JSON.stringify(cursor)?.slice(0, 80)}: the list may have changed. Start again without a cursor.`,
      )
    },
  }
}
