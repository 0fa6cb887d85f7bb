export type { Pack } from './pack/standard-pack'
export { standardPack } from './pack/standard-pack'
export type { SlackBlock, SlackMessage } from './print/slack-blocks'
export type { AuthoringContext, CompositionRuntime, RuntimeOptions } from './runtime/create-runtime'
export { createRuntime } from './runtime/create-runtime'
export type {
  HtmlRenderOptions,
  HtmlResult,
  RenderOptions,
  Surface,
  TextSurfaces,
} from './runtime/surfaces'
export type { ValidationResult } from './runtime/validate-composition'
export type { ViewDefinition, ViewRegistry, ViewResponse } from './runtime/view-registry'
