import type { AgentTool } from '../../agent-types'
import type { AgentHooks } from '../../hook-types'
import type { Message } from '../../message'
import { answer, workspaceTool } from '../workspace/workspace-tool'

const name = 'finish_task'

/** `finish_task`: the model says that it is done. `finishHooks` makes its next answer the last one. */
export function finishTaskTool(): AgentTool {
  return workspaceTool({
    name,
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
    hints: { resources: () => [{ key: '*', mode: 'write' }] },
    execute: async ({ summary }) =>
      answer('The work is closed. Give your last answer now, without tools.', { summary }),
  })
}

/** After a finished task the model has no tools, so that its next answer ends the run. */
export function finishHooks(): AgentHooks {
  return {
    name: 'finish_task',
    onError: 'ignore',
    beforeModelCall: ({ messages }) => (isFinished(messages) ? { tools: [] } : undefined),
  }
}

/** Read from the transcript, so that it holds in a resumed run as well. */
function isFinished(messages: readonly Message[]): boolean {
  const last = messages.findLast(({ role }) => role === 'tool' || role === 'user')
  return (
    last?.role === 'tool' &&
    last.content.some((part) => part.toolName === name && part.state === 'ok')
  )
}
