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

export function createRegistry({ workspace }: Pick<Options, 'workspace'>): Registry {
  const runtime = createRuntime({ packs: [standardPack] })
  const { png, svg, pdf } = takumiFormats({ runtime })
  const formats = { png, svg, pdf }
  const workspaceSet = workspaceTools(workspace, { readOnly: true })
  return {
    tools: [
      ...workspaceSet,
      researchTool(workspaceSet),
      ...createCompositionTools({ runtime, formats }),
    ],
    resources: createCompositionResources({ runtime }),
    prompts: createCompositionPrompts({ runtime }),
    runtime,
    formats,
  }
}
