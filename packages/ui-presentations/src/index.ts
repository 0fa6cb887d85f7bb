export type { CallFacts } from './from-call-tool-result'
export { fromCallToolResult } from './from-call-tool-result'
export type { IconNode } from './icons'
export { findIcon, iconNames, iconNode, registerIcon } from './icons'
export type {
  PresentationRegistry,
  PresentationSource,
  RegisteredPresentation,
} from './resolve-presentation'
export { resolvePresentation } from './resolve-presentation'
export type { ViewOptions } from './store/to-tool-call-view'
export { toToolCallView } from './store/to-tool-call-view'
export type { HostEvent, ToolCardState } from './store/tool-card-state'
export { createToolCardState, reduceToolEvent } from './store/tool-card-state'
export type { ToolCardStore } from './store/tool-card-store'
export { createToolCardStore } from './store/tool-card-store'
export type { RedactOptions } from './view/redact-arguments'
export { redactArguments } from './view/redact-arguments'
export type { CardTexts } from './view/texts'
export type {
  ApprovalView,
  ErrorView,
  FieldView,
  ResolvedPresentation,
  ResultView,
  TextView,
  ToolCallView,
  ToolStatus,
} from './view/tool-call-view.types'
