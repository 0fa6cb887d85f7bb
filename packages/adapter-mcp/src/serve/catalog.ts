import type { Icon, PromptDefinition, ResourceDefinition, ToolDefinition } from '@toolprism/core'
import { McpAdapterError } from '../errors'
import type { McpEra } from '../mcp.types'
import { toMcpPrompt } from '../to-mcp-prompt'
import { toMcpResource } from '../to-mcp-resource'
import { toMcpTool } from '../to-mcp-tool'
import { type AppCardOptions, withAppCard } from './app-card'
import { type Pages, toPages } from './pages'
import { compileUriTemplate, type UriTemplate } from './uri-template'

/** What a server offers. */
export interface ServedSet {
  tools?: readonly ToolDefinition[] | undefined
  resources?: readonly ResourceDefinition[] | undefined
  prompts?: readonly PromptDefinition[] | undefined
}

export interface CatalogOptions {
  /** Icons for a lucide key, such as the one of `@toolprism/ui-presentations`. */
  icons?: ((key: string) => Icon[] | undefined) | undefined
  /** Entries in one page of a list. @default 1000 */
  pageSize?: number | undefined
  /**
   * Which names are accepted: `strict` is 1-64 of `A-Z a-z 0-9 _ -`, which every host takes;
   * `mcp` also takes `.` and `/` and up to 128 characters. @default 'strict'
   */
  names?: 'strict' | 'mcp' | undefined
  /** Serves one HTML page as the MCP App of every tool that has none of its own. */
  app?: AppCardOptions | undefined
}

export type FixedResource = ResourceDefinition & { uri: string }
export type TemplateResource = ResourceDefinition & { uriTemplate: string }

/** What never changes between two updates: built once, shared by every server object. */
export interface Snapshot {
  tools: ReadonlyMap<string, ToolDefinition>
  prompts: ReadonlyMap<string, PromptDefinition>
  resources: ReadonlyMap<string, FixedResource>
  templates: readonly { definition: TemplateResource; template: UriTemplate }[]
  toolPages: Record<McpEra, Pages>
  promptPages: Pages
  resourcePages: Pages
  templatePages: Pages
}

export interface Catalog {
  readonly current: Snapshot
  readonly capabilities: Record<string, Record<string, unknown>>
  /** Replaces the given lists, keeps the others. Throws on bad or duplicate names, and then changes nothing. */
  update(set: ServedSet): void
  /** Called with the changed lists (`tools`, `resources`, `prompts`); answers the unsubscriber. */
  onChange(listener: (changed: readonly ListKind[]) => void): () => void
}

export type ListKind = 'tools' | 'resources' | 'prompts'

const namePatterns = { strict: /^[A-Za-z0-9_-]{1,64}$/, mcp: /^[A-Za-z0-9_./-]{1,128}$/ }

export function createCatalog(set: ServedSet, options: CatalogOptions = {}): Catalog {
  const listeners = new Set<(changed: readonly ListKind[]) => void>()
  let served = set
  let current = buildSnapshot(set, options)
  return {
    get current() {
      return current
    },
    capabilities: capabilitiesOf(set, options),
    update(next) {
      const merged = { ...served, ...next }
      current = buildSnapshot(merged, options)
      served = merged
      const changed = (['tools', 'resources', 'prompts'] as const).filter((kind) => next[kind])
      if (changed.length > 0) for (const listener of listeners) listener(changed)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function buildSnapshot(set: ServedSet, options: CatalogOptions): Snapshot {
  const { app, pageSize } = options
  const withCard = withAppCard(set, app)
  const all = [...(withCard.resources ?? [])]
  const fixed = all.filter((item): item is FixedResource => item.uri !== undefined)
  const patterns = all.filter((item): item is TemplateResource => item.uriTemplate !== undefined)
  const tools = withCard.tools ?? []
  const page = (key: string, list: unknown[]) => toPages(key, list, pageSize)
  const listed = (era: McpEra) =>
    tools.map((tool) => toMcpTool(tool, { icons: options.icons, era }))
  const legacy = page('tools', listed('legacy'))
  return {
    tools: uniqueMap('tool', tools, (tool) => checkName('tool', tool.name, options)),
    prompts: uniqueMap('prompt', set.prompts ?? [], (prompt) => prompt.name),
    resources: uniqueMap('resource', fixed, (resource) => resource.uri),
    templates: patterns.map((definition) => ({
      definition,
      template: compileUriTemplate(definition.uriTemplate),
    })),
    toolPages: {
      legacy,
      modern: tools.some((tool) => tool.outputSchema) ? page('tools', listed('modern')) : legacy,
    },
    promptPages: page('prompts', (set.prompts ?? []).map(toMcpPrompt)),
    resourcePages: page('resources', fixed.map(toMcpResource)),
    templatePages: page('resourceTemplates', patterns.map(toMcpResource)),
  }
}

function capabilitiesOf(set: ServedSet, options: CatalogOptions): Catalog['capabilities'] {
  const subscribe = set.resources?.some((resource) => resource.subscribe) ?? false
  const completes =
    set.prompts?.some((prompt) => prompt.arguments?.some((argument) => argument.complete)) ||
    set.resources?.some((resource) => resource.uriTemplate !== undefined && resource.complete)
  const resources = set.resources || options.app
  return {
    logging: {},
    ...(set.tools && { tools: { listChanged: true } }),
    ...(resources && { resources: { listChanged: true, ...(subscribe && { subscribe }) } }),
    ...(set.prompts && { prompts: { listChanged: true } }),
    ...(completes && { completions: {} }),
  }
}

function checkName(kind: string, name: string, options: CatalogOptions): string {
  const profile = options.names ?? 'strict'
  if (!namePatterns[profile].test(name))
    throw new McpAdapterError(
      'MCP_NAME_INVALID',
      `The ${kind} name ${JSON.stringify(name)} does not match ${namePatterns[profile]}. ` +
        (profile === 'strict' && namePatterns.mcp.test(name)
          ? 'Rename it, or pass `names: "mcp"` to allow the wider set of the MCP specification.'
          : 'Rename it.'),
    )
  return name
}

function uniqueMap<T>(
  kind: string,
  list: readonly T[],
  keyOf: (item: T) => string,
): Map<string, T> {
  const map = new Map<string, T>()
  for (const item of list) {
    const key = keyOf(item)
    if (map.has(key))
      throw new McpAdapterError(
        'MCP_DUPLICATE',
        `Two ${kind}s are called ${JSON.stringify(key)}. Rename one of them.`,
      )
    map.set(key, item)
  }
  return map
}
