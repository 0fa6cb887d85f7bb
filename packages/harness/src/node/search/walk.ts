import { readdir } from 'node:fs/promises'
import { isToolError } from '@toolprism/core'
import { type OpenedDirectory, openDirectory } from '../workspace/open-confined'
import type { ResolvedPath } from '../workspace/resolve-path'
import type { Workspace } from '../workspace/workspace'
import {
  IGNORE_FILES,
  type IgnoreRules,
  noIgnoreRules,
  readIgnoreFile,
  SKIPPED_FOLDERS,
} from './ignore-rules'

export interface WalkOptions {
  /** Also what ignore files leave out; the skipped folders stay out. */
  includeIgnored: boolean
  signal: AbortSignal
  /** Value of `performance.now()` after which the walk ends. */
  deadline: number
}

/** Set when the walk could not see everything. */
export interface WalkState {
  stopped?: 'time' | 'depth'
}

/** Deeper folders are not entered; no real tree is as deep. */
const maxDepth = 100
const smallBatch = 64
const largeBatch = 1024

interface Walk {
  workspace: Workspace
  options: WalkOptions
  state: WalkState
  batch: string[]
  /** Grows, so that the first answers come early and later work is done in large pieces. */
  batchSize: number
}

/**
 * Files below a folder as batches of paths relative to the workspace, in one order on every machine: entries
 * by name, a folder's files where its name stands. Links are not followed, so a loop cannot trap the walk.
 */
export async function* walkFiles(
  workspace: Workspace,
  start: ResolvedPath,
  options: WalkOptions,
  state: WalkState = {},
): AsyncGenerator<string[]> {
  const walk: Walk = { workspace, options, state, batch: [], batchSize: smallBatch }
  const rules = options.includeIgnored ? noIgnoreRules : await rulesAbove(workspace, start)
  yield* visit(walk, start, rules, 0)
  if (walk.batch.length > 0) yield walk.batch
}

async function* visit(
  walk: Walk,
  folder: ResolvedPath,
  above: IgnoreRules,
  depth: number,
): AsyncGenerator<string[]> {
  walk.options.signal.throwIfAborted()
  if (isOver(walk)) return
  if (depth > maxDepth) {
    walk.state.stopped = 'depth'
    return
  }
  const { entries, rules } = await readFolder(walk, folder, above)
  for (const entry of entries) {
    const path = folder.relative === '.' ? entry.name : `${folder.relative}/${entry.name}`
    if (entry.folder) {
      if (SKIPPED_FOLDERS.includes(entry.name) || rules.ignores(`${path}/`)) continue
      const absolute = `${folder.absolute}/${entry.name}`
      yield* visit(walk, { absolute, relative: path, exists: true }, rules, depth + 1)
      if (isOver(walk)) return
    } else if (!rules.ignores(path)) {
      walk.batch.push(path)
      if (walk.batch.length >= walk.batchSize) {
        const full = walk.batch
        walk.batch = []
        walk.batchSize = Math.min(walk.batchSize * 2, largeBatch)
        yield full
        walk.options.signal.throwIfAborted()
      }
    }
  }
}

function isOver(walk: Walk): boolean {
  if (performance.now() > walk.options.deadline) walk.state.stopped = 'time'
  return walk.state.stopped === 'time'
}

async function readFolder(walk: Walk, folder: ResolvedPath, above: IgnoreRules) {
  let opened: OpenedDirectory
  try {
    opened = await openDirectory(walk.workspace, folder)
  } catch (error) {
    // Gone, replaced or not readable since its parent was listed: it has nothing to show.
    if (isToolError(error)) return { entries: [], rules: above }
    throw error
  }
  try {
    const found = await readdir(opened.at(), { withFileTypes: true })
    const entries = found
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({ name: entry.name, folder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    if (walk.options.includeIgnored) return { entries, rules: above }
    return { entries, rules: await rulesOf(opened, folder.relative, above, entries) }
  } finally {
    await opened.close()
  }
}

async function rulesOf(
  opened: OpenedDirectory,
  folder: string,
  above: IgnoreRules,
  entries: readonly { name: string; folder: boolean }[],
): Promise<IgnoreRules> {
  const names = IGNORE_FILES.filter((name) =>
    entries.some((entry) => entry.name === name && !entry.folder),
  )
  if (names.length === 0) return above
  return above.inside(
    folder,
    await Promise.all(names.map((name) => readIgnoreFile(opened.at(name)))),
  )
}

/** Rules of the folders above the start. A start that they leave out was meant: then they do not count. */
async function rulesAbove(workspace: Workspace, start: ResolvedPath): Promise<IgnoreRules> {
  if (start.relative === '.') return noIgnoreRules
  const parts = start.relative.split('/')
  let rules = noIgnoreRules
  for (let index = 0; index < parts.length; index++) {
    const relative = parts.slice(0, index).join('/') || '.'
    const folder = await openDirectory(workspace, {
      absolute: [workspace.root, ...parts.slice(0, index)].join('/'),
      relative,
      exists: true,
    })
    try {
      const texts = await Promise.all(IGNORE_FILES.map((name) => readIgnoreFile(folder.at(name))))
      rules = rules.inside(relative, texts)
    } finally {
      await folder.close()
    }
    if (rules.ignores(`${parts.slice(0, index + 1).join('/')}/`)) return noIgnoreRules
  }
  return rules
}
