import type { AgentTool } from '../agent-types'
import { deleteFileTool } from './filesystem/delete-file'
import { editFileTool } from './filesystem/edit-file'
import { inspectTool } from './filesystem/inspect'
import { lineEditTool, replaceLinesTool } from './filesystem/line-tools'
import { listDirectoryTool } from './filesystem/list-directory'
import { readFileTool } from './filesystem/read-file'
import { writeFileTool } from './filesystem/write-file'
import { applyPatchTool } from './patch/apply-patch'
import { globTool } from './search/glob'
import { type GrepOptions, grepTool } from './search/grep'
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

export interface WorkspaceToolsOptions extends WorkspaceOptions, GrepOptions {
  /** Which groups. @default all */
  groups?: readonly ('filesystem' | 'search')[]
  /** Only tools that change nothing. @default false */
  readOnly?: boolean
}

/** The workspace tools of a folder, as plain definitions for any host. */
export function workspaceTools(
  root: string | Workspace,
  options: WorkspaceToolsOptions = {},
): AgentTool[] {
  const workspace = typeof root === 'string' ? createWorkspace(root, options) : root
  const groups = options.groups ?? ['filesystem', 'search']
  const tools = [
    ...(groups.includes('filesystem') ? filesystemTools(workspace) : []),
    ...(groups.includes('search') ? searchTools(workspace, options) : []),
  ]
  return options.readOnly ? tools.filter((tool) => tool.annotations?.readOnlyHint) : tools
}
