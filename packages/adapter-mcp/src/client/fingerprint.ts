import type { McpTool } from '../mcp.types'

/** A hash of what a model and an approver read of a tool: name, texts, schemas, annotations. */
export async function fingerprintTool(tool: McpTool): Promise<string> {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool
  const text = canonical({ name, title, description, inputSchema, outputSchema, annotations })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** JSON with sorted keys: the order a server writes them in says nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  )
}
