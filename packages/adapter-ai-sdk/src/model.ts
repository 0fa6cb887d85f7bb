export { type FromLanguageModelOptions, fromLanguageModel } from './model/from-language-model'
export type { LanguageModelLike } from './model/language-model-types'
export { type ProviderModelOptions, providerModel } from './model/provider-model'
export { type ProviderName, type ProviderPreset, providerPresets } from './model/provider-presets'
export { type Approval, readApprovals, readRunPosition } from './model/read-approvals'
export type { ToolMedia } from './model/to-prompt'
export {
  type RunLike,
  toUIMessageStream,
  type UiMessageStreamOptions,
} from './model/to-ui-message-stream'
export type { RunPosition, UiChunk } from './model/ui-chunk-types'
