import {
  type AgentOptions,
  type AgentTool,
  createAgent,
  type JournalFactory,
} from '@toolprism/harness'
import { assertDeterministic, type ScriptedAnswer, scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'

const tool = (name: string, change: Partial<AgentTool> = {}): AgentTool => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  execute: (input) => `${name} ${JSON.stringify(input)}`,
  ...change,
})

const tools = [
  tool('read'),
  tool('write', { annotations: {} }),
  tool('fail', {
    execute() {
      throw new Error('no')
    },
  }),
]

const call = (name: string, n = 1) => ({ name, input: { n } })

/** What an engine may have to replay, one kind of run each. Whatever is added here is cut at every entry. */
const scenarios: Record<string, { answers: ScriptedAnswer[]; options?: Partial<AgentOptions> }> = {
  'an answer in words': { answers: ['Hello.'] },
  'parallel calls': {
    answers: [{ calls: [call('read'), call('read', 2), call('read', 3)] }, 'Done.'],
  },
  'a call that fails, and one of no tool': {
    answers: [{ calls: [call('fail'), call('nowhere'), call('read')] }, 'Done.'],
  },
  'arguments that are no JSON': {
    answers: [{ calls: [{ name: 'read', input: '{"n": ' }] }, 'Done.'],
  },
  'questions among calls that need none': {
    answers: [
      { calls: [call('write'), call('read'), call('write', 2)] },
      { calls: [call('write', 3)] },
      'Done.',
    ],
  },
  'a model that fails twice': {
    answers: [{ throws: new Error('ECONNRESET') }, { error: { status: 529 } }, 'Done.'],
    options: { retry: { baseDelayMs: 0 } },
  },
  'a model that fails for good': { answers: [{ error: { status: 401 }, errorKind: 'auth' }] },
  'an empty answer': { answers: ['', 'Done.'], options: { retry: { baseDelayMs: 0 } } },
  'the step limit, with a last answer': {
    answers: [{ calls: [call('read', 1)] }, { calls: [call('read', 2)] }, 'Enough.'],
    options: { limits: { maxSteps: 2 } },
  },
  'a time budget': {
    answers: [{ calls: [call('read')] }, 'Done.'],
    options: { limits: { timeBudgetMs: 1_000_000 } },
  },
  'a model in circles': { answers: [{ calls: [call('write')] }] },
  'hooks that rewrite and block': {
    answers: [{ calls: [call('read'), call('fail')] }, 'Done.'],
    options: {
      hooks: {
        beforeToolCall: ({ toolName, input }) =>
          toolName === 'fail' ? { block: true, reason: 'not now' } : { input: { n: input.n * 10 } },
        onRunStart: () => undefined,
        onRunEnd: () => undefined,
      },
    },
  },
}

function start({ answers, options }: (typeof scenarios)[string]) {
  return (journal: JournalFactory) => {
    // By step and attempt, as a model answers by what it is asked: a replayed run skips calls it has recorded.
    const model = scriptedModel(({ step, attempt }) => {
      const at = step - 1 + attempt - 1
      return answers[Math.min(at, answers.length - 1)]!
    })
    return createAgent({ model, tools, ...options }).run('go', { runId: 'fixed', journal })
  }
}

describe('a run that is cut at any entry of its journal goes on to the same end', () => {
  test.each(Object.entries(scenarios))('%s', async (_, scenario) => {
    const { entries, replays } = await assertDeterministic(start(scenario))
    expect(replays).toBe(entries.length + 1)
  })
})

test('a loop that looks at the world between two steps is found out', async () => {
  let looks = 0
  const impure = (journal: JournalFactory) =>
    start(scenarios['parallel calls']!)((binding) => {
      const inner = journal(binding)
      // As if an id were made of the time.
      return {
        ...inner,
        run: (step, execute) => inner.run({ ...step, id: `${step.id}.${looks++}` }, execute),
      }
    })
  await expect(assertDeterministic(impure)).rejects.toThrow(/other steps|not deterministic/)
})
