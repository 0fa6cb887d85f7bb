import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { ToolError } from '@toolprism/core'
import { foldPath } from './protected-paths'
import { type ResolvedPath, resolvePath } from './resolve-path'
import type { Workspace } from './workspace'
import { workspaceError } from './workspace-error'

/** The error for a missing path: it names close entries of the same folder and never picks one. */
export async function notFound(workspace: Workspace, path: ResolvedPath): Promise<ToolError> {
  const folder = dirname(path.relative)
  const parent = await resolvePath(workspace, folder)
  if (!parent.exists)
    return workspaceError(
      'NOT_FOUND',
      `"${path.relative}" does not exist, nor does its folder "${folder}". List a folder or search for the name first.`,
    )
  const names = await readdir(parent.absolute).catch(() => [])
  const close = closeNames(basename(path.relative), names)
  const hint = close.length
    ? ` Close names there: ${close.map((name) => JSON.stringify(folder === '.' ? name : `${folder}/${name}`)).join(', ')}.`
    : ''
  return workspaceError('NOT_FOUND', `"${path.relative}" does not exist.${hint}`)
}

/** At most three names that a reader could have meant, nearest first. */
export function closeNames(wanted: string, names: readonly string[]): string[] {
  const target = foldPath(wanted)
  const most = Math.min(3, Math.floor(target.length / 3))
  return names
    .slice(0, 5000)
    .map((name) => ({ name, distance: editDistance(target, foldPath(name), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** Levenshtein distance, or `most + 1` as soon as it must be larger. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[b.length] ?? 0
}
