import type { Diagnostic } from './diagnostic'
import { createLayout } from './layout'
import { type ResolvedTypeOptions, resolveTypeOptions, type TypeOptions } from './options'
import { compareCodePoints } from './order'
import { type Detail, prepareTool } from './prepare-tool'
import { printTool } from './print-tool'
import type { RenderTool } from './tool'
import { accessOf, stableToolNames, type ToolName, type ToolNameOptions } from './tool-names'

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
  /** How much of each tool is shown; `fitCatalog` chooses it tool by tool. @default 'full' */
  detail?: Detail | undefined
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

/** Declares tools, or namespaces of tools, as TypeScript. Throws a RangeError for bad options, never for data. */
export function renderCatalog(
  input: readonly RenderTool[] | readonly RenderNamespace[],
  options: CatalogOptions = {},
): Catalog {
  const { text, names, types, diagnostics } = renderWithDetail(
    input,
    options,
    () => options.detail ?? 'full',
  )
  return { text, names, types, diagnostics }
}

/** Every tool of the input, in its order. */
export function toolsOf(input: readonly RenderTool[] | readonly RenderNamespace[]): RenderTool[] {
  return input.flatMap((entry) => (isNamespace(entry) ? entry.tools : [entry]))
}

export function renderWithDetail(
  input: readonly RenderTool[] | readonly RenderNamespace[],
  options: CatalogOptions,
  detailOf: (tool: RenderTool) => Detail,
): Catalog & { texts: Map<RenderTool, string> } {
  const resolved = resolveTypeOptions(options)
  const diagnostics: Diagnostic[] = []
  const layout = createLayout({ ...resolved, taken: Object.values(resolved.formatAliases) })
  const grouped = input.some(isNamespace)
  const namespaces = grouped
    ? (input.filter(isNamespace) as RenderNamespace[])
    : [{ name: '', tools: input as RenderTool[] }]
  const shape = options.shape ?? (grouped ? 'namespace' : 'functions')
  const print = {
    shape,
    promise: options.promise === true,
    annotations: options.annotations === true,
    starred: false,
  }
  const named = nameNamespaces(namespaces, shape, options, diagnostics)
  const prepared = named.map(({ original, js, tools }) => ({
    original,
    js,
    tools: tools.map(({ tool, name }) =>
      prepareTool(tool, name, detailOf(tool), layout, resolved, diagnostics),
    ),
  }))
  layout.decide()
  const texts = new Map<RenderTool, string>()
  // Long texts are put together by concatenation: joining would copy them at each level.
  let body = ''
  for (const { js, tools } of prepared) {
    let members = ''
    for (const one of tools) {
      const text = printTool(one, layout, resolved, print)
      texts.set(one.tool, text)
      members += text
    }
    body += printNamespace(js, members, shape, resolved.indent)
  }
  const types = [...aliasTypes(resolved), ...layout.aliases()]
  let head = ''
  for (const { text } of types) head += `${text}\n`
  return {
    text: head + (shape === 'nested' ? wrapNested(body) : body),
    names: prepared.map(({ original, js, tools }) => ({
      original,
      js,
      tools: tools.map(({ name }) => name),
    })),
    types,
    diagnostics,
    texts,
  }
}

const isNamespace = (entry: RenderTool | RenderNamespace): entry is RenderNamespace =>
  typeof entry === 'object' && entry !== null && Array.isArray((entry as RenderNamespace).tools)

function nameNamespaces(
  namespaces: readonly RenderNamespace[],
  shape: string,
  options: CatalogOptions,
  diagnostics: Diagnostic[],
) {
  const functions = shape === 'functions' || shape === 'harmony'
  const names = stableToolNames(
    namespaces.map(({ name }) => name),
    { functions: true, reserved: options.reserved },
  )
  const sorted = [...namespaces].sort((a, b) => compareCodePoints(a.name, b.name))
  return sorted.map(({ name, tools }) => {
    const byName = new Map<string, RenderTool>()
    for (const tool of tools) {
      const original = typeof tool?.name === 'string' ? tool.name : ''
      if (!byName.has(original)) byName.set(original, tool)
      else
        diagnostics.push({
          code: 'duplicate-tool',
          tool: original,
          pointer: '',
          message: 'Another tool has this name; the first one is kept.',
        })
    }
    const jsNames = stableToolNames([...byName.keys()], { functions, reserved: options.reserved })
    return {
      original: name,
      js: functions ? '' : names.get(name)!,
      tools: [...byName]
        .sort(([a], [b]) => compareCodePoints(a, b))
        .map(([original, tool]) => {
          const js = jsNames.get(original)!
          if (js !== original)
            diagnostics.push({
              code: 'renamed',
              tool: original,
              pointer: '/name',
              message: `Called ${js} in JavaScript.`,
            })
          return { tool, name: { original, js, access: functions ? js : accessOf(js) } }
        }),
    }
  })
}

function printNamespace(js: string, members: string, shape: string, indent: string): string {
  if (members === '' || shape === 'functions') return members
  const open =
    shape === 'harmony'
      ? 'namespace functions {'
      : shape === 'nested'
        ? `${js}: {`
        : `declare const ${js}: {`
  return `${open}\n${indentLines(members, indent)}${shape === 'harmony' ? '}' : '};'}\n`
}

/** Each of some lines, the last one ended too, one level in. */
export const indentLines = (text: string, indent: string) =>
  indent ? text.replace(/^/gm, indent).slice(0, -indent.length) : text

const wrapNested = (body: string) => (body ? `declare const tools: {\n${body}};\n` : '')

/** Declarations of the names that stand for string formats. */
function aliasTypes(options: ResolvedTypeOptions): { name: string; text: string }[] {
  const names = new Set(Object.values(options.formatAliases))
  return [...names].map((name) => ({ name, text: `type ${name} = string;` }))
}
