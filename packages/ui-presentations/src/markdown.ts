export type { MarkdownOptions } from './markdown/render-tool-card'
export { renderToolCard } from './markdown/render-tool-card'
