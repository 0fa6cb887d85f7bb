export type { ApprovalControls } from './html/card-parts'
export type { HtmlOptions } from './html/render-tool-card'
export { renderToolCard } from './html/render-tool-card'
export { toolCardStyles } from './html/tool-card-styles.table'
