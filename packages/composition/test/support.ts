import type { Composition, CompositionTool } from '@toolprism/composition'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import type { ToolResult } from '@toolprism/core'
import * as z from 'zod'

export const runtime = createRuntime({ packs: [standardPack] })

/** A runtime with one view, for the view tools. */
export function runtimeWithView() {
  return createRuntime({
    packs: [standardPack],
    views: [
      {
        id: 'hosts',
        title: 'Hosts',
        answers: ['Which hosts are busy?'],
        input: z.object({ range: z.string() }),
        build: ({ input }) => view({ type: 'text', text: `Range ${input.range}` }),
      },
    ],
  })
}

/** A composition around nodes, some of them wrong on purpose. */
export function view(...body: unknown[]): Composition {
  return { type: 'view', title: 'Title', body: body as Composition['body'] }
}

/** Containers inside one another: `depth` counts them all, the composition and its body included. */
export function nested(depth: number): Composition {
  let node: unknown = { type: 'divider' }
  for (let used = 3; used + 2 <= depth; used += 2)
    node = { type: 'section', title: 's', body: [node] }
  return view(node)
}

export function text(result: ToolResult): string {
  const [block] = result.content
  if (block?.type !== 'text') throw new Error('the first block is no text')
  return block.text
}

export function json(result: ToolResult): Record<string, unknown> {
  return JSON.parse(text(result)) as Record<string, unknown>
}

/** Parses an input as a host would, then calls the tool whose name ends so. */
export async function call(
  tools: readonly CompositionTool[],
  name: string,
  input: Record<string, unknown> = {},
): Promise<ToolResult> {
  const tool = tools.find((candidate) => candidate.name.endsWith(name))
  if (!tool) throw new Error(`no tool ${name}`)
  return tool.handler(tool.inputSchema.parse(input))
}
