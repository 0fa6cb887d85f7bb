export type { ToolContext, ToolDefinition, ToolPresentation, ToolResult } from '@toolprism/core'
export type { AgentTool } from './agent-types'
export type { SubContext } from './node/agent/context-manage'
export type { Todo } from './node/agent/todo-write'
export { type CodingPhasesOptions, codingPhases } from './node/coding-phases'
export {
  FILE_MUTATING_TOOLS,
  PHASE_TOOLS,
  type Phase,
  READ_ONLY_TOOLS,
  SEARCH_FAMILY_TOOLS,
  TOOL_GROUPS,
  type ToolGroup,
} from './node/groups.table'
export type { SearchBudget } from './node/search/glob'
export type { GrepOptions } from './node/search/grep'
export { type FileJournalOptions, fileJournal } from './node/sessions/file-journal'
export type { RecordedRun } from './node/sessions/read-session'
export {
  type FileSessionsOptions,
  fileSessions,
  type Session,
  type SessionStore,
} from './node/sessions/sessions'
export { spillToFile } from './node/sessions/spill-to-file'
export {
  type LoadedSkills,
  loadSkillsFromDirs,
  type SkillFolderOptions,
  type SkillProblem,
  skillFolders,
} from './node/skills/load-skills'
export { allowCommands, matchesCommand } from './node/terminal/command-rules'
export { createTerminal, type TerminalGroup } from './node/terminal/create-terminal'
export type { TerminalOptions } from './node/terminal/run-command'
export type { EnvironmentOption } from './node/terminal/shell-environment'
export {
  agentTools,
  filesystemTools,
  gitTools,
  searchTools,
  type WorkspaceToolsOptions,
  workspaceTools,
} from './node/tool-groups'
export { PROTECTED_PATHS } from './node/workspace/protected-paths'
export { createWorkspace, type Workspace, type WorkspaceOptions } from './node/workspace/workspace'
export type { WorkspaceErrorCode } from './node/workspace/workspace-error'
export {
  createWorkspaceAgent,
  createWorkspaceAgent as createAgent,
  type SessionRun,
  type WorkspaceAgent,
  type WorkspaceAgentOptions,
} from './node/workspace-agent'
export { buildToolRegistry } from './registry'
