import { createLayout } from './layout'
import { resolveTypeOptions } from './options'
import { prepareTool } from './prepare-tool'
import { type PrintToolOptions, printTool } from './print-tool'
import type { RenderTool } from './tool'
import type { ToolName } from './tool-names'

/** A declaration in the layout of the source document, with type names of its own, so that texts can be joined. */
export function renderAlone(
  tools: readonly { tool: RenderTool; name: ToolName }[],
  typePrefix: string,
  print: PrintToolOptions,
  namespace = '',
): string {
  const options = resolveTypeOptions({ indent: '  ', order: 'alpha', share: 'refs', typePrefix })
  const layout = createLayout({ ...options, taken: [] })
  const prepared = tools.map(({ tool, name }) =>
    prepareTool(tool, name, 'full', layout, options, []),
  )
  layout.decide()
  const members = prepared.map((one) => printTool(one, layout, options, print))
  const body = namespace
    ? `declare const ${namespace}: {\n${members.map((text) => `  ${text.trimEnd().replaceAll('\n', '\n  ')}\n`).join('')}};\n`
    : members.join('\n')
  return (
    layout
      .aliases()
      .map(({ text }) => `${text}\n`)
      .join('') + body
  )
}
