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

/** A refusal of a workspace tool; its message is written for the model. Recognise it by `code`. */
export class WorkspaceError extends Error {
  override name = 'WorkspaceError'
  constructor(
    readonly code: WorkspaceErrorCode,
    message: string,
  ) {
    super(message)
  }
}

/** The same, from an error of the file system; other errors come back unchanged. */
export function fromSystemError(error: unknown, shown: string): unknown {
  switch (systemCode(error)) {
    case 'ENOENT':
      return new WorkspaceError('NOT_FOUND', `"${shown}" does not exist.`)
    case 'ENOTDIR':
      return new WorkspaceError('NOT_A_DIRECTORY', `A part of "${shown}" is not a folder.`)
    case 'EISDIR':
      return new WorkspaceError('IS_A_DIRECTORY', `"${shown}" is a folder.`)
    case 'EACCES':
    case 'EPERM':
      return new WorkspaceError('ACCESS_DENIED', `The system does not allow access to "${shown}".`)
    case 'EROFS':
    case 'ENOSPC':
    case 'EDQUOT':
      return new WorkspaceError(
        'ACCESS_DENIED',
        `"${shown}" cannot be written: ${systemCode(error)}.`,
      )
    case 'ELOOP':
      return new WorkspaceError('PATH_REFUSED', `"${shown}" is or passes through a link loop.`)
    case 'ENAMETOOLONG':
      return new WorkspaceError('PATH_REFUSED', 'The path is too long for the file system.')
    default:
      return error
  }
}

/** `ENOENT` and the like, or undefined. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
