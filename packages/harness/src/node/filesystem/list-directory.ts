import type { Dirent } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import type { ToolDefinition } from '@toolprism/core'
import { openDirectory } from '../workspace/open-confined'
import { resolvePath } from '../workspace/resolve-path'
import { notFound } from '../workspace/suggest-names'
import { showBytes, showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { answer, workspaceTool } from '../workspace/workspace-tool'

export interface DirectoryEntry {
  name: string
  type: 'file' | 'directory' | 'link' | 'other'
  /** Bytes, of files. */
  size?: number
  /** Where a link points, as written. */
  target?: string
}

export interface DirectoryListing {
  path: string
  entries: DirectoryEntry[]
  /** Entries of the folder, listed or not. */
  total: number
}

/** `list_directory`: the entries of one folder, a page at a time. */
export function listDirectoryTool(workspace: Workspace): ToolDefinition {
  return workspaceTool({
    name: 'list_directory',
    title: 'List folder',
    description:
      'Lists one folder of the workspace: folders end with "/", files show their size, links show their target. Not recursive: use glob to find files by name.',
    inputSchema: {
      type: 'object',
      properties: {
        path: {
          type: 'string',
          description: 'Folder, relative to the workspace. The default is the workspace itself.',
          default: '.',
        },
        offset: {
          type: 'integer',
          minimum: 0,
          description: 'Entries to skip, for the next page.',
          default: 0,
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 2000,
          description: 'Most entries to list.',
          default: 500,
        },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        entries: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              type: { enum: ['file', 'directory', 'link', 'other'] },
              size: { type: 'integer' },
              target: { type: 'string' },
            },
            required: ['name', 'type'],
          },
        },
        total: { type: 'integer' },
      },
      required: ['path', 'entries', 'total'],
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'List folder', icon: 'folder', group: 'filesystem' },
    inputExamples: [{ path: 'src' }],
    async execute({ path = '.', offset = 0, limit = 500 }) {
      const listing = await listDirectory(workspace, path, offset, limit)
      return answer(showListing(listing, offset), { path: listing.path }, listing)
    },
  })
}

export async function listDirectory(
  workspace: Workspace,
  path: string,
  offset: number,
  limit: number,
): Promise<DirectoryListing> {
  const resolved = await resolvePath(workspace, path)
  if (!resolved.exists) throw await notFound(workspace, resolved)
  const folder = await openDirectory(workspace, resolved)
  try {
    const all = await readdir(folder.at(), { withFileTypes: true })
    all.sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || order(a.name, b.name))
    const page = all.slice(offset, offset + limit)
    const entries = await Promise.all(
      page.map((entry) => describeEntry(entry, folder.at(entry.name))),
    )
    return { path: resolved.relative, entries, total: all.length }
  } finally {
    await folder.close()
  }
}

async function describeEntry(entry: Dirent, path: string): Promise<DirectoryEntry> {
  const { name } = entry
  if (entry.isDirectory()) return { name, type: 'directory' }
  if (entry.isSymbolicLink())
    return { name, type: 'link', target: await readlink(path).catch(() => '') }
  if (!entry.isFile()) return { name, type: 'other' }
  // A file deleted since the folder was read is listed without a size.
  const size = await lstat(path).then(
    (stats) => stats.size,
    () => undefined,
  )
  return { name, type: 'file', ...(size === undefined ? {} : { size }) }
}

export function showListing(listing: DirectoryListing, offset: number): string {
  const { entries, total, path } = listing
  if (total === 0) return `${showName(path)} is empty.`
  const lines = entries.map(showEntry)
  const end = offset + entries.length
  const note =
    entries.length === total
      ? ''
      : entries.length === 0
        ? `No entries from ${offset} on; the folder has ${total}.`
        : `[entries ${offset + 1}-${end} of ${total}${end < total ? `; go on with offset ${end}` : ''}]`
  return [...lines, ...(note ? [note] : [])].join('\n')
}

function showEntry({ name, type, size, target }: DirectoryEntry): string {
  if (type === 'directory') return `${showName(name)}/`
  if (type === 'link') return `${showName(name)} -> ${showName(target ?? '')}`
  if (type === 'other') return `${showName(name)} (not a regular file)`
  return size === undefined ? showName(name) : `${showName(name)}  ${showBytes(size)}`
}

/** By code units: the same on every machine, whatever its locale. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
