import type { ToolContext, ToolResult } from '@toolprism/core'
import type { AgentTool } from '../../agent-types'
import { hashOf } from '../workspace/read-marks'
import { type ResolvedPath, resolvePath } from '../workspace/resolve-path'
import { showBytes, showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { hasCode, workspaceError } from '../workspace/workspace-error'
import { answer, fileResource, workspaceTool } from '../workspace/workspace-tool'
import { writeFileAtomic } from '../workspace/write-file-atomic'
import { changeAnswer, checkText, readForChange } from './change-file'
import { mainEnding, splitLines } from './line-endings'
import { encodeText, type TextFile } from './text-file'

/** `write_file`: creates a file or replaces the whole of one. */
export function writeFileTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'write_file',
    title: 'Write file',
    description:
      'Creates a text file, with its folders, or replaces the whole of a file that was read before. Use edit_file to change a part. Only ever the old or the new file is on disk.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'File, relative to the workspace.' },
        content: { type: 'string', maxLength: 10_000_000, description: 'The whole new content.' },
      },
      required: ['path', 'content'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    presentation: { label: 'Write file', icon: 'file-plus', group: 'filesystem' },
    inputExamples: [{ path: 'notes/today.md', content: '# Today\n' }],
    hints: { resources: ({ path }) => fileResource(path, 'write') },
    async execute({ path, content }, context) {
      const resolved = await resolvePath(workspace, path, { access: 'write' })
      checkText(content)
      return workspace.lock.run([resolved.absolute], async () => {
        // Looked at again inside the lock: another call may have made the file meanwhile.
        const now = await resolvePath(workspace, path, { access: 'write' })
        return now.exists
          ? replaceFile(workspace, now, content, context)
          : createFile(workspace, now, content, context)
      })
    },
  })
}

async function createFile(
  workspace: Workspace,
  path: ResolvedPath,
  content: string,
  context: ToolContext,
): Promise<ToolResult> {
  const bytes = Buffer.from(content)
  const mark = await writeFileAtomic(workspace, { path, bytes }, context.signal)
  workspace.marks.set(context, path.absolute, { ...mark, hash: hashOf(bytes) })
  const lines = splitLines(content).length
  return answer(
    `Created ${showName(path.relative)}: ${lines} ${lines === 1 ? 'line' : 'lines'}, ${showBytes(bytes.length)}.`,
    { path: path.relative, created: true, size: bytes.length },
  )
}

async function replaceFile(
  workspace: Workspace,
  path: ResolvedPath,
  content: string,
  context: ToolContext,
): Promise<ToolResult> {
  const file = await readForChange(workspace, path, context).catch((error: unknown) => {
    if (!hasCode(error, 'NOT_TEXT')) throw error
    throw workspaceError(
      'NOT_TEXT',
      `"${path.relative}" is not a text file and is not written over. Choose another name, or delete it first.`,
    )
  })
  if (content === '' && file.text !== '')
    throw workspaceError(
      'BAD_INPUT',
      `The content is empty, and "${path.relative}" is not. Nothing was written. Use delete_file if it should go.`,
    )
  const { text, note } = keepEndings(file, content)
  if (text === file.text) return answer(`${showName(path.relative)} has that content already.`)
  const bytes = encodeText(text, file)
  const mark = await writeFileAtomic(
    workspace,
    { path, bytes, expected: file.mark },
    context.signal,
  )
  workspace.marks.set(context, path.absolute, { ...mark, hash: hashOf(bytes) })
  return changeAnswer(path, file.text, text, note)
}

/** A model writes `\n`; a file of `\r\n` lines keeps them. */
function keepEndings(file: TextFile, content: string): { text: string; note?: string } {
  const lines = splitLines(file.text)
  const uniform = lines.every(({ ending }) => ending !== '\n')
  if (mainEnding(lines) !== '\r\n' || !uniform || content.includes('\r')) return { text: content }
  return { text: content.replaceAll('\n', '\r\n'), note: 'Its CRLF line endings were kept.' }
}
