import type { AgentTool, ToolHost } from '../../agent-types'
import { workspaceError } from '../workspace/workspace-error'
import { answer, workspaceTool } from '../workspace/workspace-tool'

export interface Todo {
  content: string
  status: 'pending' | 'in_progress' | 'completed'
  priority?: 'high' | 'medium' | 'low'
}

/** `todo_write`: the run's list of steps, whole each time. Hosts get it as a `custom` event, `todo.updated`. */
export function todoWriteTool(): AgentTool {
  return workspaceTool({
    name: 'todo_write',
    title: 'Plan',
    description:
      'Sets the list of steps for the work at hand, the whole list each time. At most one step is in progress; no step stands there twice. For work of three steps or more.',
    inputSchema: {
      type: 'object',
      properties: {
        todos: {
          type: 'array',
          maxItems: 100,
          items: {
            type: 'object',
            properties: {
              content: { type: 'string', minLength: 1, maxLength: 500 },
              status: { enum: ['pending', 'in_progress', 'completed'] },
              priority: { enum: ['high', 'medium', 'low'] },
            },
            required: ['content', 'status'],
            additionalProperties: false,
          },
          description: 'All steps, in order.',
        },
      },
      required: ['todos'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, idempotentHint: true },
    presentation: { label: 'Plan', icon: 'list-checks', group: 'agent' },
    inputExamples: [{ todos: [{ content: 'Read the parser', status: 'in_progress' }] }],
    hints: { resources: () => [{ key: 'todos', mode: 'write' }] },
    async execute({ todos }, context) {
      checkTodos(todos)
      const host = context.host as Partial<ToolHost> | undefined
      if (typeof host?.emit === 'function')
        host.emit(
          'todo.updated',
          todos.map((todo) => ({ ...todo })),
        )
      return answer(showTodos(todos), { todos })
    },
  })
}

function checkTodos(todos: readonly Todo[]): void {
  if (todos.filter(({ status }) => status === 'in_progress').length > 1)
    throw workspaceError(
      'BAD_INPUT',
      'Only one step can be in progress. Set the others to pending.',
    )
  const seen = new Set<string>()
  for (const { content } of todos) {
    const key = content.trim().toLowerCase()
    if (seen.has(key))
      throw workspaceError('BAD_INPUT', `The step ${JSON.stringify(content)} stands there twice.`)
    seen.add(key)
  }
}

const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]' } as const

function showTodos(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'The list is empty.'
  return todos.map(({ content, status }) => `${marks[status]} ${content}`).join('\n')
}
