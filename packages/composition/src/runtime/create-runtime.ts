import { checkInputBudget, type InputBudget } from '@toolprism/core'
import type { CatalogEntry, PrimitiveGroup, ViewSummary } from '../composition'
import type { Pack } from '../pack/standard-pack'
import { createAuthoringSchema } from './authoring-schema'
import { createFrameSet, type Frame } from './frames'
import { createImageSurfaces, type ImageSurfaces } from './snapshot-surface'
import { createTextSurfaces, type TextSurfaces } from './surfaces'
import { type ValidationResult, validateComposition } from './validate-composition'
import { createViewRegistry, type ViewDefinition, type ViewRegistry } from './view-registry'
import { createVocabulary } from './vocabulary'

export interface RuntimeOptions<Context = unknown> {
  /** At least one, each with at least one primitive. */
  packs: readonly Pack[]
  // biome-ignore lint/suspicious/noExplicitAny: views of different inputs stand in one list.
  views?: readonly ViewDefinition<Context, any>[]
  /** Limits of every composition and view input. @default depth 64, values 20,000, characters 1,000,000 */
  inputBudget?: InputBudget
  /** Document shapes for images, by name. @default one frame, 960 pixels wide */
  frames?: Readonly<Record<string, Frame>>
  /** The frame of a render that names none; needed when there are several. */
  defaultFrame?: string
  /** What assistive technology calls a view that has neither title nor label. @default 'View' */
  ariaLabel?: string
}

/** What a model reads: the catalog, and the schema of it. `views` is read live. */
export interface AuthoringContext {
  schema: object
  primitives: readonly CatalogEntry[]
  groups: readonly PrimitiveGroup[]
  views: readonly ViewSummary[]
  /** Throws UNKNOWN_PRIMITIVE_TYPE. */
  describePrimitives(types: readonly string[]): {
    primitives: readonly CatalogEntry[]
    schema: object
  }
}

/** Validates compositions and draws them. */
export interface CompositionRuntime<Context = unknown> {
  readonly primitives: readonly CatalogEntry[]
  getAuthoringContext(): AuthoringContext
  /** Answers every finding; never throws for a bad composition. */
  validate(composition: unknown): ValidationResult
  readonly surfaces: TextSurfaces & ImageSurfaces
  readonly viewRegistry: ViewRegistry<Context>
}

/** Makes a runtime; throws a CompositionError when packs, views or frames contradict each other. */
export function createRuntime<Context = unknown>(
  options: RuntimeOptions<Context>,
): CompositionRuntime<Context> {
  const budget = { ...options.inputBudget }
  // Wrong limits are the host's mistake: they throw here, not at the first call.
  checkInputBudget(null, budget)
  const vocabulary = createVocabulary(options.packs)
  const frames = createFrameSet(options.frames, options.defaultFrame)
  const validate = (value: unknown) => validateComposition(value, vocabulary, budget)
  const viewRegistry = createViewRegistry<Context>(validate, budget)
  options.views?.forEach((view) => {
    viewRegistry.register(view)
  })
  const context = { vocabulary, validate, ariaLabel: options.ariaLabel }
  const authoring = createAuthoringSchema(vocabulary)
  return {
    primitives: vocabulary.catalog,
    validate,
    viewRegistry,
    surfaces: { ...createTextSurfaces(context), ...createImageSurfaces(context, frames) },
    getAuthoringContext: () => ({
      schema: authoring.schema,
      primitives: vocabulary.catalog,
      groups: vocabulary.groups,
      views: viewRegistry.list(),
      describePrimitives: (types) => {
        const schema = authoring.subset(types)
        const primitives = types.map((type) => vocabulary.definitions.get(type)!.catalog)
        return { primitives, schema }
      },
    }),
  }
}
