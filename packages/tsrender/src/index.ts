export { jsToolNames } from './js-tool-names'
export { renderMcpNamespace } from './render-mcp-namespace'
export { renderToolDecls } from './render-tool-decls'
export type { ParityOptions, RenderTool } from './tool'
