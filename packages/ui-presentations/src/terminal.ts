export type { TerminalOptions } from './terminal/render-tool-card'
export { renderToolCard } from './terminal/render-tool-card'
