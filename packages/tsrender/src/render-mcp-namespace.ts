import { renderMcpNamespaceCompat } from './compat/render'
import { jsToolNames } from './js-tool-names'
import { compareCodePoints } from './order'
import { renderAlone } from './render-alone'
import type { ParityOptions, RenderTool } from './tool'
import { accessOf, identifierOf } from './tool-names'

/**
 * Declares the tools of one server as methods of `namespace`, which is the whole identifier the runtime binds
 * (`mcp_github`). Sorted by name; names are those of `jsToolNames`. No tools give the empty string. Never throws for data.
 */
export function renderMcpNamespace(
  namespace: string,
  tools: readonly RenderTool[],
  options: ParityOptions = {},
): string {
  if (options.compat) return renderMcpNamespaceCompat(namespace, tools)
  if (tools.length === 0) return ''
  const identifier = identifierOf(namespace)
  const names = jsToolNames(tools.map(({ name }) => name))
  const named = [...tools]
    .sort((a, b) => compareCodePoints(a.name, b.name))
    .map((tool) => {
      const js = names[tool.name]!
      return { tool, name: { original: tool.name, js, access: accessOf(js) } }
    })
  const print = { shape: 'namespace', promise: false, annotations: false, starred: false } as const
  return renderAlone(named, `${identifier}_`, print, identifier)
}
