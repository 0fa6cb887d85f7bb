import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { ToolError } from '@toolprism/core'
import { checkPathText, show } from './path-text'
import type { Workspace } from './workspace'
import { fromSystemError, systemCode, workspaceError } from './workspace-error'

/** A path that was proved to lie inside the workspace when it was resolved. */
export interface ResolvedPath {
  /** Real, absolute; for a missing file the real path of its deepest folder plus the missing names. */
  absolute: string
  /** Relative to the root, with `/`; `.` is the root itself. */
  relative: string
  exists: boolean
}

export interface ResolveOptions {
  /** `keep` names a link itself instead of what it points to (for deleting). @default 'follow' */
  link?: 'follow' | 'keep'
  /** Refuse protected files for this access; absent checks nothing (for listing names). */
  access?: 'read' | 'write'
}

/**
 * Resolves a path of a tool's input. Links are followed and the result must still lie inside the root.
 * Throws `PATH_REFUSED` for anything outside, with the same text whether or not the target exists.
 */
export async function resolvePath(
  workspace: Workspace,
  path: string,
  options: ResolveOptions = {},
): Promise<ResolvedPath> {
  checkPathText(path)
  const lexical = lexicalPath(workspace, path)
  const last = options.link === 'keep' && lexical !== workspace.root
  const found = last
    ? await keepLast(workspace, lexical, path)
    : await realPath(workspace, lexical, path)
  if (!isInside(workspace.root, found.absolute)) throw outside(path)
  const shown = toRelative(workspace, found.absolute)
  if (options.access) {
    const named = toRelative(workspace, lexical)
    for (const name of new Set([shown, named])) checkProtected(workspace, name, options.access)
  }
  return { ...found, relative: shown }
}

/** Throws `PATH_PROTECTED` when a tool may not touch the file. */
export function checkProtected(workspace: Workspace, name: string, access: 'read' | 'write'): void {
  if (!workspace.isProtected(name, access)) return
  throw workspaceError(
    'PATH_PROTECTED',
    `"${name}" is protected: it may hold secrets or code that runs later, so tools may not ${access} it. Ask the person if you need it.`,
  )
}

/** True when `path` is `root` or below it; both are absolute and normalised. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** The path below the root, with `/`. */
export function toRelative(workspace: Workspace, absolute: string): string {
  const path = relative(workspace.root, absolute)
  return path === '' ? '.' : sep === '/' ? path : path.split(sep).join('/')
}

/** The absolute path the text means, `..` removed, before any link is looked at. */
function lexicalPath(workspace: Workspace, path: string): string {
  if (!isAbsolute(path)) {
    const joined = resolve(workspace.root, path === '' ? '.' : path)
    if (isInside(workspace.root, joined)) return joined
    throw outside(path)
  }
  const absolute = resolve(path)
  if (isInside(workspace.root, absolute)) return absolute
  if (isInside(workspace.given, absolute))
    return join(workspace.root, relative(workspace.given, absolute))
  throw outside(path)
}

async function realPath(workspace: Workspace, lexical: string, path: string) {
  const missing: string[] = []
  for (let current = lexical; ; current = dirname(current)) {
    try {
      const real = await realpath(current)
      return { absolute: join(real, ...missing), exists: missing.length === 0 }
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw fromSystemError(error, show(path).slice(1, -1))
      if (current === workspace.root || current === dirname(current))
        throw workspaceError('NOT_FOUND', 'The workspace folder no longer exists.')
      // A link that points nowhere would be followed by a later create: refuse it here.
      if (await linkExists(current)) throw outside(path)
      missing.unshift(basename(current))
    }
  }
}

async function keepLast(workspace: Workspace, lexical: string, path: string) {
  const parent = await realPath(workspace, dirname(lexical), path)
  const absolute = join(parent.absolute, basename(lexical))
  return { absolute, exists: parent.exists && (await entryExists(absolute)) }
}

async function linkExists(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
}

async function entryExists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

function outside(path: string): ToolError {
  return workspaceError(
    'PATH_REFUSED',
    `The path ${show(path)} is refused: it leads outside the workspace. Give a path inside it, such as "src/main.ts".`,
  )
}
