import type { ToolContext } from '@toolprism/core'
import type { AgentTool } from '../../agent-types'
import { resolvePath } from '../workspace/resolve-path'
import { notFound } from '../workspace/suggest-names'
import { showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { hasCode } from '../workspace/workspace-error'
import { answer, workspaceTool } from '../workspace/workspace-tool'
import { listDirectory, showListing } from './list-directory'
import { readTextRange } from './read-file'

/** `inspect`: a first look at several files and folders at once. */
export function inspectTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'inspect',
    title: 'Inspect paths',
    description:
      'A first look at up to 12 paths at once: the first 30 entries of a folder, the first 50 lines of a text file.',
    inputSchema: {
      type: 'object',
      properties: {
        paths: {
          type: 'array',
          items: { type: 'string', minLength: 1 },
          minItems: 1,
          maxItems: 12,
          description: 'Files and folders, relative to the workspace.',
        },
      },
      required: ['paths'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Inspect paths', icon: 'eye', group: 'filesystem' },
    inputExamples: [{ paths: ['package.json', 'src'] }],
    async execute({ paths }, context) {
      const parts = await Promise.all(paths.map((path) => look(workspace, path, context)))
      return answer(parts.join('\n\n'), { paths: paths.length })
    },
  })
}

/** One path; what is wrong with it is said in its place and does not spoil the others. */
async function look(workspace: Workspace, path: string, context: ToolContext): Promise<string> {
  const head = `=== ${showName(path)} ===`
  try {
    const resolved = await resolvePath(workspace, path, { access: 'read' })
    if (!resolved.exists) throw await notFound(workspace, resolved)
    const range = { startLine: 1, limit: 50 }
    const text = await readTextRange(workspace, resolved, range, context).catch(
      (error: unknown) => {
        if (hasCode(error, 'IS_A_DIRECTORY')) return undefined
        throw error
      },
    )
    if (text !== undefined) return `${head}\n${text}`
    return `${head}\n${showListing(await listDirectory(workspace, resolved.relative, 0, 30), 0)}`
  } catch (error) {
    context.signal.throwIfAborted()
    return `${head}\n${error instanceof Error ? error.message : String(error)}`
  }
}
