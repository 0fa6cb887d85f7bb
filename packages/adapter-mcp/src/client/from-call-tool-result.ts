import type { ContentBlock, ToolResult } from '@toolprism/core'
import { wrappedKey } from '../meta-keys'

/**
 * A remote result as a ToolResult: every block kept, a block of an unknown kind replaced by a note that says
 * so, `structuredContent` kept whether or not a schema was declared.
 */
export function fromCallToolResult(value: unknown): ToolResult {
  const raw = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown> // any JSON
  const list = Array.isArray(raw['content']) ? raw['content'] : []
  const meta = raw['_meta'] as Record<string, unknown> | undefined // any JSON
  const { [wrappedKey]: wrapped, ...rest } = typeof meta === 'object' && meta !== null ? meta : {}
  const structured = raw['structuredContent']
  const unwrapped =
    wrapped === true ? (structured as { result?: unknown } | undefined)?.result : structured
  return {
    content: list.map(toBlock),
    ...(unwrapped !== undefined && { structuredContent: unwrapped }),
    ...(raw['isError'] === true && { isError: true }),
    ...(Object.keys(rest).length > 0 && { meta: rest }),
  }
}

function toBlock(block: unknown): ContentBlock {
  const { type } = (block ?? {}) as { type?: unknown } // any JSON
  switch (type) {
    case 'text':
    case 'image':
    case 'audio':
    case 'resource':
    case 'resource_link':
      return block as ContentBlock // core's callTool checks the rest of it
    default:
      return { type: 'text', text: `[a block of the unknown kind ${JSON.stringify(type) ?? '?'}]` }
  }
}
