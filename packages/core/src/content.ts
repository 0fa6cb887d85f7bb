import type { Icon } from './presentation'

/** Who a block is for and how much it matters (MCP annotations of content). */
export interface ContentAnnotations {
  audience?: ('user' | 'assistant')[]
  /** 0 (optional) to 1 (required). */
  priority?: number
  /** ISO 8601 time. */
  lastModified?: string
}

interface BlockBase {
  annotations?: ContentAnnotations
  _meta?: Record<string, unknown>
}

export interface TextContent extends BlockBase {
  type: 'text'
  text: string
}

/** `data` is base64. */
export interface ImageContent extends BlockBase {
  type: 'image'
  data: string
  mimeType: string
}

/** `data` is base64. */
export interface AudioContent extends BlockBase {
  type: 'audio'
  data: string
  mimeType: string
}

/** The contents of a resource: either `text` or base64 `blob`. */
export type ResourceContents = {
  uri: string
  mimeType?: string
  _meta?: Record<string, unknown>
} & ({ text: string; blob?: never } | { blob: string; text?: never })

export interface EmbeddedResource extends BlockBase {
  type: 'resource'
  resource: ResourceContents
}

export interface ResourceLink extends BlockBase {
  type: 'resource_link'
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  /** Bytes. */
  size?: number
  icons?: Icon[]
}

/** The content blocks of MCP 2025-11-25, used unchanged by every host. */
export type ContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | EmbeddedResource
  | ResourceLink

/** What a tool answers, in every host. `isError` is present only when the call failed. */
export interface ToolResult {
  content: ContentBlock[]
  /** Any JSON value; kept even when the tool declares no `outputSchema`. */
  structuredContent?: unknown
  isError?: true
  /** Facts for the host, never for the model. Keys of our own begin with `toolprism/`. */
  meta?: Record<string, unknown>
}
