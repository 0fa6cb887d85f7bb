import type { FileHandle } from 'node:fs/promises'
import type { ToolContext, ToolResult } from '@toolprism/core'
import type { AgentTool } from '../../agent-types'
import { openFile } from '../workspace/open-confined'
import { toMark } from '../workspace/read-marks'
import { type ResolvedPath, resolvePath } from '../workspace/resolve-path'
import { type Content, sniffContent } from '../workspace/sniff-content'
import { notFound } from '../workspace/suggest-names'
import { showBytes, showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { hasCode, workspaceError } from '../workspace/workspace-error'
import { answer, fileResource, workspaceTool } from '../workspace/workspace-tool'
import { listDirectory, showListing } from './list-directory'
import { readLines } from './read-lines'

const maxLines = 800
const lineLength = 2000
/** All lines of one answer; the rest is read with a later call. */
const maxCharacters = 100_000
const maxImageBytes = 5_000_000
const sniffedBytes = 64 * 1024

/** `read_file`: numbered lines of a text file, or an image. */
export function readFileTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'read_file',
    title: 'Read file',
    description:
      'Reads a text file of the workspace as "number<TAB>line", at most 800 lines a call, or shows an image (PNG, JPEG, GIF, WebP). UTF-8 and UTF-16 are read; other binary files are refused. The numbers are not part of the file.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'File, relative to the workspace.' },
        startLine: {
          type: 'integer',
          minimum: 1,
          description: 'First line to read, from 1 (the default).',
        },
        endLine: { type: 'integer', minimum: 1, description: 'Last line to read, included.' },
        offset: { type: 'integer', minimum: 1, description: 'Another name of startLine.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: maxLines,
          description: 'Most lines to read.',
          default: maxLines,
        },
        lineNumbers: {
          type: 'boolean',
          description: 'False leaves the numbers out.',
          default: true,
        },
      },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Read file', icon: 'file-text', group: 'filesystem' },
    inputExamples: [{ path: 'src/main.ts' }, { path: 'src/main.ts', startLine: 40, endLine: 80 }],
    hints: { resources: ({ path }) => fileResource(path, 'read') },
    async execute(input, context) {
      const path = await resolvePath(workspace, input.path, { access: 'read' })
      if (!path.exists) throw await notFound(workspace, path)
      try {
        return await withFile(workspace, path, ({ handle, content, size }) =>
          content.kind === 'image'
            ? readImage(handle, size, path, content.mimeType)
            : readText({ workspace, path, handle, content, size, context }, input),
        )
      } catch (error) {
        if (!hasCode(error, 'IS_A_DIRECTORY')) throw error
        const listing = await listDirectory(workspace, path.relative, 0, 200)
        return answer(`${path.relative}/ is a folder:\n${showListing(listing, 0)}`)
      }
    },
  })
}

interface Opened {
  handle: FileHandle
  content: Content
  /** Bytes. */
  size: number
}

async function withFile<T>(
  workspace: Workspace,
  path: ResolvedPath,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { handle, stats } = await openFile(workspace, path)
  try {
    const head = Buffer.alloc(Math.min(stats.size, sniffedBytes))
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    const content = sniffContent(head.subarray(0, bytesRead), bytesRead === stats.size)
    return await use({ handle, content, size: stats.size })
  } finally {
    await handle.close()
  }
}

interface ReadRange {
  startLine?: number
  endLine?: number
  offset?: number
  limit?: number
  lineNumbers?: boolean
}

interface TextRead extends Opened {
  workspace: Workspace
  path: ResolvedPath
  context: ToolContext
}

/** The first lines of a text file, as `read_file` shows them. */
export async function readTextRange(
  workspace: Workspace,
  path: ResolvedPath,
  range: { startLine: number; limit: number },
  context: ToolContext,
): Promise<string> {
  return withFile(workspace, path, async (opened) => {
    if (opened.content.kind === 'image')
      return `${opened.content.mimeType}, ${showBytes(opened.size)}`
    const result = await readText({ workspace, path, context, ...opened }, range)
    return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  })
}

async function readText(read: TextRead, input: ReadRange): Promise<ToolResult> {
  const { handle, content, path, size } = read
  if (content.kind !== 'text')
    throw workspaceError(
      'NOT_TEXT',
      `"${path.relative}" is not shown: ${content.kind === 'binary' ? content.type : content.mimeType}, ${showBytes(size)}.`,
    )
  const { startLine, limit } = lineRange(input)
  const before = await handle.stat({ bigint: true })
  const range = { startLine, limit, lineLength, characters: maxCharacters }
  const { lines, totalLines, more, hash } = await readLines(handle, content.encoding, range)
  read.workspace.marks.set(read.context, path.absolute, toMark(before, hash))
  const end = startLine + lines.length - 1
  const facts = { path: path.relative, startLine, endLine: end, totalLines, size }
  if (lines.length === 0) return answer(nothingToShow(path, size, startLine, totalLines), facts)
  const text =
    (input.lineNumbers ?? true)
      ? lines.map((line, index) => `${startLine + index}\t${line}`)
      : lines
  const note = `[lines ${startLine}-${end} of ${totalLines ?? 'many'} in ${showName(path.relative)}; go on with startLine ${end + 1}]`
  const asked = input.endLine !== undefined && end >= input.endLine
  return answer([...text, ...(more && !asked ? [note] : [])].join('\n'), facts)
}

function lineRange(input: ReadRange): { startLine: number; limit: number } {
  const startLine = input.startLine ?? input.offset ?? 1
  const limit = input.limit ?? maxLines
  if (input.endLine === undefined) return { startLine, limit }
  if (input.endLine < startLine)
    throw workspaceError('BAD_INPUT', `endLine ${input.endLine} is before startLine ${startLine}.`)
  return { startLine, limit: Math.min(limit, input.endLine - startLine + 1) }
}

function nothingToShow(
  path: ResolvedPath,
  size: number,
  startLine: number,
  totalLines = 0,
): string {
  if (size === 0) return `${showName(path.relative)} is empty.`
  return `${showName(path.relative)} has ${totalLines} lines; there is no line ${startLine}.`
}

async function readImage(
  handle: FileHandle,
  size: number,
  path: ResolvedPath,
  mimeType: string,
): Promise<ToolResult> {
  if (size > maxImageBytes)
    throw workspaceError(
      'TOO_LARGE',
      `"${path.relative}" is an image (${mimeType}) of ${showBytes(size)}; at most ${showBytes(maxImageBytes)} are shown.`,
    )
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await handle.read(bytes, 0, size, 0)
  return {
    content: [
      { type: 'text', text: `${showName(path.relative)}: ${mimeType}, ${showBytes(size)}` },
      { type: 'image', data: bytes.subarray(0, bytesRead).toString('base64'), mimeType },
    ],
    meta: { 'toolprism/workspace': { path: path.relative, size, mimeType } },
  }
}
