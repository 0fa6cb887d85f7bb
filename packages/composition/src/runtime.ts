export type { Pack } from './pack/standard-pack'
export { standardPack } from './pack/standard-pack'
export type { ImageNode } from './print/image-nodes'
export type { SlackBlock, SlackMessage } from './print/slack-blocks'
export type { AuthoringContext, CompositionRuntime, RuntimeOptions } from './runtime/create-runtime'
export { createRuntime } from './runtime/create-runtime'
export type { Frame } from './runtime/frames'
export { cardFrame, pageFrame, singleFrame } from './runtime/frames'
export type {
  ImageSurfaces,
  Snapshot,
  SnapshotOptions,
  SnapshotPage,
  SnapshotPages,
  SnapshotSurface,
  SvgRenderOptions,
} from './runtime/snapshot-surface'
export type {
  HtmlRenderOptions,
  HtmlResult,
  RenderOptions,
  Surface,
  TextSurfaces,
} from './runtime/surfaces'
export type { ValidationResult } from './runtime/validate-composition'
export type { ViewDefinition, ViewRegistry, ViewResponse } from './runtime/view-registry'
