import type { Diagnostic } from './diagnostic'
import { createLayout } from './layout'
import { resolveTypeOptions, type TypeOptions } from './options'
import { readType } from './read-type'
import { UNKNOWN } from './type'
import { pascalCase } from './type-names'

export interface RenderTypeOptions extends TypeOptions {
  /** What the type is called where it needs a name. @default 'Value' */
  name?: string | undefined
  /** What a model sends, or what it receives. @default 'input' */
  direction?: 'input' | 'output' | undefined
}

export interface RenderedType {
  /** A type expression. */
  type: string
  /** The named types it refers to. */
  types: { name: string; text: string }[]
  diagnostics: Diagnostic[]
}

/** Prints one schema as a type. Throws a RangeError for bad options, never for data. */
export function renderType(schema: unknown, options: RenderTypeOptions = {}): RenderedType {
  const resolved = resolveTypeOptions(options)
  const direction = options.direction ?? 'input'
  const name = pascalCase(options.name ?? '') || 'Value'
  const diagnostics: Diagnostic[] = []
  const layout = createLayout({ ...resolved, taken: Object.values(resolved.formatAliases) })
  const place = { direction, name, pointer: '' }
  const lowered = readType(() => schema, place, resolved, diagnostics) ?? UNKNOWN
  const node = layout.add(lowered, {
    profile: resolved.profile,
    direction,
    docs: resolved.docs,
    name,
  })
  layout.decide()
  const type = layout.print(node)
  return { type, types: layout.aliases(), diagnostics }
}
