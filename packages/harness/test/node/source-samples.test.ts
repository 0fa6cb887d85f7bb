import {
  buildToolRegistry,
  createAgent,
  loadSkillsFromDirs,
  TOOL_GROUPS,
  type ToolDefinition,
} from '@toolprism/harness/node'
import { scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './support'

// The samples of source document 002 that need a workspace; what stands for the reader's own code is filled in.
const dbService = {
  getMetrics: async (environment: string, minutes: number) => ({
    environment,
    minutes,
    latency: 12,
  }),
}

describe('source document 002', () => {
  test('selecting tool groups', () => {
    const workspacePath = temporaryFolder()
    const agent = createAgent({
      workspacePath,
      // Expose only search and git inspection tools (read-only safe mode)
      tools: ['search', 'git'],
    })
    expect(agent.tools.map(({ name }) => name)).toEqual(
      [...TOOL_GROUPS.search, ...TOOL_GROUPS.git].sort(),
    )
    expect(agent.tools.every((tool) => tool.annotations?.readOnlyHint)).toBe(true)
    expect(createAgent({ workspacePath, tools: ['core', 'search'] }).tools.length).toBeGreaterThan(
      15,
    )
  })

  test('a custom tool with its presentation', async () => {
    const fetchDbMetricsTool: ToolDefinition = {
      name: 'fetch_db_metrics',
      description: 'Fetches database connection pool and latency metrics for an environment.',
      inputSchema: {
        type: 'object',
        properties: {
          environment: {
            type: 'string',
            enum: ['staging', 'production'],
            description: 'Target environment',
          },
          durationMinutes: {
            type: 'number',
            default: 15,
          },
        },
        required: ['environment'],
      },
      presentation: {
        label: 'DB Metrics',
        icon: 'database',
        tone: 'info',
        group: 'database',
      },
      async execute(input, _ctx) {
        try {
          const stats = await dbService.getMetrics(input.environment, input.durationMinutes)
          return {
            content: [{ type: 'text', text: JSON.stringify(stats, null, 2) }],
          }
        } catch (err: any) {
          return {
            content: [{ type: 'text', text: `Failed to fetch DB metrics: ${err.message}` }],
            isError: true, // Informs the LLM that the execution failed
          }
        }
      },
    }
    const model = scriptedModel([
      { calls: [{ name: 'fetch_db_metrics', input: { environment: 'staging' } }] },
      'done',
    ])
    const agent = createAgent({
      workspacePath: temporaryFolder(),
      tools: [fetchDbMetricsTool],
      model,
      autoApprove: true,
    })
    const { transcript } = await agent.run('metrics, please').finished
    expect(JSON.stringify(transcript)).toContain('\\"minutes\\": 15')
    expect(JSON.stringify(model.requests[0]?.tools)).not.toContain('DB Metrics')
    const presentations = agent.getToolPresentations()
    expect(presentations['fetch_db_metrics']).toEqual({
      label: 'DB Metrics',
      icon: 'database',
      tone: 'info',
      group: 'database',
    })
    // The built-in groups are there as well.
    expect(presentations['read_file']).toMatchObject({ label: 'Read file' })
  })

  test('a custom tool beside the groups, from the first step', async () => {
    const timeTool: ToolDefinition = {
      name: 'current_time',
      description: 'Return the current UTC time',
      inputSchema: { type: 'object', properties: {} },
      presentation: { label: 'Time', icon: 'clock', tone: 'info', group: 'utilities' },
      async execute() {
        return { content: [{ type: 'text', text: new Date().toISOString() }] }
      },
    }
    const model = scriptedModel(['hello'])
    const agent = createAgent({
      provider: 'nvidia',
      model: '...',
      resolveModel: () => model,
      workspacePath: temporaryFolder(),
      tools: [timeTool],
    })
    await agent.run('hi').finished
    const names = model.requests[0]?.tools.map(({ name }) => name)
    expect(names).toContain('current_time')
    expect(names).toContain('edit_file')
    expect(agent.getToolPresentations()['current_time']).toEqual({
      label: 'Time',
      icon: 'clock',
      tone: 'info',
      group: 'utilities',
    })
    expect(buildToolRegistry([timeTool]).names).toEqual(['current_time'])
  })

  test('blocking a tool call', async () => {
    const isInsideWorkspace = (path: string) => !path.startsWith('/')
    const agent = createAgent({
      workspacePath: temporaryFolder(),
      model: scriptedModel([
        { calls: [{ name: 'write_file', input: { path: '/etc/x', content: 'x' } }] },
        'recovered',
      ]),
      autoApprove: true,
      hooks: {
        beforeToolCall: ({ toolName, input }) => {
          if (toolName === 'write_file' && !isInsideWorkspace(input.path)) {
            return { block: true, reason: 'path is outside the workspace' }
          }
          // Return nothing to allow the call unchanged.
          return undefined
        },
      },
    })
    const { transcript, text } = await agent.run('go').finished
    expect(text).toBe('recovered')
    expect(JSON.stringify(transcript)).toContain('path is outside the workspace')
  })

  test('skills from folders', async () => {
    const folder = temporaryFolder({
      '.mine/skills/review/SKILL.md':
        '---\nname: review\ndescription: How to review\n---\nRead it twice.\n',
    })
    const skills = loadSkillsFromDirs([`${folder}/.mine/skills`])
    const model = scriptedModel([
      { calls: [{ name: 'use_skill', input: { id: 'review' } }] },
      'done',
    ])
    const agent = createAgent({ workspacePath: folder, skills, model })
    await agent.run('review this').finished
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('## Skill: review')
  })
})
