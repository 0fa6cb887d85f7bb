import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import type { ToolError } from '@toolprism/core'
import { isInside, type ResolvedPath } from './resolve-path'
import type { Workspace } from './workspace'
import { fromSystemError, workspaceError } from './workspace-error'

/** Linux names every open file by descriptor, so an opened folder stays itself whatever happens to its path. */
const byDescriptor = process.platform === 'linux' && existsSync('/proc/self/fd')
const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

export interface OpenedFile {
  handle: FileHandle
  stats: Stats
}

/**
 * Opens an existing regular file for reading: no link as the last part, never blocking on a pipe or device,
 * and checked again after it was opened, so that a folder swapped for a link in between is noticed.
 */
export async function openFile(workspace: Workspace, path: ResolvedPath): Promise<OpenedFile> {
  const opened = await openVerified(workspace, path, O_RDONLY | O_NONBLOCK)
  if (opened.stats.isFile()) return opened
  await opened.handle.close()
  if (opened.stats.isDirectory())
    throw workspaceError('IS_A_DIRECTORY', `"${path.relative}" is a folder, not a file.`)
  throw workspaceError(
    'NOT_A_FILE',
    `"${path.relative}" is not a regular file (a device, pipe or socket).`,
  )
}

/** A verified folder. Paths made with `at` stay inside it even when its own path is changed meanwhile. */
export interface OpenedDirectory {
  /** Path of an entry, for the next file system call; without a name, of the folder itself. */
  at(name?: string): string
  close(): Promise<void>
}

export async function openDirectory(
  workspace: Workspace,
  path: ResolvedPath,
): Promise<OpenedDirectory> {
  if (process.platform === 'win32') return openDirectoryByPath(workspace, path)
  const { handle, stats } = await openVerified(workspace, path, O_RDONLY | O_DIRECTORY)
  if (!stats.isDirectory()) {
    await handle.close()
    throw workspaceError('NOT_A_DIRECTORY', `"${path.relative}" is not a folder.`)
  }
  const base = byDescriptor ? `/proc/self/fd/${handle.fd}` : path.absolute
  return {
    at: (name) => (name === undefined ? base : `${base}/${name}`),
    close: () => handle.close(),
  }
}

async function openDirectoryByPath(
  workspace: Workspace,
  path: ResolvedPath,
): Promise<OpenedDirectory> {
  const real = await realpath(path.absolute).catch((error: unknown) => {
    throw fromSystemError(error, path.relative)
  })
  if (!isInside(workspace.root, real)) throw moved(path)
  return {
    at: (name) => (name === undefined ? real : `${real}\\${name}`),
    close: async () => {},
  }
}

async function openVerified(
  workspace: Workspace,
  path: ResolvedPath,
  flags: number,
): Promise<OpenedFile> {
  let handle: FileHandle
  try {
    handle = await open(path.absolute, flags | O_NOFOLLOW)
  } catch (error) {
    throw fromSystemError(error, path.relative)
  }
  try {
    const stats = await handle.stat()
    if (!(await stillInside(workspace, path, handle, stats))) throw moved(path)
    return { handle, stats }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function stillInside(
  workspace: Workspace,
  path: ResolvedPath,
  handle: FileHandle,
  stats: Stats,
): Promise<boolean> {
  if (byDescriptor) return isInside(workspace.root, await readlink(`/proc/self/fd/${handle.fd}`))
  const real = await realpath(path.absolute)
  const now = await lstat(real)
  return isInside(workspace.root, real) && now.ino === stats.ino && now.dev === stats.dev
}

function moved(path: ResolvedPath): ToolError {
  return workspaceError(
    'PATH_REFUSED',
    `"${path.relative}" is refused: it was replaced while it was opened and now leads outside the workspace.`,
  )
}

/**
 * The bytes of a small regular file, read at once: for searches that look into many. Undefined when the file
 * is gone, larger than `maxBytes`, not regular, a link, or no longer inside the workspace.
 */
export function readSmallFile(
  workspace: Workspace,
  absolute: string,
  maxBytes: number,
): Buffer | undefined {
  let descriptor: number
  try {
    descriptor = openSync(absolute, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  } catch {
    return undefined
  }
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size > maxBytes) return undefined
    if (!sameFile(workspace, absolute, descriptor, stats)) return undefined
    const bytes = Buffer.allocUnsafe(stats.size)
    let length = 0
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, length)
    return bytes.subarray(0, length)
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The first bytes of a file into `buffer`, for a step that only leaves files out: nothing is checked, so what
 * it reads must not be shown. Undefined when the buffer is full or nothing could be read.
 */
export function peekFile(absolute: string, buffer: Buffer): Buffer | undefined {
  let descriptor: number
  try {
    descriptor = openSync(absolute, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  } catch {
    return undefined
  }
  try {
    const length = readSync(descriptor, buffer, 0, buffer.length, 0)
    return length === buffer.length ? undefined : buffer.subarray(0, length)
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}

function sameFile(
  workspace: Workspace,
  absolute: string,
  descriptor: number,
  stats: Stats,
): boolean {
  if (byDescriptor) return isInside(workspace.root, readlinkSync(`/proc/self/fd/${descriptor}`))
  const real = realpathSync.native(absolute)
  const now = lstatSync(real)
  return isInside(workspace.root, real) && now.ino === stats.ino && now.dev === stats.dev
}
