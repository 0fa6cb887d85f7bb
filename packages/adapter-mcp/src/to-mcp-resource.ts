import type { ResourceContents, ResourceDefinition, ResourceReturn } from '@toolprism/core'

import type { McpResource, McpResourceTemplate } from './mcp.types'

/** The resource as `resources/list` carries it, or as `resources/templates/list` does when it has a template. */
export function toMcpResource(resource: ResourceDefinition): McpResource | McpResourceTemplate {
  const { name, title, description, mimeType, size, icons, annotations, meta } = resource
  const rest = {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(icons && { icons }),
    ...(annotations && { annotations }),
    ...(meta && { _meta: meta }),
  }
  return resource.uriTemplate === undefined
    ? { uri: resource.uri, ...rest, ...(size !== undefined && { size }) }
    : { uriTemplate: resource.uriTemplate, ...rest }
}

/** What `read` answered as MCP contents. */
export function toResourceContents(
  value: ResourceReturn,
  uri: string,
  mimeType: string | undefined,
): ResourceContents[] {
  if (typeof value === 'string') return [{ uri, ...(mimeType && { mimeType }), text: value }]
  if (value instanceof Uint8Array)
    return [{ uri, mimeType: mimeType ?? 'application/octet-stream', blob: toBase64(value) }]
  return Array.isArray(value) ? value : [value]
}

/** Base64 in any runtime, in slices so that no argument list overflows. */
function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += 8192)
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return btoa(binary)
}
