import type { SpillRequest } from '../../agent-types'
import { resolvePath } from '../workspace/resolve-path'
import type { Workspace } from '../workspace/workspace'
import { hasCode } from '../workspace/workspace-error'
import { writeFileAtomic } from '../workspace/write-file-atomic'

/** Where results too long for the model are kept, below the workspace. Tools read it and never write it. */
const folder = '.toolprism'

/**
 * A `limits.spill` that keeps long results in the workspace, where `read_file` and `grep` reach them. The folder
 * hides itself from git. A link in its place is refused, like any path that leads outside.
 */
export function spillToFile(workspace: Workspace): (request: SpillRequest) => Promise<string> {
  return async ({ runId, callId, toolName, text }) => {
    await keepOutOfGit(workspace)
    const name = [toolName, callId].map(safeName).join('-')
    const relative = `${folder}/runs/${safeName(runId)}/${name}.txt`
    const path = await resolvePath(workspace, relative)
    // The same call of a resumed run: what is there is the same result.
    if (!path.exists) await writeFileAtomic(workspace, { path, bytes: Buffer.from(text) })
    return `${relative} (read it with read_file, or search it with grep and path)`
  }
}

async function keepOutOfGit(workspace: Workspace): Promise<void> {
  const path = await resolvePath(workspace, `${folder}/.gitignore`)
  if (path.exists) return
  await writeFileAtomic(workspace, { path, bytes: Buffer.from('*\n') }).catch((error: unknown) => {
    if (!hasCode(error, 'ALREADY_EXISTS')) throw error
  })
}

function safeName(text: string): string {
  return text.replace(/[^\w-]+/g, '_').slice(0, 80) || '_'
}
