import { removeEntry } from '../filesystem/delete-file'
import type { TextFile } from '../filesystem/text-file'
import { readTextFile } from '../filesystem/text-file'
import { type FileMark, hashOf, isUnchanged } from '../workspace/read-marks'
import type { ResolvedPath } from '../workspace/resolve-path'
import type { Workspace } from '../workspace/workspace'
import {
  type StagedWrite,
  stageWrite,
  staleError,
  writeFileAtomic,
} from '../workspace/write-file-atomic'

/** What is to become of one file. */
export interface PlannedChange {
  /** The file as it is; absent for a new one. */
  old?: { path: ResolvedPath; file: TextFile }
  /** The file as it shall be; absent for a deletion. */
  now?: { path: ResolvedPath; bytes: Buffer; executable?: boolean }
}

export interface Committed {
  path: ResolvedPath
  /** Absent when the file is gone. */
  mark?: FileMark
}

/**
 * Makes all changes or none: every new content is on disk before the first file is touched, and when one step
 * fails, those done before it are taken back.
 */
export async function commitChanges(
  workspace: Workspace,
  changes: readonly PlannedChange[],
  signal: AbortSignal,
): Promise<Committed[]> {
  const staged: (StagedWrite | undefined)[] = []
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const change of changes) staged.push(await stage(workspace, change))
    signal.throwIfAborted()
    const done: Committed[] = []
    for (const [index, change] of changes.entries())
      done.push(...(await commit(workspace, change, staged[index], undo)))
    return done
  } catch (error) {
    for (const step of undo.reverse()) await step()
    throw error
  } finally {
    for (const write of staged) await write?.discard()
  }
}

async function stage(
  workspace: Workspace,
  { old, now }: PlannedChange,
): Promise<StagedWrite | undefined> {
  if (!now) return undefined
  const inPlace = old?.path.absolute === now.path.absolute
  return stageWrite(workspace, {
    path: now.path,
    bytes: now.bytes,
    ...(old && inPlace ? { expected: old.file.mark } : {}),
    ...(now.executable ? { mode: 0o777 } : {}),
  })
}

async function commit(
  workspace: Workspace,
  { old, now }: PlannedChange,
  staged: StagedWrite | undefined,
  undo: (() => Promise<unknown>)[],
): Promise<Committed[]> {
  const done: Committed[] = []
  if (staged && now) {
    const mark = await staged.commit()
    const same = old?.path.absolute === now.path.absolute
    undo.push(() =>
      old && same
        ? writeFileAtomic(workspace, { path: old.path, bytes: old.file.bytes, expected: mark })
        : removeEntry(workspace, now.path),
    )
    done.push({ path: now.path, mark: { ...mark, hash: hashOf(now.bytes) } })
    if (same) return done
  }
  if (old) {
    const current = await readTextFile(workspace, old.path)
    if (!isUnchanged(old.file.mark, current.mark)) throw staleError(old.path)
    await removeEntry(workspace, old.path)
    undo.push(() => writeFileAtomic(workspace, { path: old.path, bytes: old.file.bytes }))
    done.push({ path: old.path })
  }
  return done
}
