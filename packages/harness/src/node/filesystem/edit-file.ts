import type { AgentTool } from '../../agent-types'
import type { Workspace } from '../workspace/workspace'
import { fileResource, workspaceTool } from '../workspace/workspace-tool'
import { changeFile } from './change-file'
import { editText } from './edit-text'

/** `edit_file`: replaces one exact piece of text. */
export function editFileTool(workspace: Workspace): AgentTool {
  return workspaceTool({
    name: 'edit_file',
    title: 'Edit file',
    description:
      'Replaces oldString by newString in a file that was read before. oldString must stand in the file exactly once, character for character, without line numbers; include enough lines around it. Line endings and the byte order mark are kept.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'File, relative to the workspace.' },
        oldString: { type: 'string', description: 'The text to replace.' },
        newString: { type: 'string', description: 'The text to put there.' },
        replaceAll: {
          type: 'boolean',
          description: 'Replace every place instead of exactly one.',
          default: false,
        },
        ignoreWhitespace: {
          type: 'boolean',
          description:
            'When oldString is not found, accept whole lines that differ only in white space at their ends.',
          default: false,
        },
      },
      required: ['path', 'oldString', 'newString'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    presentation: { label: 'Edit file', icon: 'file-pen', group: 'filesystem' },
    inputExamples: [
      { path: 'src/main.ts', oldString: 'const port = 80', newString: 'const port = 8080' },
    ],
    hints: { resources: ({ path }) => fileResource(path, 'write') },
    execute: (input, context) =>
      changeFile(workspace, input.path, context, (text) => editText(text, input)),
  })
}
