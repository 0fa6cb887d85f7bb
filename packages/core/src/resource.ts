import type { ContentAnnotations, ResourceContents } from './content'
import type { Icon } from './presentation'

/** What `read` may answer: text, bytes, or ready MCP contents. */
export type ResourceReturn = string | Uint8Array | ResourceContents | ResourceContents[]

export interface ResourceContext {
  signal: AbortSignal
  host?: unknown
}

/** A resource, as plain data: either a fixed `uri` or an RFC 6570 `uriTemplate` (level 1-3 variables). */
export type ResourceDefinition = {
  name: string
  title?: string
  description?: string
  mimeType?: string
  /** Bytes. */
  size?: number
  icons?: Icon[]
  annotations?: ContentAnnotations
  meta?: Record<string, unknown>
} & (
  | {
      uri: string
      uriTemplate?: never
      read(context: ResourceContext): ResourceReturn | Promise<ResourceReturn>
      /** Called while somebody is subscribed; call `changed` on each change, return the clean-up. */
      subscribe?(changed: () => void): () => void
    }
  | {
      uriTemplate: string
      uri?: never
      read(
        variables: Record<string, string>,
        context: ResourceContext,
      ): ResourceReturn | Promise<ResourceReturn>
      complete?: Record<string, (value: string) => string[] | Promise<string[]>>
      list?(): ResourceListing[] | Promise<ResourceListing[]>
      subscribe?(changed: () => void): () => void
    }
)

/** A concrete resource behind a template. */
export interface ResourceListing {
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
}
