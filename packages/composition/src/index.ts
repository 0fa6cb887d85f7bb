export { imageResult } from '@toolprism/core'
export type { BodyRule, CheckResult, CompositionValidator } from './check-composition'
export { checkComposition } from './check-composition'
export type {
  CatalogEntry,
  Composition,
  CompositionMeta,
  CompositionNode,
  CompositionWarning,
  PrimitiveGroup,
  SurfaceName,
  Theme,
  ViewSummary,
} from './composition'
export type { GuideOptions, GuideProfile } from './tools/authoring-guide'
export { buildAuthoringGuide } from './tools/authoring-guide'
export type { CompositionPrompt } from './tools/create-composition-prompts'
export { createCompositionPrompts } from './tools/create-composition-prompts'
export type { CompositionResource } from './tools/create-composition-resources'
export { createCompositionResources } from './tools/create-composition-resources'
export type {
  CompositionTool,
  CompositionToolResult,
  CompositionToolsBaseOptions,
  CompositionToolsOptions,
} from './tools/create-composition-tools'
export { createCompositionTools } from './tools/create-composition-tools'
export type { CompositionFormat, RuntimeFormat } from './tools/formats'
export { buildPrimitiveDescriptions } from './tools/primitive-descriptions'
export { jsonResult, textResult } from './tools/results'
export type { CompositionToolNames } from './tools/tool-names'
export { composePromptName, compositionToolNames, compositionUris } from './tools/tool-names'
export type { CompositionToolsRuntime } from './tools/tools-runtime'
export type { ValidationError } from './validation-error'
export { formatValidationError } from './validation-error'
