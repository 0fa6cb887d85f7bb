import { ToolError } from '@toolprism/core'

/** Why a workspace tool refused. Stable: hosts and tests branch on it. */
export type WorkspaceErrorCode =
  | 'PATH_REFUSED'
  | 'PATH_PROTECTED'
  | 'NOT_FOUND'
  | 'NOT_A_FILE'
  | 'IS_A_DIRECTORY'
  | 'NOT_A_DIRECTORY'
  | 'ALREADY_EXISTS'
  | 'ACCESS_DENIED'
  | 'NOT_TEXT'
  | 'TOO_LARGE'
  | 'STALE'
  | 'NO_MATCH'
  | 'SEVERAL_MATCHES'
  | 'BAD_INPUT'
  | 'BAD_PATTERN'
  | 'BAD_PATCH'
  | 'COMMAND_FAILED'
  | 'TIMEOUT'

/** A refusal; its message is written for the model. */
export function workspaceError(code: WorkspaceErrorCode, message: string): ToolError {
  return new ToolError(code, message)
}

/** The same, from an error of the file system; other errors come back unchanged. */
export function fromSystemError(error: unknown, shown: string): unknown {
  switch (systemCode(error)) {
    case 'ENOENT':
      return workspaceError('NOT_FOUND', `"${shown}" does not exist.`)
    case 'ENOTDIR':
      return workspaceError('NOT_A_DIRECTORY', `"${shown}" or a part of it is not a folder.`)
    case 'EISDIR':
      return workspaceError('IS_A_DIRECTORY', `"${shown}" is a folder.`)
    case 'EEXIST':
      return workspaceError('ALREADY_EXISTS', `"${shown}" exists already.`)
    case 'EACCES':
    case 'EPERM':
      return workspaceError('ACCESS_DENIED', `The system does not allow access to "${shown}".`)
    case 'EROFS':
    case 'ENOSPC':
    case 'EDQUOT':
      return workspaceError('ACCESS_DENIED', `"${shown}" cannot be written: ${systemCode(error)}.`)
    case 'ELOOP':
      return workspaceError('PATH_REFUSED', `"${shown}" is or passes through a link loop.`)
    case 'ENAMETOOLONG':
      return workspaceError('PATH_REFUSED', 'The path is too long for the file system.')
    default:
      return error
  }
}

/** True for an error that carries the code, of whatever class. */
export function hasCode(error: unknown, code: WorkspaceErrorCode): boolean {
  return systemCode(error) === code
}

/** `ENOENT`, `STALE` and the like, or undefined. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
