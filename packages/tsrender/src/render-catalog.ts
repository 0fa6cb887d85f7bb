import { describeTool } from './describe-tool'
import type { Diagnostic } from './diagnostic'
import { createLayout, type Layout } from './layout'
import { lowerSchema } from './lower-schema'
import { checkOptions, type ResolvedTypeOptions, resolveTypeOptions, type TypeOptions } from './options'
import { compareCodePoints } from './order'
import { readSchema } from './read-schema'
import type { RenderTool } from './tool'
import { accessOf, isName, stableToolNames, type ToolName, type ToolNameOptions } from './tool-names'
import { isNever, type ObjectType, type Type, UNKNOWN } from './type'
import { escapeName } from './escape'

/** A server or agent whose tools are members of one object. */
export interface RenderNamespace {
  /** What code calls it by; made an identifier when it is none. */
  name: string
  tools: readonly RenderTool[]
}

export interface CatalogOptions extends TypeOptions, Pick<ToolNameOptions, 'reserved'> {
  /**
   * `functions`: a global function a tool. `namespace`: a constant a namespace. `nested`: namespaces as members of one
   * constant, `tools`. `harmony`: the form gpt-oss was trained on.
   * @default 'namespace' for namespaces, 'functions' for tools
   */
  shape?: 'namespace' | 'functions' | 'nested' | 'harmony' | undefined
  /** Results are `Promise<T>`. @default false */
  promise?: boolean | undefined
  /** Tags tools as read-only or destructive, for servers whose annotations are trusted. @default false */
  annotations?: boolean | undefined
}

/** The names of one namespace, for `bindNamespace`. */
export interface NamespaceNames {
  readonly original: string
  /** The constant's identifier; empty for global functions. */
  readonly js: string
  readonly tools: readonly ToolName[]
}

export interface Catalog {
  text: string
  /** What the runtime binds from, so that declarations and bindings cannot differ. */
  names: NamespaceNames[]
  /** The named types at the head of the text. */
  types: { name: string; text: string }[]
  diagnostics: Diagnostic[]
}

/** How much of a tool is shown. */
export type Detail = 'full' | 'summary' | 'types' | 'sentence' | 'name'

/** Declares tools, or namespaces of tools, as TypeScript. Throws a RangeError for bad options, never for data. */
export function renderCatalog(
  input: readonly RenderTool[] | readonly RenderNamespace[],
  options: CatalogOptions = {},
): Catalog {
  return renderWithDetail(input, options, () => 'full')
}
