import { randomBytes } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type OpenedDirectory, openDirectory } from './open-confined'
import { type FileMark, isUnchanged, toMark } from './read-marks'
import { type ResolvedPath, toRelative } from './resolve-path'
import type { Workspace } from './workspace'
import { fromSystemError, systemCode, workspaceError } from './workspace-error'

export interface FileWrite {
  path: ResolvedPath
  bytes: Uint8Array
  /** What the file must still be; absent: it must not exist. */
  expected?: FileMark
  /** Permission bits of a new file. @default those of the process */
  mode?: number
}

/** A file written beside its target, not yet in its place. */
export interface StagedWrite {
  /** Puts it there in one step and answers its new mark. Throws `STALE` or `ALREADY_EXISTS`. */
  commit(): Promise<FileMark>
  /** Removes it; after a commit only closes. */
  discard(): Promise<void>
}

/** Writes a file so that a reader, or a crash, only ever sees the old or the new one. */
export async function writeFileAtomic(
  workspace: Workspace,
  write: FileWrite,
  signal?: AbortSignal,
): Promise<FileMark> {
  const staged = await stageWrite(workspace, write)
  try {
    signal?.throwIfAborted()
    return await staged.commit()
  } finally {
    await staged.discard()
  }
}

/** First half of a write. Missing folders are made; nothing else is seen until `commit`. */
export async function stageWrite(workspace: Workspace, write: FileWrite): Promise<StagedWrite> {
  const { path } = write
  const { folder, made } = await ensureFolder(workspace, dirname(path.absolute))
  const temporary = folder.at(`.toolprism-${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeTemporary(folder, temporary, write)
  } catch (error) {
    await unlink(temporary).catch(() => {})
    await folder.close()
    await removeFolders(made)
    throw fromSystemError(error, path.relative)
  }
  let placed = false
  return {
    async commit() {
      try {
        const target = folder.at(basename(path.absolute))
        await (write.expected ? replace : create)(temporary, target, write)
        placed = true
        return toMark(await lstat(target, { bigint: true }))
      } catch (error) {
        throw fromSystemError(error, path.relative)
      }
    },
    async discard() {
      if (!placed) await unlink(temporary).catch(() => {})
      await folder.close()
      if (!placed) await removeFolders(made)
    },
  }
}

async function writeTemporary(
  folder: OpenedDirectory,
  temporary: string,
  write: FileWrite,
): Promise<void> {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY
  const handle = await open(temporary, flags | (constants.O_NOFOLLOW ?? 0), write.mode ?? 0o666)
  try {
    if (write.expected) {
      const old = await lstat(folder.at(basename(write.path.absolute)), { bigint: true })
      await keepAccess(handle, old, write.path)
    }
    await handle.writeFile(write.bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The new file takes over mode and owner. A file that nobody may write is not replaced. */
async function keepAccess(handle: FileHandle, old: BigIntStats, path: ResolvedPath): Promise<void> {
  const mode = Number(old.mode) & 0o7777
  if ((mode & 0o222) === 0)
    throw workspaceError('ACCESS_DENIED', `"${path.relative}" is read-only.`)
  // Only root may give a file away; anybody else owns the new file, as with any editor.
  if (process.getuid?.() === 0) await handle.chown(Number(old.uid), Number(old.gid)).catch(() => {})
  await handle.chmod(mode)
}

async function replace(temporary: string, target: string, write: FileWrite): Promise<void> {
  const now = await lstat(target, { bigint: true }).catch(() => undefined)
  const { hash: _, ...expected } = write.expected as FileMark
  if (!now?.isFile() || !isUnchanged(expected, toMark(now))) throw staleError(write.path)
  await rename(temporary, target)
}

/** A link fails when the name is taken, so nothing that appeared meanwhile is lost. */
async function create(temporary: string, target: string, write: FileWrite): Promise<void> {
  try {
    await link(temporary, target)
    await unlink(temporary)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error
    // A file system without hard links: take the name first, then put the content there.
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY
    await (await open(target, flags, write.mode ?? 0o666)).close()
    await rename(temporary, target)
  }
}

export function staleError(path: ResolvedPath): Error {
  return workspaceError(
    'STALE',
    `"${path.relative}" has changed on disk since you read it. Nothing was written. Read it again, then repeat the change.`,
  )
}

/** Opens a folder below the root, making what is missing one verified step at a time. */
async function ensureFolder(
  workspace: Workspace,
  absolute: string,
): Promise<{ folder: OpenedDirectory; made: string[] }> {
  const relative = toRelative(workspace, absolute)
  const parts = relative === '.' ? [] : relative.split('/')
  let path: ResolvedPath = { absolute: workspace.root, relative: '.', exists: true }
  let folder = await openDirectory(workspace, path)
  const made: string[] = []
  for (const [index, part] of parts.entries()) {
    try {
      await mkdir(folder.at(part))
      made.push(join(path.absolute, part))
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') {
        await folder.close()
        throw fromSystemError(error, parts.slice(0, index + 1).join('/'))
      }
    }
    await folder.close()
    path = {
      absolute: join(path.absolute, part),
      relative: parts.slice(0, index + 1).join('/'),
      exists: true,
    }
    folder = await openDirectory(workspace, path)
  }
  return { folder, made }
}

/** Takes back folders made for a write that did not happen; one that got other content stays. */
async function removeFolders(made: readonly string[]): Promise<void> {
  for (const folder of [...made].reverse()) await rmdir(folder).catch(() => {})
}
