import type { AgentTool } from '../../agent-types'
import { clipText } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { answer, workspaceTool } from '../workspace/workspace-tool'
import { pathArgument } from './git-diff'
import { runGit } from './run-git'

export interface GitCommit {
  hash: string
  /** ISO 8601. */
  date: string
  author: string
  subject: string
}

/** `git_log`: the last commits that touch the workspace. */
export function gitLogTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'git_log',
    title: 'Git log',
    description: 'Lists the last commits that touch the workspace, or one file, newest first.',
    inputSchema: {
      type: 'object',
      properties: {
        count: {
          type: 'integer',
          minimum: 1,
          maximum: 50,
          description: 'Most commits to list.',
          default: 20,
        },
        file: { type: 'string', minLength: 1, description: 'Only commits that touch this file.' },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        commits: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              hash: { type: 'string' },
              date: { type: 'string' },
              author: { type: 'string' },
              subject: { type: 'string' },
            },
            required: ['hash', 'date', 'author', 'subject'],
          },
        },
      },
      required: ['commits'],
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Git log', icon: 'git-commit-horizontal', group: 'git' },
    inputExamples: [{ count: 5 }],
    async execute({ count = 20, file }, { signal }) {
      const path = await pathArgument(workspace, file)
      const format = '--format=%h%x1f%aI%x1f%an%x1f%s'
      const args = ['log', '-z', '--no-color', '--no-show-signature', `-n${count}`, format]
      const { text } = await runGit(workspace, [...args, '--', path], { signal })
      const commits = text.split('\0').filter(Boolean).map(parseCommit)
      const lines = commits.map(
        ({ hash, date, author, subject }) => `${hash} ${date.slice(0, 10)} ${author}: ${subject}`,
      )
      return answer(lines.join('\n') || 'No commits.', { commits: commits.length }, { commits })
    },
  })
}

function parseCommit(line: string): GitCommit {
  const [hash = '', date = '', author = '', subject = ''] = line.split('\x1f')
  return { hash, date, author, subject: clipText(subject, 300) }
}
