import type { ToolDefinition } from '@toolprism/core'
import { type ResolvedPath, resolvePath } from '../workspace/resolve-path'
import { notFound } from '../workspace/suggest-names'
import { showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { hasCode } from '../workspace/workspace-error'
import { answer, workspaceTool } from '../workspace/workspace-tool'
import { createGlob } from './glob-pattern'
import { type WalkState, walkFiles } from './walk'

export interface GlobAnswer {
  paths: string[]
  /** Why the list may be incomplete. */
  truncated?: 'limit' | 'time' | 'depth'
}

export interface SearchBudget {
  /** Milliseconds a search may take before it answers with what it has. @default 20_000 */
  timeMs?: number
}

const defaultTimeMs = 20_000

/** `glob`: files by name pattern. */
export function globTool(workspace: Workspace, budget: SearchBudget = {}): ToolDefinition {
  return workspaceTool({
    name: 'glob',
    title: 'Find files',
    description:
      'Finds files by a glob such as "src/**/*.ts" or "*.{json,yaml}", as paths relative to the workspace in name order. A pattern without "/" matches at any depth. Leaves out what .gitignore and .ignore files name, and .git, node_modules and the like.',
    inputSchema: {
      type: 'object',
      properties: {
        pattern: {
          type: 'string',
          minLength: 1,
          description: 'Glob, relative to path: *, ?, [abc], {a,b}, **.',
        },
        path: { type: 'string', description: 'Folder to search in.', default: '.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 500,
          description: 'Most paths to return.',
          default: 100,
        },
        includeIgnored: {
          type: 'boolean',
          description: 'Also files that ignore files leave out.',
          default: false,
        },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        paths: { type: 'array', items: { type: 'string' } },
        truncated: { enum: ['limit', 'time', 'depth'] },
      },
      required: ['paths'],
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Find files', icon: 'folder-search', group: 'search' },
    inputExamples: [{ pattern: '**/*.test.ts', path: 'src' }],
    async execute({ pattern, path = '.', limit = 100, includeIgnored = false }, { signal }) {
      const glob = createGlob(pattern, { anyDepth: true })
      const start = await resolveFolder(workspace, path)
      const state: WalkState = {}
      const deadline = performance.now() + (budget.timeMs ?? defaultTimeMs)
      const found: GlobAnswer = { paths: [] }
      const inner = await narrow(workspace, start, glob.base)
      if (inner) {
        const below = start.relative === '.' ? 0 : start.relative.length + 1
        for await (const batch of walkFiles(
          workspace,
          inner,
          { includeIgnored, signal, deadline },
          state,
        ))
          if (
            !keep(
              found,
              batch.filter((file) => glob.matches(file.slice(below))),
              limit,
            )
          )
            break
      }
      if (state.stopped) found.truncated ??= state.stopped
      return answer(showGlob(found, pattern), { found: found.paths.length }, found)
    },
  })
}

/** A folder to search in. Throws `NOT_FOUND`, or `NOT_A_DIRECTORY` when the walk opens a file. */
export async function resolveFolder(workspace: Workspace, path: string): Promise<ResolvedPath> {
  const start = await resolvePath(workspace, path)
  if (!start.exists) throw await notFound(workspace, start)
  return start
}

/** The folder a walk may begin in, so that `src/a/**` does not read the rest; undefined when it is missing. */
async function narrow(
  workspace: Workspace,
  start: ResolvedPath,
  base: string,
): Promise<ResolvedPath | undefined> {
  if (base === '.') return start
  const inner = await resolvePath(workspace, `${start.relative}/${base}`).catch(
    (error: unknown) => {
      if (hasCode(error, 'NOT_A_DIRECTORY')) return undefined
      throw error
    },
  )
  // A walk does not follow links, so a base that is one has no files in it either.
  const same = start.relative === '.' ? base : `${start.relative}/${base}`
  return inner?.exists && inner.relative === same ? inner : undefined
}

/** False when the list is full. */
function keep(found: GlobAnswer, paths: readonly string[], limit: number): boolean {
  const room = limit - found.paths.length
  found.paths.push(...paths.slice(0, room))
  if (paths.length <= room) return true
  found.truncated = 'limit'
  return false
}

function showGlob({ paths, truncated }: GlobAnswer, pattern: string): string {
  const why = {
    limit: `[the first ${paths.length}; more match: narrow the pattern or the path]`,
    time: '[incomplete: the search ran out of time; narrow the path]',
    depth: '[incomplete: very deep folders were not entered]',
  }
  const note = truncated ? [why[truncated]] : []
  if (paths.length === 0) return [`No file matches ${JSON.stringify(pattern)}.`, ...note].join('\n')
  return [...paths.map(showName), ...note].join('\n')
}
