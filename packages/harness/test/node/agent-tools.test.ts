import type { ElicitResult } from '@toolprism/core'
import { agentTools } from '@toolprism/harness/node'
import { describe, expect, test } from 'vitest'
import { call } from './support'

describe('ask_user', () => {
  const ask = (input: Record<string, unknown>, reply?: ElicitResult) => {
    const asked: any[] = []
    const elicit = async (request: unknown) => {
      asked.push(request)
      return reply ?? { action: 'cancel' as const }
    }
    const answer = call(agentTools(), 'ask_user', input, reply ? { elicit } : {})
    return answer.then((done) => ({ ...done, asked }))
  }

  test('gives the answer back', async () => {
    const { text, asked } = await ask(
      {
        question: 'Which port?',
        options: [{ label: '80' }, { label: '8080', description: 'safe' }],
      },
      { action: 'accept', content: { answer: '8080' } },
    )
    expect(text).toBe('8080')
    expect(asked[0]).toEqual({
      message: 'Which port?',
      requestedSchema: {
        type: 'object',
        properties: {
          answer: {
            title: 'Answer',
            type: 'string',
            oneOf: [
              { const: '80', title: '80' },
              { const: '8080', title: '8080: safe' },
            ],
          },
        },
        required: ['answer'],
      },
    })
  })

  test('several answers, a refusal, nobody there', async () => {
    const options = [{ label: 'a' }, { label: 'b' }]
    const several = await ask(
      { question: '?', options, multiple: true },
      { action: 'accept', content: { answer: ['a', 'b'] } },
    )
    expect(several.text).toBe('a, b')
    expect((await ask({ question: '?' }, { action: 'decline' })).text).toContain('did not answer')
    expect((await ask({ question: '?' })).code).toBe('ELICITATION_UNSUPPORTED')
  })
})

describe('todo_write', () => {
  test('shows the list and tells the host', async () => {
    const events: unknown[] = []
    const host = { emit: (name: string, data: unknown) => events.push([name, data]) }
    const todos = [
      { content: 'read', status: 'completed' },
      { content: 'write', status: 'in_progress', priority: 'high' },
      { content: 'test', status: 'pending' },
    ]
    const { text } = await call(agentTools(), 'todo_write', { todos }, { host })
    expect(text).toBe('[x] read\n[>] write\n[ ] test')
    expect(events).toEqual([['todo.updated', todos]])
    expect((await call(agentTools(), 'todo_write', { todos: [] })).text).toBe('The list is empty.')
  })

  test.each([
    [
      [
        { content: 'a', status: 'in_progress' },
        { content: 'b', status: 'in_progress' },
      ],
      'Only one step',
    ],
    [
      [
        { content: 'a', status: 'pending' },
        { content: ' A ', status: 'pending' },
      ],
      'stands there twice',
    ],
  ])('refuses %j', async (todos, message) => {
    const { code, text } = await call(agentTools(), 'todo_write', { todos })
    expect(code).toBe('BAD_INPUT')
    expect(text).toContain(message)
  })
})

describe('context_manage', () => {
  const contexts = Array.from({ length: 12 }, (_, index) => ({
    id: `c${index}`,
    title: `Part ${index}`,
    body: `Rules of ${index}.`,
  }))
  const tools = agentTools(contexts)
  const manage = (input: Record<string, unknown>, run = 'one') =>
    call(tools, 'context_manage', input, { host: { runId: run } })

  test('takes up, swaps, lays down and lists, each run for itself', async () => {
    expect((await manage({ action: 'activate', contextIds: ['c1', 'c2'] })).text).toBe(
      'Active: c1, c2.\n\n## Part 1\n\nRules of 1.\n\n## Part 2\n\nRules of 2.',
    )
    expect(
      (await manage({ action: 'swap', deactivateIds: ['c1'], activateIds: ['c3'] })).text,
    ).toBe('Active: c2, c3.\nNo longer follow: c1.\n\n## Part 3\n\nRules of 3.')
    expect((await manage({ action: 'deactivate', contextIds: ['c3'] })).text).toContain(
      'Active: c2.',
    )
    expect((await manage({ action: 'list' })).text).toBe('Active: c2.')
    expect((await manage({ action: 'set', setIds: ['c5'] })).text).toContain('Active: c5.')
    expect((await manage({ action: 'list' }, 'two')).text).toBe('Active: none.')
  })

  test('at most ten at a time, and only known ones', async () => {
    const all = contexts.slice(0, 10).map(({ id }) => id)
    await manage({ action: 'set', setIds: all }, 'three')
    expect((await manage({ action: 'activate', contextIds: ['c11'] }, 'three')).code).toBe(
      'BAD_INPUT',
    )
    expect((await manage({ action: 'activate', contextIds: ['zz'] })).code).toBe('INPUT_INVALID')
  })

  test('is not there without guidance', () => {
    expect(agentTools().map(({ name }) => name)).toEqual(['ask_user', 'todo_write', 'finish_task'])
  })
})
