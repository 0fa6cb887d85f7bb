import { stat } from 'node:fs/promises'
import { peekFile, readSmallFile } from '../workspace/open-confined'
import { checkProtected, type ResolvedPath } from '../workspace/resolve-path'
import type { Workspace } from '../workspace/workspace'
import { decodeText, mayHold } from './decode-text'
import { resolveFolder } from './glob'
import { createGlob } from './glob-pattern'
import {
  createLineMatcher,
  type FileMatches,
  type LineMatcher,
  type SearchedFile,
} from './line-matcher'
import { findRipgrep, type RipgrepScan, startRipgrep } from './ripgrep'
import { createSearchPattern } from './search-pattern'
import { type WalkState, walkFiles } from './walk'

export interface GrepInput {
  pattern: string
  path?: string
  include?: string
  literal?: boolean
  ignoreCase?: boolean
  context?: number
  limit?: number
  includeIgnored?: boolean
}

export interface GrepAnswer {
  files: FileMatches[]
  /** Why matches may be missing. */
  truncated?: 'limit' | 'time' | 'size' | 'depth' | 'pattern'
}

export interface SearchFilesOptions {
  ripgrep?: string | false
  ripgrepAfterMs?: number
  timeMs?: number
  signal: AbortSignal
}

/** Larger files are not searched: generated or data. */
const maxFileBytes = 10_000_000
/** Text matched by ourselves in one search; what ripgrep left out does not count. */
const maxTotalBytes = 1_000_000_000
/** Text held at a time. */
const sliceBytes = 1_000_000
const sliceMs = 10

/** Searches files in path order. The answer is the same with and without ripgrep, which only skips files. */
export async function searchFiles(
  workspace: Workspace,
  input: GrepInput,
  options: SearchFilesOptions,
): Promise<GrepAnswer> {
  const { limit = 50, literal = false, ignoreCase = false } = input
  const pattern = createSearchPattern(input.pattern, { literal, ignoreCase })
  const start = await resolveFolder(workspace, input.path ?? '.')
  const filter = createFilter(workspace, start, pattern.filter, options)
  const deadline = performance.now() + (options.timeMs ?? 20_000)
  const state: WalkState = {}
  try {
    const listed = listFiles(workspace, start, input, { ...options, deadline, state })
    const found = await searchListed(workspace, listed, {
      limit,
      deadline,
      filter,
      signal: options.signal,
      matcher: createLineMatcher(pattern.regex, input.context ?? 0),
      required: pattern.required === undefined ? undefined : Buffer.from(pattern.required),
    })
    return state.stopped ? { truncated: state.stopped, ...found } : found
  } finally {
    filter.stop()
  }
}

interface Search {
  limit: number
  deadline: number
  filter: CandidateFilter
  signal: AbortSignal
  matcher: LineMatcher
  required: Buffer | undefined
}

async function searchListed(
  workspace: Workspace,
  listed: AsyncIterable<string[]>,
  search: Search,
): Promise<GrepAnswer> {
  const files: FileMatches[] = []
  let count = 0
  let bytes = 0
  for await (const batch of listed) {
    for (let next = 0; next < batch.length; ) {
      search.signal.throwIfAborted()
      const mayMatch = await search.filter.current()
      const slice = readSlice(workspace, batch, next, { mayMatch, required: search.required })
      next = slice.next
      bytes += slice.bytes
      const matches = await search.matcher.search(slice.files, search.limit - count)
      if (!matches) return { files, truncated: 'pattern' }
      files.push(...matches)
      count += matches.reduce((sum, file) => sum + file.count, 0)
      if (count >= search.limit) return { files, truncated: 'limit' }
      if (bytes > maxTotalBytes) return { files, truncated: 'size' }
      if (performance.now() > search.deadline) return { files, truncated: 'time' }
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }
  return { files }
}

interface ListOptions {
  signal: AbortSignal
  deadline: number
  state: WalkState
}

/** Paths to search, in batches: files below the start that `include` names and that are not protected. */
async function* listFiles(
  workspace: Workspace,
  start: ResolvedPath,
  input: GrepInput,
  options: ListOptions,
): AsyncGenerator<string[]> {
  if (!(await stat(start.absolute)).isDirectory()) {
    checkProtected(workspace, start.relative, 'read')
    yield [start.relative]
    return
  }
  const glob =
    input.include === undefined ? undefined : createGlob(input.include, { anyDepth: true })
  const below = start.relative === '.' ? 0 : start.relative.length + 1
  const walk = { ...options, includeIgnored: input.includeIgnored ?? false }
  for await (const batch of walkFiles(workspace, start, walk, options.state))
    yield batch.filter(
      (file) => (!glob || glob.matches(file.slice(below))) && !workspace.isProtected(file, 'read'),
    )
}

type MayMatch = (path: string) => boolean

interface CandidateFilter {
  /** What is known now: everything may match until ripgrep has seen all files. */
  current(): MayMatch | Promise<MayMatch>
  stop(): void
}

const anyFile: MayMatch = () => true
/** Most searches end sooner than a process starts. */
const defaultRipgrepAfterMs = 100

function createFilter(
  workspace: Workspace,
  start: ResolvedPath,
  pattern: string | undefined,
  options: SearchFilesOptions,
): CandidateFilter {
  const ripgrep = pattern === undefined ? undefined : findRipgrep(workspace, options.ripgrep)
  if (ripgrep === undefined || pattern === undefined) return { current: () => anyFile, stop() {} }
  const after = options.ripgrepAfterMs ?? defaultRipgrepAfterMs
  const begin = performance.now() + after
  let scan: RipgrepScan | undefined
  const known = (): MayMatch => {
    const candidates = scan?.candidates()
    return candidates ? (path) => candidates.has(path) : anyFile
  }
  return {
    current() {
      if (performance.now() >= begin) scan ??= startRipgrep(workspace, start, { ripgrep, pattern })
      return after === 0 && scan ? scan.ended.then(known) : known()
    },
    stop: () => scan?.stop(),
  }
}

const peek = Buffer.alloc(64 * 1024)

/** Reads files from `from` on until a slice of text or of time is full. */
function readSlice(
  workspace: Workspace,
  paths: readonly string[],
  from: number,
  { mayMatch, required }: { mayMatch: MayMatch; required: Buffer | undefined },
) {
  const files: SearchedFile[] = []
  const end = performance.now() + sliceMs
  let bytes = 0
  let next = from
  do {
    const path = paths[next++] ?? ''
    if (!mayMatch(path)) continue
    const absolute = `${workspace.root}/${path}`
    const start = required && peekFile(absolute, peek)
    bytes += start?.length ?? 0
    if (start && required && !mayHold(start, required)) continue
    const content = readSmallFile(workspace, absolute, maxFileBytes)
    const text = content && decodeText(content)
    if (text) files.push({ path, text })
    bytes += content?.length ?? 0
  } while (next < paths.length && bytes < sliceBytes && performance.now() < end)
  return { files, bytes, next }
}
