import type { AgentTool, ToolHost } from '../../agent-types'
import { runOf } from '../workspace/read-marks'
import { workspaceError } from '../workspace/workspace-error'
import { answer, workspaceTool } from '../workspace/workspace-tool'

/** Guidance a model takes up when it needs it, such as the rules of one part of a project. */
export interface SubContext {
  id: string
  title: string
  body: string
}

const maxActive = 10
const maxRuns = 500

/**
 * `context_manage`: takes up and lays down guidance. A body comes as the result of the call, so that it stays
 * in the transcript and what was sent before stays cached.
 */
export function contextManageTool(contexts: readonly SubContext[]): AgentTool {
  const active = new Map<string, Set<string>>()
  const activeOf = (run: string) => {
    const set = active.get(run) ?? new Set<string>()
    active.delete(run)
    active.set(run, set)
    for (const key of active.keys()) if (active.size > maxRuns) active.delete(key)
    return set
  }
  const ids = {
    type: 'array',
    items: { enum: contexts.map(({ id }) => id) },
    maxItems: maxActive,
  } as const
  return workspaceTool({
    name: 'context_manage',
    title: 'Guidance',
    description: `Takes up guidance for a part of the work, or lays it down; at most ${maxActive} at a time. There is: ${contexts.map(({ id, title }) => `${id} (${title})`).join(', ')}.`,
    inputSchema: {
      type: 'object',
      properties: {
        action: {
          enum: ['set', 'activate', 'deactivate', 'swap', 'list'],
          description:
            'set: exactly setIds; activate and deactivate: contextIds; swap: activateIds for deactivateIds.',
        },
        setIds: ids,
        contextIds: ids,
        activateIds: ids,
        deactivateIds: ids,
      },
      required: ['action'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, idempotentHint: true },
    presentation: { label: 'Guidance', icon: 'book-open', group: 'agent' },
    hints: { resources: () => [{ key: 'contexts', mode: 'write' }], keep: true, repeats: true },
    async execute(input, context) {
      const now = activeOf(runOf(context))
      const wanted = nextActive(now, input as ContextInput)
      if (wanted.size > maxActive)
        throw workspaceError(
          'BAD_INPUT',
          `That would be ${wanted.size} at a time; at most ${maxActive} are. Lay some down first.`,
        )
      const added = contexts.filter(({ id }) => wanted.has(id) && !now.has(id))
      const dropped = [...now].filter((id) => !wanted.has(id))
      now.clear()
      for (const id of wanted) now.add(id)
      const list = contexts.filter(({ id }) => now.has(id)).map(({ id, title }) => ({ id, title }))
      const host = context.host as Partial<ToolHost> | undefined
      if (typeof host?.emit === 'function' && input.action !== 'list')
        host.emit('context.updated', { active: list, count: list.length, maxActive })
      const said = [
        `Active: ${list.map(({ id }) => id).join(', ') || 'none'}.`,
        ...(dropped.length ? [`No longer follow: ${dropped.join(', ')}.`] : []),
        ...added.map(({ title, body }) => `\n## ${title}\n\n${body}`),
      ]
      return answer(said.join('\n'), { active: list })
    },
  })
}

interface ContextInput {
  action: 'set' | 'activate' | 'deactivate' | 'swap' | 'list'
  setIds?: string[]
  contextIds?: string[]
  activateIds?: string[]
  deactivateIds?: string[]
}

function nextActive(now: ReadonlySet<string>, input: ContextInput): Set<string> {
  const { contextIds = [], activateIds = [], deactivateIds = [], setIds = [] } = input
  const without = (ids: readonly string[]) => [...now].filter((id) => !ids.includes(id))
  switch (input.action) {
    case 'set':
      return new Set(setIds)
    case 'activate':
      return new Set([...now, ...contextIds])
    case 'deactivate':
      return new Set(without(contextIds))
    case 'swap':
      return new Set([...without(deactivateIds), ...activateIds])
    default:
      return new Set(now)
  }
}
