import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { createPathLock, type PathLock } from './path-lock'
import { createPathGuard, type PathGuard, PROTECTED_PATHS } from './protected-paths'
import { createReadMarks, type ReadMarks } from './read-marks'
import { workspaceError } from './workspace-error'

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
  /** What each run has read, for refusing writes over the changes of others. */
  readonly marks: ReadMarks
  /** Keeps writes of one file apart. */
  readonly lock: PathLock
}

/** Opens a folder as a workspace. Throws `NOT_FOUND` or `NOT_A_DIRECTORY`. */
export function createWorkspace(root: string, options: WorkspaceOptions = {}): Workspace {
  const given = resolve(root)
  let real: string
  try {
    real = realpathSync.native(given)
  } catch {
    throw workspaceError('NOT_FOUND', `The workspace folder "${given}" does not exist.`)
  }
  if (!statSync(real).isDirectory())
    throw workspaceError('NOT_A_DIRECTORY', `The workspace "${given}" is not a folder.`)
  return {
    root: real,
    given,
    isProtected: createPathGuard(options.protectedPaths ?? PROTECTED_PATHS),
    marks: createReadMarks(),
    lock: createPathLock(),
  }
}
