import { renderToolDeclsCompat } from './compat/render'
import { renderAlone } from './render-alone'
import type { ParityOptions, RenderTool } from './tool'
import { stableToolNames } from './tool-names'

/**
 * Declares each tool as a global function, in the order given: a JSDoc block with description, `[hint]` and
 * examples, then `declare function name(args: Input): Output;`. No tools give the empty string. Never throws for data.
 */
export function renderToolDecls(tools: readonly RenderTool[], options: ParityOptions = {}): string {
  if (options.compat) return renderToolDeclsCompat(tools)
  const names = stableToolNames(
    tools.map(({ name }) => name),
    { functions: true, reserved: [] },
  )
  const seen = new Map<string, number>()
  const texts = tools.map((tool) => {
    const js = names.get(tool.name)!
    const times = seen.get(js) ?? 0
    seen.set(js, times + 1)
    const print = { shape: 'functions', promise: false, annotations: false, starred: true } as const
    return renderAlone(
      [{ tool, name: { original: tool.name, js, access: js } }],
      `${js}_${times || ''}`,
      print,
    )
  })
  return texts.join('\n')
}
