import type { AgentTool } from '../../agent-types'
import type { Workspace } from '../workspace/workspace'
import { fileResource, workspaceTool } from '../workspace/workspace-tool'
import { changeFile } from './change-file'
import { editLines, replaceLines } from './edit-lines'

const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false }
const path = {
  type: 'string',
  minLength: 1,
  description: 'File, relative to the workspace.',
} as const

/** `line_edit`: sets single lines by number. */
export function lineEditTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'line_edit',
    title: 'Edit lines',
    description:
      'Sets single lines of a file that was read before, by the numbers read_file showed. "" deletes a line, "\\n" leaves it empty, a text with line breaks becomes several lines. The number after the last line appends.',
    inputSchema: {
      type: 'object',
      properties: {
        path,
        edits: {
          type: 'object',
          description: 'New text by line number: {"12": "const a = 1"}.',
          additionalProperties: { type: 'string' },
          minProperties: 1,
          maxProperties: 200,
        },
      },
      required: ['path', 'edits'],
      additionalProperties: false,
    },
    annotations,
    presentation: { label: 'Edit lines', icon: 'file-pen', group: 'filesystem' },
    inputExamples: [{ path: 'src/main.ts', edits: { '12': 'const port = 8080', '13': '' } }],
    hints: { resources: (input) => fileResource(input.path, 'write') },
    execute: (input, context) =>
      changeFile(workspace, input.path, context, (text) => ({
        // The schema promises strings; its type does not reach additional properties.
        text: editLines(text, input.edits as Record<string, string>),
      })),
  })
}

/** `replace_lines`: replaces a range of lines. */
export function replaceLinesTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'replace_lines',
    title: 'Replace lines',
    description:
      'Replaces the lines startLine to endLine of a file that was read before, by the numbers read_file showed. An empty replacement deletes them. The number after the last line appends.',
    inputSchema: {
      type: 'object',
      properties: {
        path,
        startLine: { type: 'integer', minimum: 1, description: 'First line to replace, from 1.' },
        replacement: { type: 'string', description: 'Text for the lines, without numbers.' },
        endLine: {
          type: 'integer',
          minimum: 1,
          description: 'Last line to replace, included. The default is startLine.',
        },
      },
      required: ['path', 'startLine', 'replacement'],
      additionalProperties: false,
    },
    annotations,
    presentation: { label: 'Replace lines', icon: 'file-pen', group: 'filesystem' },
    inputExamples: [
      { path: 'src/main.ts', startLine: 3, endLine: 5, replacement: 'const port = 8080' },
    ],
    hints: { resources: (input) => fileResource(input.path, 'write') },
    execute: ({ startLine, endLine = startLine, ...input }, context) =>
      changeFile(workspace, input.path, context, (text) => ({
        text: replaceLines(text, { startLine, endLine }, input.replacement),
      })),
  })
}
