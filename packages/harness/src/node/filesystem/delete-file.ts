import { lstat, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { AgentTool } from '../../agent-types'
import { openDirectory } from '../workspace/open-confined'
import { type ResolvedPath, resolvePath } from '../workspace/resolve-path'
import { notFound } from '../workspace/suggest-names'
import { showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { fromSystemError, systemCode, workspaceError } from '../workspace/workspace-error'
import { answer, fileResource, workspaceTool } from '../workspace/workspace-tool'

/** `delete_file`: a file, a link itself, or an empty folder. */
export function deleteFileTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'delete_file',
    title: 'Delete file',
    description:
      'Deletes one file or one empty folder. A link is deleted itself, never what it points to.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'File, relative to the workspace.' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    presentation: { label: 'Delete file', icon: 'trash', tone: 'warning', group: 'filesystem' },
    inputExamples: [{ path: 'src/unused.ts' }],
    hints: { resources: ({ path }) => fileResource(path, 'write') },
    async execute(input, context) {
      const path = await resolvePath(workspace, input.path, { link: 'keep', access: 'write' })
      if (path.absolute === workspace.root)
        throw workspaceError('PATH_REFUSED', 'The workspace itself cannot be deleted.')
      if (!path.exists) throw await notFound(workspace, path)
      return workspace.lock.run([path.absolute], async () => {
        const kind = await removeEntry(workspace, path)
        workspace.marks.delete(context, path.absolute)
        return answer(`Deleted the ${kind} ${showName(path.relative)}.`, {
          path: path.relative,
          kind,
        })
      })
    },
  })
}

/** Removes an entry of a verified folder, so that no link can lead the deletion elsewhere. */
export async function removeEntry(workspace: Workspace, path: ResolvedPath): Promise<string> {
  const parent = dirname(path.absolute)
  const folder = await openDirectory(workspace, { ...path, absolute: parent })
  const entry = folder.at(basename(path.absolute))
  try {
    const stats = await lstat(entry)
    if (stats.isDirectory()) {
      await rmdir(entry)
      return 'folder'
    }
    await unlink(entry)
    return stats.isSymbolicLink() ? 'link' : 'file'
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? ''))
      throw workspaceError('BAD_INPUT', `The folder "${path.relative}" is not empty.`)
    throw fromSystemError(error, path.relative)
  } finally {
    await folder.close()
  }
}
