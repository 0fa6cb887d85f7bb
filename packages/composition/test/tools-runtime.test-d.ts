import type { CompositionToolsRuntime } from '@toolprism/composition'
import {
  createCompositionPrompts,
  createCompositionResources,
  createCompositionTools,
} from '@toolprism/composition'
import { createRuntime, singleFrame, standardPack } from '@toolprism/composition/runtime'
import type { PromptDefinition, ResourceDefinition, ToolDefinition } from '@toolprism/core'
import { expectTypeOf } from 'vitest'
import type { ZodType } from 'zod'

// The documented shape of an Elastic Isomer runtime (source document 000 and the reference, 2.1), as its
// declarations would read: classes' own composition type, narrower options, more members than we need.
type RenderTheme = 'auto' | 'light' | 'dark'
interface IsomerNode {
  type: string
  id?: string
  surfaces?: ('react' | 'text' | 'markdown' | 'html' | 'slack' | 'snapshot')[]
}
interface IsomerComposition {
  type: 'view'
  version?: 1
  title?: string
  subtitle?: string
  theme?: RenderTheme
  body: IsomerNode[]
  meta?: { source?: string; ariaLabel?: string }
}
interface IsomerValidationError {
  path: string
  message: string
  nodeType?: string
  code?: 'INPUT_OVER_BUDGET' | 'INPUT_NOT_PLAIN_DATA'
}
interface IsomerCatalogEntry {
  type: string
  name?: string
  purpose: string
  useWhen: string[]
  avoidWhen: string[]
  example: IsomerNode
}
interface IsomerViewSummary {
  id: string
  title: string
  description: string
  answers: string[]
  inputSchema?: Record<string, unknown>
}
interface IsomerValidation {
  valid: boolean
  errors: IsomerValidationError[]
  warnings: { surface: string; path?: string; message: string }[]
  composition: IsomerComposition | undefined
}
interface IsomerRuntime<HostContext = undefined> {
  packs: readonly { id: string }[]
  primitives: readonly IsomerCatalogEntry[]
  getCapabilities(): { surfaces: string[] }
  getCompositionSchema(): ZodType<IsomerComposition>
  getAuthoringContext(): {
    schema: Record<string, unknown>
    primitives: IsomerCatalogEntry[]
    groups: { title: string; types: string[] }[]
    views: IsomerViewSummary[]
    describePrimitives(types: readonly string[]): {
      primitives: IsomerCatalogEntry[]
      schema: Record<string, unknown>
    }
    schemaFor(types: readonly string[]): Record<string, unknown>
  }
  parse(value: unknown): {
    valid: boolean
    errors: IsomerValidationError[]
    composition?: IsomerComposition
  }
  validate(composition: unknown): IsomerValidation
  surfaces: {
    react: { render(composition: IsomerComposition): object; validating: false }
    text: {
      render(
        composition: IsomerComposition,
        options?: { heading?: boolean; onValidationError?: 'throw' | 'collect' },
      ): string
    }
    markdown: { render(composition: IsomerComposition, options?: { heading?: boolean }): string }
    html: {
      render(
        composition: IsomerComposition,
        options?: {
          theme?: RenderTheme
          css?: 'inline' | 'separate'
          heading?: boolean
          minify?: boolean
        },
      ): {
        html: string
        css: string
        js: string
        body: string
        validationErrors: IsomerValidationError[]
      }
    }
    slack: {
      render(
        composition: IsomerComposition,
        options?: { heading?: boolean },
      ): { text: string; blocks: object[]; assets: object[] }
    }
    snapshot: {
      render(
        composition: IsomerComposition,
        options?: { width?: number; theme?: RenderTheme },
      ): { html: string }
    }
  }
  viewRegistry: {
    register(view: object): void
    list(): IsomerViewSummary[]
    get(id: string): IsomerViewSummary | undefined
    request(
      id: string,
      context: HostContext,
      input?: unknown,
    ): Promise<{
      view: IsomerViewSummary
      composition: IsomerComposition
      validation: IsomerValidation
    }>
  }
}
interface IsomerFrame {
  defaultWidth: number
  validateBody?(body: readonly IsomerNode[]): string[]
  estimateHeight(composition: IsomerComposition): number
}

declare const isomer: IsomerRuntime
declare const isomerForUsers: IsomerRuntime<{ user: string }>
declare const isomerFrame: IsomerFrame

expectTypeOf(isomer).toExtend<CompositionToolsRuntime<undefined>>()
expectTypeOf(isomerForUsers).toExtend<CompositionToolsRuntime<{ user: string }>>()
createCompositionTools({ runtime: isomer, frame: isomerFrame, prefix: 'isomer' })
createCompositionTools({ runtime: isomerForUsers, hostContext: { user: 'ada' } })
// @ts-expect-error hostContext is required when the runtime's context excludes undefined
createCompositionTools({ runtime: isomerForUsers })
// @ts-expect-error hostContext is what the builders receive
createCompositionTools({ runtime: isomerForUsers, hostContext: { user: 1 } })

const runtime = createRuntime({ packs: [standardPack], frames: { single: singleFrame } })
createCompositionTools({ runtime, frame: singleFrame })
createCompositionTools({ runtime })
// @ts-expect-error a format needs a MIME type
createCompositionTools({ runtime, formats: { png: { render: () => '' } } })
// @ts-expect-error no such profile
createCompositionTools({ runtime, profile: 'router' })

const withContext = createRuntime<{ tenant: string }>({ packs: [standardPack] })
createCompositionTools({ runtime: withContext, hostContext: { tenant: 'a' } })
// @ts-expect-error hostContext is required
createCompositionTools({ runtime: withContext })

// Tools, resources and prompts are core definitions: every adapter takes them.
expectTypeOf(createCompositionTools({ runtime })).toExtend<ToolDefinition[]>()
expectTypeOf(createCompositionResources({ runtime })).toExtend<ResourceDefinition[]>()
expectTypeOf(createCompositionPrompts({ runtime })).toExtend<PromptDefinition[]>()
