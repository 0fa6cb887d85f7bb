export type { ToolAnswerDetail, ToolCardElement } from './element/define-tool-card'
export { defineToolCard } from './element/define-tool-card'
