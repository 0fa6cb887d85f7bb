import type { AgentTool } from '../agent-types'
import { askUserTool } from './agent/ask-user'
import { contextManageTool, type SubContext } from './agent/context-manage'
import { finishTaskTool } from './agent/finish-task'
import { todoWriteTool } from './agent/todo-write'
import { deleteFileTool } from './filesystem/delete-file'
import { editFileTool } from './filesystem/edit-file'
import { inspectTool } from './filesystem/inspect'
import { lineEditTool, replaceLinesTool } from './filesystem/line-tools'
import { listDirectoryTool } from './filesystem/list-directory'
import { readFileTool } from './filesystem/read-file'
import { writeFileTool } from './filesystem/write-file'
import { gitDiffTool } from './git/git-diff'
import { gitLogTool } from './git/git-log'
import { gitStatusTool } from './git/git-status'
import { applyPatchTool } from './patch/apply-patch'
import { globTool } from './search/glob'
import { type GrepOptions, grepTool } from './search/grep'
import { createTerminal } from './terminal/create-terminal'
import type { TerminalOptions } from './terminal/run-command'
import { createWorkspace, type Workspace, type WorkspaceOptions } from './workspace/workspace'

/** Tools that read and change files of a workspace. */
export function filesystemTools(workspace: Workspace): AgentTool[] {
  return [
    readFileTool(workspace),
    writeFileTool(workspace),
    editFileTool(workspace),
    lineEditTool(workspace),
    replaceLinesTool(workspace),
    applyPatchTool(workspace),
    deleteFileTool(workspace),
    listDirectoryTool(workspace),
    inspectTool(workspace),
  ]
}

/** Tools that find files by name and lines by pattern. */
export function searchTools(workspace: Workspace, options: GrepOptions = {}): AgentTool[] {
  return [globTool(workspace, options), grepTool(workspace, options)]
}

/** Tools that read the git repository of a workspace. */
export function gitTools(workspace: Workspace): AgentTool[] {
  return [gitStatusTool(workspace), gitDiffTool(workspace), gitLogTool(workspace)]
}

/** Tools for the run itself: asking the person, planning, taking up guidance, ending. */
export function agentTools(contexts: readonly SubContext[] = []): AgentTool[] {
  return [
    askUserTool(),
    ...(contexts.length > 0 ? [contextManageTool(contexts)] : []),
    todoWriteTool(),
    finishTaskTool(),
  ]
}

export interface WorkspaceToolsOptions extends WorkspaceOptions, GrepOptions, TerminalOptions {
  /**
   * Which groups.
   * @default filesystem, search and git
   */
  groups?: readonly ('filesystem' | 'search' | 'git' | 'terminal')[]
  /** Only tools that change nothing. @default false */
  readOnly?: boolean
}

/**
 * The workspace tools of a folder, as plain definitions for any host. Background jobs of the terminal group end
 * with the process; use `createTerminal` to end them sooner.
 */
export function workspaceTools(
  root: string | Workspace,
  options: WorkspaceToolsOptions = {},
): AgentTool[] {
  const workspace = typeof root === 'string' ? createWorkspace(root, options) : root
  const groups = {
    filesystem: () => filesystemTools(workspace),
    search: () => searchTools(workspace, options),
    git: () => gitTools(workspace),
    terminal: () => createTerminal(workspace, options).tools,
  }
  const names = options.groups ?? ['filesystem', 'search', 'git']
  const tools = [...new Set(names)].flatMap((name) => groups[name]())
  return options.readOnly ? tools.filter((tool) => tool.annotations?.readOnlyHint) : tools
}
