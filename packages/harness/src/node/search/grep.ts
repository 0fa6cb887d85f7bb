import type { ToolContext, ToolDefinition } from '@toolprism/core'
import type { Workspace } from '../workspace/workspace'
import { answer, workspaceTool } from '../workspace/workspace-tool'
import type { SearchBudget } from './glob'
import { type GrepAnswer, searchFiles } from './search-files'
import { showGrep } from './show-grep'

export interface GrepOptions extends SearchBudget {
  /** Path of ripgrep, `false` for none; found on PATH when absent. It makes searches faster, never different. */
  ripgrep?: string | false
  /**
   * Milliseconds after which ripgrep joins a search that is not over; 0 starts it first and waits for it.
   * @default 100
   */
  ripgrepAfterMs?: number
}

/** `grep`: lines of files that match a regular expression. */
export function grepTool(workspace: Workspace, options: GrepOptions = {}): ToolDefinition {
  return workspaceTool({
    name: 'grep',
    title: 'Search text',
    description:
      'Searches text files line by line with a regular expression (ECMAScript syntax, Unicode) and returns matching lines with their numbers, in path order. Leaves out what .gitignore and .ignore files name, binary files, .git, node_modules and the like.',
    inputSchema: {
      type: 'object',
      properties: {
        pattern: {
          type: 'string',
          minLength: 1,
          description: 'Regular expression, tried on one line at a time.',
        },
        path: { type: 'string', description: 'Folder or file to search.', default: '.' },
        include: {
          type: 'string',
          minLength: 1,
          description: 'Only files that match this glob, such as "*.ts" or "src/**".',
        },
        literal: {
          type: 'boolean',
          description: 'Take the pattern as plain text.',
          default: false,
        },
        ignoreCase: {
          type: 'boolean',
          description: 'Treat upper and lower case as equal.',
          default: false,
        },
        context: {
          type: 'integer',
          minimum: 0,
          maximum: 10,
          description: 'Lines to show around each match.',
          default: 0,
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          description: 'Most matching lines to return.',
          default: 50,
        },
        includeIgnored: {
          type: 'boolean',
          description: 'Also files that ignore files leave out.',
          default: false,
        },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        matches: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              path: { type: 'string' },
              line: { type: 'integer' },
              text: { type: 'string' },
            },
            required: ['path', 'line', 'text'],
          },
        },
        truncated: { enum: ['limit', 'time', 'size', 'depth', 'pattern'] },
      },
      required: ['matches'],
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Search text', icon: 'search', group: 'search' },
    inputExamples: [{ pattern: 'export function \\w+', include: '*.ts' }],
    async execute(input, context: ToolContext) {
      const found = await searchFiles(workspace, input, { ...options, signal: context.signal })
      return answer(showGrep(found, input.pattern), { files: found.files.length }, matchesOf(found))
    },
  })
}

function matchesOf({ files, truncated }: GrepAnswer) {
  const matches = files.flatMap(({ path, lines }) =>
    lines.filter(({ match }) => match).map(({ line, text }) => ({ path, line, text })),
  )
  return { matches, ...(truncated ? { truncated } : {}) }
}
