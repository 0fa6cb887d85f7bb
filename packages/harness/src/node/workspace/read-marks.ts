import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { ToolContext } from '@toolprism/core'
import { keepMark, keptMark } from './kept-mark'

/** What a file was when a run last saw or wrote it. */
export interface FileMark {
  size: bigint
  modified: bigint
  changed: bigint
  inode: bigint
  /** Of the whole content; absent when it was not read to its end. */
  hash?: string
}

/**
 * Which files each run has seen: a file changed by somebody else is not written over. The marks are also kept with
 * the run, so that one that goes on in another process knows what it has read.
 */
export interface ReadMarks {
  get(context: ToolContext, path: string): FileMark | undefined
  set(context: ToolContext, path: string, mark: FileMark): void
  delete(context: ToolContext, path: string): void
}

const maxRuns = 500
const maxFiles = 20_000

export function createReadMarks(): ReadMarks {
  const runs = new Map<string, Map<string, FileMark>>()
  const filesOf = (context: ToolContext) => {
    const run = runOf(context)
    const files = runs.get(run) ?? new Map<string, FileMark>()
    // Set again, so that the run used last is dropped last.
    runs.delete(run)
    runs.set(run, files)
    dropOldest(runs, maxRuns)
    return files
  }
  return {
    // What the run brought is first: it may have been on in another process since this one saw the file.
    get: (context, path) => keptMark(context, path) ?? filesOf(context).get(path),
    set(context, path, mark) {
      const files = filesOf(context)
      files.delete(path)
      files.set(path, mark)
      dropOldest(files, maxFiles)
      keepMark(context, path, mark)
    },
    delete(context, path) {
      filesOf(context).delete(path)
      keepMark(context, path, undefined)
    },
  }
}

/** A forgotten file counts as never read: the model reads it once more. */
function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}

/** The run a call belongs to; calls of hosts without runs share one. */
export function runOf(context: ToolContext): string {
  const { host } = context
  if (typeof host !== 'object' || host === null || !('runId' in host)) return ''
  return typeof host.runId === 'string' ? host.runId : ''
}

export function toMark(stats: BigIntStats, hash?: string): FileMark {
  return {
    size: stats.size,
    modified: stats.mtimeNs,
    changed: stats.ctimeNs,
    inode: stats.ino,
    ...(hash === undefined ? {} : { hash }),
  }
}

/** True when the file surely is as it was; a mere change of mode or time is seen through by the hash. */
export function isUnchanged(mark: FileMark, now: FileMark): boolean {
  if (mark.hash !== undefined && now.hash !== undefined) return mark.hash === now.hash
  return (
    mark.size === now.size &&
    mark.modified === now.modified &&
    mark.changed === now.changed &&
    mark.inode === now.inode
  )
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}
