import { defineTool, type ToolDefinition, textResult, toJsonSchema } from '@toolprism/core'
import type { Message, ModelPart } from '@toolprism/harness'
import { describe, expect, test } from 'vitest'
import { splitClauses } from '../../src/planner/plan'
import { plannerModel } from '../../src/planner/planner-model'
import { labelledPrompts, labelledTools, ownTools, scorePlanner } from './planner-cases'

function toSpec({ name, description, inputSchema }: ToolDefinition) {
  return { name, description, inputSchema: toJsonSchema(inputSchema) }
}

async function ask(messages: Message[], tools = ownTools): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  const signal = new AbortController().signal
  const stream = await plannerModel().stream({
    messages,
    tools,
    signal,
    runId: 'r',
    step: 1,
    attempt: 1,
  })
  for await (const part of stream) parts.push(part)
  return parts
}

const user = (content: string): Message => ({ role: 'user', content })

function turn(toolName: string, input: Record<string, never | string>, text: string): Message[] {
  return [
    { role: 'assistant', content: [{ type: 'tool-call', callId: toolName, toolName, input }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          callId: toolName,
          toolName,
          state: 'ok',
          content: textResult(text).content,
        },
      ],
    },
  ]
}

const say = (parts: ModelPart[]) =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
const callOf = (parts: ModelPart[]) => parts.find((part) => part.type === 'tool-call')

describe('the labelled prompts', () => {
  const score = scorePlanner(labelledPrompts, labelledTools)
  test('are eighty', () => expect(score.prompts).toBe(80))
  test('reach the right tool in nine of ten', () => {
    expect(
      score.rightTool / score.prompts,
      JSON.stringify(score.misses, null, 1),
    ).toBeGreaterThanOrEqual(0.9)
  })
  test('reach the right arguments in eight of ten', () => {
    expect(score.rightArguments / score.prompts).toBeGreaterThanOrEqual(0.8)
  })
})

describe('the planner as a model', () => {
  test('takes a request of two steps apart', () => {
    expect(splitClauses('find where the input budget is defined and show me its limits')).toEqual([
      'find where the input budget is defined',
      'show me its limits',
    ])
    expect(splitClauses('search for "read and write"')).toEqual(['search for "read and write"'])
  })

  test('searches first, then reads the file that defines what was asked', async () => {
    const request = user('find where the input budget is defined and show me its limits')
    const first = callOf(await ask([request]))
    expect(first?.toolName).toBe('grep')
    expect(JSON.parse(first?.input ?? '')).toEqual({
      pattern: 'input.?budget',
      ignoreCase: true,
      limit: 200,
    })
    const found =
      'docs/a.md\n3: the input budget\n\npackages/core/src/input-budget.ts\n12: export function checkInputBudget('
    const second = callOf(await ask([request, ...turn('grep', {}, found)]))
    expect(second).toMatchObject({
      toolName: 'read_file',
      input: '{"path":"packages/core/src/input-budget.ts"}',
    })
  })

  test('answers with nothing but lines of the results', async () => {
    const text = 'alpha one\nthe depth limit is 64\nbeta two'
    const answer = say(
      await ask([user('read limits.txt'), ...turn('read_file', { path: 'limits.txt' }, text)]),
    )
    const quoted = /```\n([\s\S]*?)\n```/.exec(answer)?.[1]?.split('\n') ?? []
    expect(quoted.length).toBeGreaterThan(0)
    for (const line of quoted) expect(text.split('\n')).toContain(line)
  })

  test('a result cannot end the quote that holds it', async () => {
    const answer = say(
      await ask([user('read a.md'), ...turn('read_file', { path: 'a.md' }, '```\nhi\n```')]),
    )
    expect(answer).toContain('````\n```\nhi\n```\n````')
  })

  test('asks when no tool fits, and names what is missing when one does', async () => {
    expect(say(await ask([user('hello there')]))).toMatch(/rules.*grep/s)
    expect(say(await ask([user('read a file')]))).toMatch(/`read_file`.*`path`/)
  })

  test('a failed call is told in the words of the tool', async () => {
    const failed = turn('read_file', { path: 'x' }, 'There is no file "x".')
    const tool = failed[1]
    if (tool?.role === 'tool')
      Object.assign(tool.content[0] ?? {}, { state: 'error', isError: true })
    expect(say(await ask([user('read x.txt'), ...failed]))).toContain('There is no file "x".')
  })

  test('works with a tool it has never seen', async () => {
    const tool = defineTool({
      name: 'book_table',
      description: 'Books a table in a restaurant for some guests.',
      inputSchema: {
        type: 'object',
        properties: {
          restaurant: { type: 'string' },
          guests: { type: 'integer', description: 'Number of guests' },
        },
        required: ['restaurant', 'guests'],
      },
      execute: () => 'booked',
    })
    const call = callOf(
      await ask([user('book a table at "Chez Ada" for 4 guests')], [...ownTools, toSpec(tool)]),
    )
    expect(call).toMatchObject({
      toolName: 'book_table',
      input: '{"restaurant":"Chez Ada","guests":4}',
    })
  })
})
