import {
  type CompositionFormat,
  createCompositionPrompts,
  createCompositionResources,
  createCompositionTools,
} from '@toolprism/composition'
import {
  type CompositionRuntime,
  createRuntime,
  standardPack,
} from '@toolprism/composition/runtime'
import { takumiFormats } from '@toolprism/composition/takumi'
import type { PromptDefinition, ResourceDefinition, ToolDefinition } from '@toolprism/core'
import { workspaceTools } from '@toolprism/harness/node'
import type { Options } from './options'
import { researchTool } from './research-tool'

/** Everything the demo serves, to every host alike. */
export interface Registry {
  tools: ToolDefinition[]
  resources: ResourceDefinition[]
  prompts: PromptDefinition[]
  runtime: CompositionRuntime
  formats: Record<string, CompositionFormat>
}

export interface RegistryOptions extends Pick<Options, 'workspace'> {
  allowWrites?: boolean
  /** What MCP servers bring along. */
  imported?: Pick<Registry, 'tools' | 'resources' | 'prompts'> | undefined
}

export function createRegistry(options: RegistryOptions): Registry {
  const { workspace, allowWrites = false, imported } = options
  const runtime = createRuntime({ packs: [standardPack] })
  const { png, svg, pdf } = takumiFormats({ runtime })
  const formats = { png, svg, pdf }
  const workspaceSet = workspaceTools(workspace, {
    groups: ['filesystem', 'search', 'git', ...(allowWrites ? (['terminal'] as const) : [])],
    readOnly: !allowWrites,
  })
  return {
    tools: [
      ...workspaceSet,
      researchTool(workspaceSet),
      ...createCompositionTools({ runtime, formats }),
      ...(imported?.tools ?? []),
    ],
    resources: [...createCompositionResources({ runtime }), ...(imported?.resources ?? [])],
    prompts: [...createCompositionPrompts({ runtime }), ...(imported?.prompts ?? [])],
    runtime,
    formats,
  }
}
