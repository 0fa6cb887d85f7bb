import type { ToolDefinition } from '@toolprism/core'
import { bindNamespace, type RenderTool, renderCatalog } from '@toolprism/tsrender'

declare const tool: ToolDefinition
declare const typed: ToolDefinition<{ a: string }, number>

// Every tool of core can be rendered as it is, and so can an entry of MCP's tools/list.
const tools: RenderTool[] = [tool, typed, { name: 'x', inputSchema: { type: 'object' } }]
renderCatalog(tools)
renderCatalog([{ name: 'ns', tools: [tool] }])

const { names } = renderCatalog(tools)
const bound = bindNamespace(names[0]?.tools ?? [], async (original: string) => original.length)
const result: Promise<number> | undefined = bound['x']?.({ a: 1 })
void result

// @ts-expect-error: a profile is one of two words.
renderCatalog(tools, { profile: 'loose' })
// @ts-expect-error: a tool has a name.
renderCatalog([{ description: 'nameless' }])
