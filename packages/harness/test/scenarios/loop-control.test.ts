import { createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test } from 'vitest'
import { counting, ended, events, ofType, states, texts, tool } from '../helpers'

describe('scenario 1: one call with equal arguments, again and again', () => {
  const model = () => scriptedModel([{ calls: [{ name: 'git_status', input: { a: 1, b: [2] } }] }])

  test('at 3 a notice stands for the call, at 5 the run ends with repetition', async () => {
    const status = counting({ name: 'git_status', execute: () => 'clean' })
    const result = await ended(createAgent({ model: model(), tools: [status] }).run('go'))
    expect(result).toMatchObject({ status: 'repetition', error: { code: 'REPETITION' }, steps: 5 })
    expect(status.inputs).toHaveLength(2)
    expect(states(result.transcript)).toEqual(['ok', 'ok', 'skipped', 'skipped', 'skipped'])
    expect(texts(result.transcript)[2]).toContain('already called with exactly these arguments')
  })

  test('arguments equal as data are equal, whatever their order', async () => {
    const inputs = [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]
    const swapping = scriptedModel((_, index) => ({
      calls: [{ name: 'noop', input: inputs[index % 2] }],
    }))
    const noop = counting({ name: 'noop' })
    const agent = createAgent({ model: swapping, tools: [noop] })
    expect((await ended(agent.run('go'))).status).toBe('repetition')
    expect(noop.inputs).toHaveLength(2)
  })

  test('limits are configurable, polling tools opt out, and false switches it off', async () => {
    const noop = counting({ name: 'git_status' })
    const strict = createAgent({
      model: model(),
      tools: [noop],
      limits: { repeat: { warn: 2, stop: 3 } },
    })
    expect((await ended(strict.run('go'))).steps).toBe(3)
    expect(noop.inputs).toHaveLength(1)
    const polling = counting({ name: 'git_status', hints: { repeats: true } })
    const limits = { maxSteps: 12, finalAnswer: false }
    const patient = createAgent({ model: model(), tools: [polling], limits })
    expect((await ended(patient.run('go'))).status).toBe('max_steps')
    expect(polling.inputs).toHaveLength(12)
    const off = counting({ name: 'git_status' })
    const agent = createAgent({
      model: model(),
      tools: [off],
      limits: { ...limits, repeat: false },
    })
    expect((await ended(agent.run('go'))).status).toBe('max_steps')
    expect(off.inputs).toHaveLength(12)
  })

  test('an equal call whose result keeps changing is watched from far', async () => {
    let count = 0
    const clock = counting({ name: 'git_status', execute: () => `tick ${count++}` })
    const result = await ended(
      createAgent({ model: model(), tools: [clock], limits: { maxSteps: 40 } }).run('go'),
    )
    expect(result.status).toBe('repetition')
    expect(clock.inputs.length).toBeGreaterThan(5)
  })
})

describe('scenario 2: repeats that succeed, and A, B, A, B', () => {
  test('the same successful write is seen', async () => {
    const write = counting({ name: 'write', annotations: {} })
    const model = scriptedModel([{ calls: [{ name: 'write', input: { text: 'same' } }] }])
    const agent = createAgent({ model, tools: [write], autoApprove: true })
    expect((await ended(agent.run('go'))).status).toBe('repetition')
    expect(write.inputs).toHaveLength(2)
  })

  test('an alternation is seen', async () => {
    const read = counting({ name: 'read' })
    const model = scriptedModel((_, index) => ({
      calls: [{ name: 'read', input: { path: index % 2 ? 'a' : 'b' } }],
    }))
    const result = await ended(createAgent({ model, tools: [read] }).run('go'))
    expect(result.status).toBe('repetition')
    expect(read.inputs).toHaveLength(4)
  })

  test('the tests run again after each new edit are work, not a circle', async () => {
    const check = counting({ name: 'run_tests', execute: () => '1 failed' })
    const edit = counting({ name: 'edit', annotations: {} })
    const model = scriptedModel((_, index) =>
      index >= 20
        ? 'done'
        : index % 2
          ? { calls: [{ name: 'run_tests' }] }
          : { calls: [{ name: 'edit', input: { text: `version ${index}` } }] },
    )
    const agent = createAgent({ model, tools: [check, edit], autoApprove: true })
    expect((await ended(agent.run('go'))).status).toBe('completed')
    expect(check.inputs).toHaveLength(10)
  })
})

describe('scenario 3: the step cap after a tool result', () => {
  const model = () =>
    scriptedModel((request) =>
      request.tools.length === 0
        ? 'What I know so far.'
        : { calls: [{ name: 'look', input: { at: request.step } }] },
    )

  test('status is max_steps, never completed, with a last answer in words', async () => {
    const scripted = model()
    const agent = createAgent({
      model: scripted,
      tools: [tool({ name: 'look' })],
      limits: { maxSteps: 3 },
    })
    const run = agent.run('go')
    const seen = events(run)
    const result = await ended(run)
    expect(result).toMatchObject({
      status: 'max_steps',
      text: 'What I know so far.',
      steps: 3,
      error: { code: 'MAX_STEPS' },
    })
    expect(scripted.requests).toHaveLength(4)
    expect(scripted.requests[3]).toMatchObject({ tools: [], toolChoice: 'none' })
    expect(scripted.requests[3]!.messages.at(-1)).toMatchObject({ origin: 'final-answer' })
    expect(result.transcript.some((message) => 'origin' in message)).toBe(false)
    expect(ofType(seen, 'run.ended')[0]).toMatchObject({ status: 'max_steps' })
  })

  test('without finalAnswer there is no further call', async () => {
    const scripted = model()
    const limits = { maxSteps: 3, finalAnswer: false }
    const agent = createAgent({ model: scripted, tools: [tool({ name: 'look' })], limits })
    expect(await ended(agent.run('go'))).toMatchObject({ status: 'max_steps', text: '' })
    expect(scripted.requests).toHaveLength(3)
  })

  test('calls in the last answer are dropped, not run', async () => {
    const look = counting({ name: 'look' })
    const stubborn = scriptedModel((request) => ({
      text: 'Well.',
      calls: [{ name: 'look', input: { at: request.step } }],
    }))
    const agent = createAgent({ model: stubborn, tools: [look], limits: { maxSteps: 2 } })
    expect(await ended(agent.run('go'))).toMatchObject({ status: 'max_steps', text: 'Well.' })
    expect(look.inputs).toHaveLength(2)
  })

  test('a token budget ends the run as budget, with a last answer too', async () => {
    const scripted = scriptedModel((request) => ({
      ...(request.tools.length === 0
        ? { text: 'Out of tokens.' }
        : { calls: [{ name: 'look', input: { at: request.step } }] }),
      usage: { input: 50, output: 10 },
    }))
    const agent = createAgent({
      model: scripted,
      tools: [tool({ name: 'look' })],
      limits: { tokenBudget: 100 },
    })
    expect(await ended(agent.run('go'))).toMatchObject({
      status: 'budget',
      text: 'Out of tokens.',
      error: { code: 'TOKEN_BUDGET' },
      usage: { input: 150, output: 30 },
    })
  })
})
