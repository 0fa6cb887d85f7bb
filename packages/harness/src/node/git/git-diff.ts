import type { AgentTool } from '../../agent-types'
import { readPatchPath } from '../patch/patch-parts'
import { resolvePath } from '../workspace/resolve-path'
import { clipText, showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { workspaceError } from '../workspace/workspace-error'
import { answer, workspaceTool } from '../workspace/workspace-tool'
import { runGit } from './run-git'

const maxCharacters = 50_000

/** What `args` may hold: options that only choose what is shown, and names of commits. */
const allowedOption =
  /^(?:--(?:staged|cached|stat|shortstat|numstat|name-only|name-status|merge-base|patience|minimal|histogram|ignore-all-space|ignore-space-change|ignore-blank-lines|word-diff|function-context|no-renames|find-renames|diff-filter=[A-Za-z]{1,12}|unified=\d{1,3})|-(?:U\d{1,3}|w|b|M|R|W))$/
const revision = /^[A-Za-z0-9_@][\w./@{}^~:+-]{0,200}$/

/** `git_diff`: changes of the workspace as a diff. */
export function gitDiffTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'git_diff',
    title: 'Git diff',
    description:
      'Shows changes of the workspace as a unified diff, at most 50,000 characters. Without args: what is not staged yet.',
    inputSchema: {
      type: 'object',
      properties: {
        args: {
          type: 'array',
          items: { type: 'string', minLength: 1, maxLength: 200 },
          maxItems: 10,
          description:
            'Options and commits of git diff, one an item: "--staged", "--stat", "--name-only", "-U10", "HEAD~1", "main...HEAD".',
          default: [],
        },
        file: { type: 'string', minLength: 1, description: 'Only this file or folder.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Git diff', icon: 'git-branch', group: 'git' },
    inputExamples: [{}, { args: ['--staged'] }, { args: ['main...HEAD', '--stat'] }],
    async execute({ args = [], file }, { signal }) {
      for (const item of args) checkArgument(item)
      const path = await pathArgument(workspace, file)
      const options = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--relative']
      const { text, cut } = await runGit(workspace, [...options, ...args, '--', path], {
        signal,
        maxBytes: 4 * maxCharacters,
      })
      const shown = hideProtected(workspace, text)
      if (shown.trim() === '') return answer('No changes.')
      const clipped = clipText(shown, maxCharacters)
      return answer(cut && clipped === shown ? `${shown}\n[more is not shown]` : clipped)
    },
  })
}

function checkArgument(item: string): void {
  if (item.startsWith('-') ? allowedOption.test(item) : revision.test(item)) return
  throw workspaceError(
    'BAD_INPUT',
    `${JSON.stringify(item)} is not allowed in args. Use a commit, or one of --staged, --stat, --numstat, --name-only, --name-status, --ignore-all-space, --word-diff, -U<lines>. Name a file in "file".`,
  )
}

/** A path for git, after `--`: one of the workspace, missing ones included, since git knows deleted files. */
export async function pathArgument(
  workspace: Workspace,
  file: string | undefined,
): Promise<string> {
  if (file === undefined) return '.'
  return (await resolvePath(workspace, file, { access: 'read' })).relative
}

/** Leaves out the changes of protected files. A line of a file never begins with `diff --git`. */
function hideProtected(workspace: Workspace, diff: string): string {
  return diff
    .split(/^(?=diff --git )/m)
    .map((section) => {
      const names = namesOf(section)
      const hidden = names.find((name) => workspace.isProtected(name, 'read'))
      return hidden === undefined ? section : `[changes of ${showName(hidden)} are not shown]\n`
    })
    .join('')
}

function namesOf(section: string): string[] {
  const head = section.split(/^@@/m)[0] ?? ''
  const lines = head.matchAll(/^(?:---|\+\+\+|rename from|rename to|copy from|copy to) (.+)$/gm)
  const named = [...lines].map((line) => readPatchPath((line[1] ?? '').split('\t')[0] ?? ''))
  const both = /^diff --git "?a\/(.+?)"? "?b\/(.+?)"?$/m.exec(head)
  return [...named, both?.[1] ?? '', both?.[2] ?? ''].map((name) => name.replace(/^[ab]\//, ''))
}
