import type { Link } from './create-link'
import { requestRemote } from './request-remote'

const maxPages = 64
const maxItems = 10_000

/** What a list holds, and why it may be short. */
export interface RemoteList {
  items: unknown[]
  problem?: { code: string; message: string }
}

/** Follows a list's cursors, with a guard against a server that never ends it. */
export async function readList(
  link: Link,
  method: string,
  key: string,
  timeout: number,
): Promise<RemoteList> {
  const items: unknown[] = []
  const seen = new Set<unknown>()
  let cursor: unknown
  for (let page = 0; ; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const answer = await requestRemote(link, { method, params }, { timeout })
    const list = answer[key]
    if (!Array.isArray(list))
      return { items, problem: problem('LIST_INVALID', `${method} answered no ${key} array`) }
    items.push(...list.slice(0, maxItems))
    cursor = answer['nextCursor']
    if (cursor === undefined || cursor === null || cursor === '') return { items }
    if (seen.has(cursor))
      return {
        items,
        problem: problem('LIST_ENDLESS', `${method} repeats the cursor ${JSON.stringify(cursor)}`),
      }
    if (page + 1 >= maxPages || items.length >= maxItems)
      return {
        items: items.slice(0, maxItems),
        problem: problem(
          'LIST_TOO_LONG',
          `${method} goes on after ${page + 1} pages and ${items.length} entries; the rest is ignored`,
        ),
      }
    seen.add(cursor)
  }
}

function problem(code: string, message: string) {
  return { code, message }
}
