import type { AgentTool } from '../../agent-types'
import { showName } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { answer, workspaceTool } from '../workspace/workspace-tool'
import { runGit } from './run-git'

export interface GitStatus {
  /** Absent on a detached head. */
  branch?: string
  ahead?: number
  behind?: number
  files: GitFile[]
  /** True when more files changed than are listed. */
  truncated?: true
}

export interface GitFile {
  path: string
  /** One letter of `git status --short` each, a space for unchanged: the index, then the working tree. */
  index: string
  worktree: string
  /** Where a renamed file was. */
  from?: string
}

const maxFiles = 300

/** `git_status`: branch and changed files of the workspace. */
export function gitStatusTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'git_status',
    title: 'Git status',
    description:
      'Shows the branch and the changed files of the workspace, as git status --short does: the first letter is the index, the second the working tree, "??" is untracked.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: {
        branch: { type: 'string' },
        ahead: { type: 'integer' },
        behind: { type: 'integer' },
        files: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              path: { type: 'string' },
              index: { type: 'string' },
              worktree: { type: 'string' },
              from: { type: 'string' },
            },
            required: ['path', 'index', 'worktree'],
          },
        },
        truncated: { const: true },
      },
      required: ['files'],
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Git status', icon: 'git-branch', group: 'git' },
    async execute(_, { signal }) {
      const prefix = await runGit(workspace, ['rev-parse', '--show-prefix'], { signal })
      const args = [
        'status',
        '--porcelain=v1',
        '-z',
        '--branch',
        '--untracked-files=all',
        '--',
        '.',
      ]
      const { text, cut } = await runGit(workspace, args, { signal })
      const status = parseStatus(text, prefix.text.replace(/\n$/, ''))
      if (cut || status.files.length > maxFiles) status.truncated = true
      status.files = status.files.slice(0, maxFiles)
      return answer(showStatus(status), { files: status.files.length }, status)
    },
  })
}

/** Reads `git status --porcelain=v1 -z --branch`; paths become relative to the workspace. */
function parseStatus(text: string, prefix: string): GitStatus {
  const fields = text.split('\0')
  const status: GitStatus = { files: [] }
  const local = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : path)
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? ''
    if (field.startsWith('## ')) Object.assign(status, parseBranch(field.slice(3)))
    else if (field.length > 3) {
      const [index = ' ', worktree = ' '] = field
      const path = local(field.slice(3))
      const moved = /[RC]/.test(index + worktree)
      const from = moved ? local(fields[++at] ?? '') : undefined
      if (path.startsWith('.toolprism/')) continue
      status.files.push({ path, index, worktree, ...(from === undefined ? {} : { from }) })
    }
  }
  return status
}

function parseBranch(line: string): Partial<GitStatus> {
  if (line.startsWith('HEAD (no branch)')) return {}
  const name = line.replace(/^No commits yet on /, '')
  const [branch = ''] = name.replace(/ \[.*$/, '').split('...')
  const ahead = /ahead (\d+)/.exec(line)?.[1]
  const behind = /behind (\d+)/.exec(line)?.[1]
  return {
    branch,
    ...(ahead ? { ahead: Number(ahead) } : {}),
    ...(behind ? { behind: Number(behind) } : {}),
  }
}

function showStatus({ branch, ahead, behind, files, truncated }: GitStatus): string {
  const distance = [ahead && `ahead ${ahead}`, behind && `behind ${behind}`].filter(Boolean)
  const head = `${branch ? `On branch ${branch}` : 'Detached head'}${distance.length ? ` (${distance.join(', ')})` : ''}`
  const lines = files.map(
    ({ path, index, worktree, from }) =>
      `${index}${worktree} ${from === undefined ? '' : `${showName(from)} -> `}${showName(path)}`,
  )
  return [
    head,
    ...(lines.length ? lines : ['Nothing changed.']),
    ...(truncated ? ['[more files changed]'] : []),
  ].join('\n')
}
