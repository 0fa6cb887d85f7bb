export type { ToolCallGroup } from './group-tool-calls'
export { groupToolCalls } from './group-tool-calls'
