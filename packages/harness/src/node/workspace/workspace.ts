import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { createPathGuard, type PathGuard, PROTECTED_PATHS } from './protected-paths'
import { WorkspaceError } from './workspace-error'

export interface WorkspaceOptions {
  /**
   * Globs of files no tool reads or writes, on top of `.git` which is never written.
   * @default PROTECTED_PATHS
   */
  protectedPaths?: readonly string[]
}

/** A folder that tools may work in. Everything a tool touches is compared with `root` by real path. */
export interface Workspace {
  /** Real path of the folder. */
  readonly root: string
  /** The path the host gave, absolute; absolute paths below it are accepted too. */
  readonly given: string
  readonly isProtected: PathGuard
}

/** Opens a folder as a workspace. Throws `NOT_FOUND` or `NOT_A_DIRECTORY`. */
export function createWorkspace(root: string, options: WorkspaceOptions = {}): Workspace {
  const given = resolve(root)
  let real: string
  try {
    real = realpathSync.native(given)
  } catch {
    throw new WorkspaceError('NOT_FOUND', `The workspace folder "${given}" does not exist.`)
  }
  if (!statSync(real).isDirectory())
    throw new WorkspaceError('NOT_A_DIRECTORY', `The workspace "${given}" is not a folder.`)
  return {
    root: real,
    given,
    isProtected: createPathGuard(options.protectedPaths ?? PROTECTED_PATHS),
  }
}
