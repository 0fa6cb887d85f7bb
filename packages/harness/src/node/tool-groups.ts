import type { ToolDefinition } from '@toolprism/core'
import { listDirectoryTool } from './filesystem/list-directory'
import { readFileTool } from './filesystem/read-file'
import { globTool } from './search/glob'
import { type GrepOptions, grepTool } from './search/grep'
import { createWorkspace, type Workspace, type WorkspaceOptions } from './workspace/workspace'

/** Tools that read and change files of a workspace. */
export function filesystemTools(workspace: Workspace): ToolDefinition[] {
  return [listDirectoryTool(workspace), readFileTool(workspace)]
}

/** Tools that find files by name and lines by pattern. */
export function searchTools(workspace: Workspace, options: GrepOptions = {}): ToolDefinition[] {
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
): ToolDefinition[] {
  const workspace = typeof root === 'string' ? createWorkspace(root, options) : root
  const groups = options.groups ?? ['filesystem', 'search']
  const tools = [
    ...(groups.includes('filesystem') ? filesystemTools(workspace) : []),
    ...(groups.includes('search') ? searchTools(workspace, options) : []),
  ]
  return options.readOnly ? tools.filter((tool) => tool.annotations?.readOnlyHint) : tools
}
