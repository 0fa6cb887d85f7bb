/** The places a composition can be drawn on. `snapshot` stands for every image: PNG, WebP, PDF and SVG. */
export const surfaceNames = ['text', 'markdown', 'html', 'slack', 'snapshot'] as const

export type SurfaceName = (typeof surfaceNames)[number]

export type Theme = 'auto' | 'light' | 'dark'

/** One node of a body. `id` and `surfaces` exist on every node; the other fields belong to its type. */
export interface CompositionNode {
  type: string
  /** Unique in its composition. */
  id?: string | undefined
  /** Where the node shows. @default every surface */
  surfaces?: SurfaceName[] | undefined
  [field: string]: unknown
}

/** Facts about a composition that no surface prints, except `ariaLabel`. */
export interface CompositionMeta {
  source?: string | undefined
  generatedAt?: string | undefined
  ariaLabel?: string | undefined
  provenance?:
    | { source?: string | undefined; query?: string | undefined; provider?: string | undefined }
    | undefined
  freshness?:
    | { asOf?: string | undefined; stale?: boolean | undefined; ttlSeconds?: number | undefined }
    | undefined
  partialFailure?: { degraded?: boolean | undefined; reason?: string | undefined } | undefined
  [field: string]: unknown
}

/** What a model authors: a title and a list of nodes. */
export interface Composition {
  type: 'view'
  version?: 1 | undefined
  title?: string | undefined
  subtitle?: string | undefined
  theme?: Theme | undefined
  body: CompositionNode[]
  meta?: CompositionMeta | undefined
}

/** What a model reads about one primitive before it writes a node of it. */
export interface CatalogEntry {
  type: string
  /** One sentence. */
  purpose: string
  useWhen: readonly string[]
  avoidWhen: readonly string[]
  /** A valid node. */
  example: unknown
  /** Shown to people, never in a prompt. */
  name?: string | undefined
}

export interface PrimitiveGroup {
  title: string
  types: readonly string[]
}

/** A view as it is listed. */
export interface ViewSummary {
  id: string
  title: string
  description?: string | undefined
  /** Questions the view answers. */
  answers?: readonly string[] | undefined
  inputSchema?: object | undefined
}

/** Advice about one surface; it never makes a composition invalid. */
export interface CompositionWarning {
  surface: string
  path?: string | undefined
  message: string
}
