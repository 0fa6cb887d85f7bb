import type { AgentTool } from '../../agent-types'
import { answer, workspaceTool } from '../workspace/workspace-tool'

/** `finish_task`: the model says that it is done, and its summary is the run's last word. No model call follows. */
export function finishTaskTool(): AgentTool {
  return workspaceTool({
    name: 'finish_task',
    title: 'Finish',
    description:
      'Ends the work. Call it alone, when everything is done, with a summary for the person.',
    inputSchema: {
      type: 'object',
      properties: {
        summary: {
          type: 'string',
          minLength: 1,
          maxLength: 20_000,
          description: 'What was done, and what was not.',
        },
      },
      required: ['summary'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Finish', icon: 'check', tone: 'success', group: 'agent' },
    inputExamples: [{ summary: 'The parser accepts empty input now; tests pass.' }],
    // After everything else of its turn.
    hints: { ends: true, resources: () => [{ key: '*', mode: 'write' }] },
    execute: async ({ summary }) => answer(summary, { summary }),
  })
}
