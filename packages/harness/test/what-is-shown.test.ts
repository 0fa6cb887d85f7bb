import { createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { counting, events, ofType, results, tool } from './helpers'

describe('presentations', () => {
  test.each(['native', 'typescript'] as const)(
    'no word of them is in a request (%s)',
    async (toolPrompt) => {
      const shown = tool({
        name: 'shown',
        presentation: {
          label: 'SENTINEL label',
          icon: 'SENTINEL',
          tone: 'success',
          group: 'SENTINEL',
        },
        execute(_, context) {
          const host = context.host as { present(presentation: object): void }
          host.present({ label: 'SENTINEL live', icon: 'SENTINEL' })
          return 'seen'
        },
      })
      const model = scriptedModel([{ calls: [{ name: 'shown' }, { name: 'nothing' }] }, 'end'])
      const run = createAgent({ model, tools: [shown], instructions: 'Go.', toolPrompt }).run('go')
      const seen = events(run)
      const { transcript } = await run.finished
      expect(model.requests).toHaveLength(2)
      const asked = model.requests.map(({ messages, tools }) => ({ messages, tools }))
      expect(JSON.stringify(asked)).toContain('seen')
      expect(JSON.stringify(asked)).not.toContain('SENTINEL')
      expect(JSON.stringify(transcript)).not.toContain('SENTINEL')
      expect(ofType(seen, 'tool.started')[0]?.presentation?.label).toBe('SENTINEL label')
      expect(ofType(seen, 'tool.completed')[0]?.presentation?.label).toBe('SENTINEL live')
    },
  )
})

describe('toolPrompt', () => {
  const model = () => scriptedModel(['end'])
  const tools = [
    tool({
      name: 'find_orders',
      description: 'Finds orders.',
      inputSchema: { type: 'object', properties: { customer: { type: 'string' } } },
    }),
  ]

  test('typescript describes the tools in the instructions too', async () => {
    const asked = model()
    await createAgent({
      model: asked,
      tools,
      instructions: 'Be brief.',
      toolPrompt: 'typescript',
    }).run('go').finished
    const [first] = asked.requests[0]!.messages
    expect(first?.role).toBe('system')
    expect(first?.content).toMatch(
      /^Be brief\.[\s\S]*```ts[\s\S]*Finds orders\.[\s\S]*find_orders[\s\S]*customer\?: string/,
    )
    expect(asked.requests[0]!.tools.map(({ name }) => name)).toEqual(['find_orders'])
  })

  test('native leaves the instructions alone', async () => {
    const asked = model()
    await createAgent({ model: asked, tools, instructions: 'Be brief.' }).run('go').finished
    expect(asked.requests[0]!.messages[0]).toEqual({ role: 'system', content: 'Be brief.' })
  })
})

test('a tool registered in the middle of a run waits for the next, and everybody is told', async () => {
  const late = counting({ name: 'late' })
  const registered: unknown[] = []
  const first = tool({
    name: 'first',
    execute() {
      if (registered.length === 0) registered.push(agent.registerTool(late))
      return 'ok'
    },
  })
  const script = [{ calls: [{ name: 'first' }] }, { calls: [{ name: 'late' }] }, 'end']
  const model = scriptedModel(({ step }) => script[step - 1]!)
  const agent = createAgent({ model, tools: [first] })
  const run = agent.run('go')
  const seen = events(run)
  const { transcript } = await run.finished
  expect(registered).toEqual([{ names: ['late'], effective: 'next-run', problems: [] }])
  expect(ofType(seen, 'warning')).toMatchObject([
    { code: 'TOOL_NEXT_RUN', message: expect.stringContaining('late') },
  ])
  expect(results(transcript)).toMatchObject([
    { state: 'ok' },
    { state: 'blocked', content: [{ text: expect.stringContaining('registered after this run') }] },
  ])
  expect(late.inputs).toEqual([])
  await agent.run('again').finished
  expect(late.inputs).toHaveLength(1)
  expect(agent.registerTool(tool({ name: 'idle' }))).toMatchObject({ effective: 'now' })
})
