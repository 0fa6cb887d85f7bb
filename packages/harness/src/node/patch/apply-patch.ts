import type { ToolContext } from '@toolprism/core'
import type { AgentTool, ToolResource } from '../../agent-types'
import { checkText, readForChange } from '../filesystem/change-file'
import { describeChange } from '../filesystem/show-change'
import { encodeText } from '../filesystem/text-file'
import { resolvePath } from '../workspace/resolve-path'
import { notFound } from '../workspace/suggest-names'
import { showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { workspaceError } from '../workspace/workspace-error'
import { answer, fileResource, workspaceTool } from '../workspace/workspace-tool'
import { applyHunks } from './apply-hunks'
import { commitChanges, type PlannedChange } from './commit-changes'
import { parsePatch } from './parse-patch'
import type { PatchFile } from './patch-parts'

/** `apply_patch`: changes to several files, all or none. */
export function applyPatchTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'apply_patch',
    title: 'Apply patch',
    description:
      'Applies a patch to files that were read before: a unified or git diff, or "*** Update File: path" (also Add, Delete, Move to) with "@@" hunks. All files change or none. Hunks are found by their lines; when those fit nowhere or in several places, nothing is written.',
    inputSchema: {
      type: 'object',
      properties: {
        patchText: {
          type: 'string',
          minLength: 1,
          maxLength: 2_000_000,
          description: 'The patch. Paths are relative to the workspace.',
        },
      },
      required: ['patchText'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    presentation: { label: 'Apply patch', icon: 'file-pen', group: 'filesystem' },
    inputExamples: [
      {
        patchText:
          '--- a/src/main.ts\n+++ b/src/main.ts\n@@ -1,2 +1,2 @@\n-const port = 80\n+const port = 8080\n start(port)\n',
      },
    ],
    hints: { resources: ({ patchText }) => patchResources(patchText) },
    async execute({ patchText }, context) {
      const files = parsePatch(patchText)
      const paths = await Promise.all(
        files
          .flatMap(({ path, newPath }) => [path, ...(newPath === undefined ? [] : [newPath])])
          .map((path) => resolvePath(workspace, path, { access: 'write' })),
      )
      const names = paths.map(({ absolute }) => absolute)
      if (new Set(names).size < names.length)
        throw workspaceError('BAD_PATCH', 'The patch names a file twice. Join its hunks.')
      return workspace.lock.run(names, async () => {
        const plans = []
        for (const file of files) plans.push(await planFile(workspace, file, context))
        const changes = plans.map(({ change }) => change)
        for (const { path, mark } of await commitChanges(workspace, changes, context.signal))
          if (mark) workspace.marks.set(context, path.absolute, mark)
          else workspace.marks.delete(context, path.absolute)
        const diffs = plans.map(({ path, diff }) => ({ path, diff }))
        return answer(plans.map(({ said }) => said).join('\n'), { files: diffs })
      })
    },
  })
}

/** A patch that cannot be read touches nothing; the call itself says what is wrong with it. */
function patchResources(patchText: string): ToolResource[] {
  try {
    return parsePatch(patchText).flatMap(({ path, newPath }) => [
      ...fileResource(path, 'write'),
      ...(newPath === undefined ? [] : fileResource(newPath, 'write')),
    ])
  } catch {
    return []
  }
}

interface Plan {
  change: PlannedChange
  path: string
  diff: string
  said: string
}

async function planFile(
  workspace: Workspace,
  file: PatchFile,
  context: ToolContext,
): Promise<Plan> {
  if (file.kind === 'add') return planAdd(workspace, file)
  const path = await resolvePath(workspace, file.path, { access: 'write' })
  if (!path.exists) throw await notFound(workspace, path)
  const old = { path, file: await readForChange(workspace, path, context) }
  const { text, notes } = applyHunks(path.relative, old.file.text, file.hunks)
  const { added, removed, diff } = describeChange(old.file.text, text)
  const name = showName(path.relative)
  if (file.kind === 'delete') {
    if (file.hunks.length > 0 && text !== '')
      throw workspaceError('NO_MATCH', `"${path.relative}" holds more than the patch deletes.`)
    return { change: { old }, path: path.relative, diff, said: `Deleted ${name}.` }
  }
  const target = file.newPath === undefined ? path : await freePath(workspace, file.newPath)
  const now = { path: target, bytes: encodeText(checkText(text), old.file) }
  const moved = target === path ? '' : ` and moved to ${showName(target.relative)}`
  const said = [`Changed ${name} (+${added} -${removed})${moved}.`, ...notes].join(' ')
  return { change: { old, now }, path: target.relative, diff, said }
}

async function planAdd(workspace: Workspace, file: PatchFile): Promise<Plan> {
  const path = await freePath(workspace, file.path)
  const { text } = applyHunks(path.relative, '', [
    { lines: file.hunks.flatMap(({ lines }) => lines) },
  ])
  const bytes = Buffer.from(checkText(text))
  const { added, diff } = describeChange('', text)
  const now = { path, bytes, executable: file.executable ?? false }
  const said = `Created ${showName(path.relative)} (+${added}).`
  return { change: { now }, path: path.relative, diff, said }
}

async function freePath(workspace: Workspace, name: string) {
  const path = await resolvePath(workspace, name, { access: 'write' })
  if (path.exists)
    throw workspaceError(
      'ALREADY_EXISTS',
      `"${path.relative}" exists already; the patch wants to create it. Nothing was written.`,
    )
  return path
}
