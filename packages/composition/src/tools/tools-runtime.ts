import type { CompositionValidator } from '../check-composition'
import type { CatalogEntry, PrimitiveGroup, Theme, ViewSummary } from '../composition'

interface HeadingOption {
  heading?: boolean
}

/**
 * What the tools need of a runtime, declared by shape: our runtime and an Elastic Isomer runtime both fit.
 * Everything is a method, so that a runtime with a narrower composition type fits as well.
 */
export interface CompositionToolsRuntime<Context = unknown> extends CompositionValidator {
  getAuthoringContext(): {
    schema: unknown
    primitives: readonly CatalogEntry[]
    groups: readonly PrimitiveGroup[]
    views: readonly ViewSummary[]
    describePrimitives(types: string[]): {
      primitives: readonly CatalogEntry[]
      schema: unknown
    }
  }
  surfaces: {
    text: { render(composition: never, options?: HeadingOption): string }
    markdown: { render(composition: never, options?: HeadingOption): string }
    html: {
      render(
        composition: never,
        options?: HeadingOption & { theme?: Theme; css?: 'inline' },
      ): { html: string }
    }
    slack: { render(composition: never, options?: HeadingOption): object }
  }
  viewRegistry: {
    list(): readonly ViewSummary[]
    request(id: string, context: Context, input?: unknown): Promise<{ composition?: unknown }>
  }
}
