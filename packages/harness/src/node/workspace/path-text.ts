import { workspaceError } from './workspace-error'

/** Longest path accepted, in UTF-16 units: the limit of Linux. */
const maxLength = 4096
const windowsDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * Refuses, by the text alone, a path that could mean something outside the workspace or that different
 * layers read differently. What passes is still resolved and compared by real path afterwards.
 * Throws `PATH_REFUSED`.
 */
export function checkPathText(path: string, platform: NodeJS.Platform = process.platform): void {
  const refuse = (reason: string): never => {
    throw workspaceError(
      'PATH_REFUSED',
      `The path ${show(path)} is refused: ${reason}. Give a path inside the workspace, such as "src/main.ts".`,
    )
  }
  if (path.length > maxLength) refuse(`it is longer than ${maxLength} characters`)
  if (path.includes('\0')) refuse('it holds a NUL character')
  if (/[\ud800-\udfff]/u.test(path)) refuse('it holds half of a surrogate pair')
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path) || /^file:/i.test(path)) refuse('it is a URL')
  if (/^[a-z]:/i.test(path) && !(platform === 'win32' && /^[a-z]:[\\/]/i.test(path)))
    refuse('it names a drive (write "./" before a file name of that form)')
  if (/^~[\w-]*(?:[\\/]|$)/.test(path))
    refuse('"~" is not expanded (write "./" before a file name that starts with it)')
  if (/^[\\/]{2}/.test(path)) refuse('it is a network path')
  const separators = platform === 'win32' ? /[\\/]/ : /\//
  // A backslash is a legal character on POSIX, but a model that writes `..\` means the parent folder.
  if (platform !== 'win32' && path.includes('\\') && path.split(/[\\/]/).includes('..'))
    refuse('it steps to a parent folder with a backslash')
  const parts = path.split(separators)
  // Full-width dots and slashes become ".." on file systems and layers that fold compatibility forms.
  const folded = path.normalize('NFKC')
  if (!parts.includes('..') && folded.split(/[\\/]/).includes('..'))
    refuse('it steps to a parent folder once its characters are normalised')
  if (platform === 'win32') {
    const named = /^[a-z]:/i.test(path) ? parts.slice(1) : parts
    if (named.some((part) => windowsDevice.test(part))) refuse('it names a device')
    if (named.some((part) => part.includes(':'))) refuse('it names an alternate data stream')
    if (named.some((part) => /[. ]$/.test(part) && !/^\.{1,2}$/.test(part)))
      refuse('a part of it ends with a dot or a space')
  }
}

/** A path for a message: control characters escaped, long ones cut. */
export function show(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)
}
