import type { ToolContext, ToolResult } from '@toolprism/core'
import { hashOf, isUnchanged } from '../workspace/read-marks'
import { type ResolvedPath, resolvePath } from '../workspace/resolve-path'
import { notFound } from '../workspace/suggest-names'
import { showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { workspaceError } from '../workspace/workspace-error'
import { answer } from '../workspace/workspace-tool'
import { staleError, writeFileAtomic } from '../workspace/write-file-atomic'
import { describeChange } from './show-change'
import { encodeText, readTextFile, type TextFile } from './text-file'

export interface TextChanged {
  text: string
  /** Said beside the diff, such as how a match was found. */
  note?: string
}

/**
 * The one way a tool changes a text file: it must have been read in this run, must be as it was then, and is
 * replaced in one step. `change` gets the text without its byte order mark and answers the new one.
 */
export async function changeFile(
  workspace: Workspace,
  path: string,
  context: ToolContext,
  change: (text: string) => TextChanged,
): Promise<ToolResult> {
  const resolved = await resolvePath(workspace, path, { access: 'write' })
  if (!resolved.exists) throw await notFound(workspace, resolved)
  return workspace.lock.run([resolved.absolute], async () => {
    const file = await readForChange(workspace, resolved, context)
    const { text, note } = change(file.text)
    if (text === file.text)
      throw workspaceError('BAD_INPUT', 'The change leaves the file as it is. Nothing was written.')
    const bytes = encodeText(checkText(text), file)
    const write = { path: resolved, bytes, expected: file.mark }
    const mark = await writeFileAtomic(workspace, write, context.signal)
    workspace.marks.set(context, resolved.absolute, { ...mark, hash: hashOf(bytes) })
    return changeAnswer(resolved, file.text, text, note)
  })
}

/** Reads a file that the run has read before and nobody has changed since. Throws `STALE`. */
export async function readForChange(
  workspace: Workspace,
  path: ResolvedPath,
  context: ToolContext,
): Promise<TextFile> {
  const file = await readTextFile(workspace, path)
  const seen = workspace.marks.get(context, path.absolute)
  if (!seen)
    throw workspaceError(
      'STALE',
      `"${path.relative}" has not been read yet. Nothing was written. Read it first, then repeat the change.`,
    )
  if (!isUnchanged(seen, file.mark)) throw staleError(path)
  return file
}

export function changeAnswer(
  path: ResolvedPath,
  before: string,
  after: string,
  note?: string,
): ToolResult {
  const { removed, added, line, diff } = describeChange(before, after)
  const text = `Changed ${showName(path.relative)} at line ${line} (+${added} -${removed}).${note ? ` ${note}` : ''}\n${diff}`
  return answer(text, { path: path.relative, line, added, removed, diff })
}

/** Half a surrogate pair would be written as a replacement character. */
export function checkText(text: string): string {
  if (/[\ud800-\udfff]/u.test(text))
    throw workspaceError('BAD_INPUT', 'The text holds half of a surrogate pair, which no file can.')
  return text
}
