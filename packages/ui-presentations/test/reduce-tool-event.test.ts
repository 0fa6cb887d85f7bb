import type { ToolEvent } from '@toolprism/core'
import {
  createToolCardState,
  createToolCardStore,
  reduceToolEvent,
  type ToolCallView,
} from '@toolprism/ui-presentations'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  completed,
  epoch,
  eventsOf,
  failed,
  started,
  states,
  text,
  viewOf,
} from './support/fixtures'

const whole = eventsOf('write_file', [
  { type: 'tool.input', delta: '{"path":' },
  { type: 'tool.input', delta: '"a.txt"}' },
  { type: 'tool.queued', input: { path: 'a.txt' } },
  {
    type: 'permission.required',
    permissionId: 'p',
    input: { path: 'a.txt' },
    reason: 'It writes.',
  },
  { type: 'permission.resolved', permissionId: 'p', decision: 'allow' },
  started({ path: 'a.txt', mode: 'safe' }),
  { type: 'tool.progress', progress: 1, total: 4, message: 'one' },
  { type: 'tool.output', delta: 'first ' },
  { type: 'tool.progress', progress: 2, total: 4, message: 'two' },
  { type: 'tool.output', delta: 'second' },
  completed(text('Written.')),
])

describe('reduceToolEvent', () => {
  test('a whole call, step by step', () => {
    const statuses = whole.map((_, index) => viewOf(whole.slice(0, index + 1)).status)
    expect(statuses).toEqual([
      'preparing', 'preparing', 'queued', 'approval', 'queued',
      'running', 'running', 'running', 'running', 'running', 'done',
    ]) // biome-ignore format: one line reads better
    const running = viewOf(whole.slice(0, 10))
    expect(running).toMatchObject({
      message: 'two',
      progress: 0.5,
      output: { text: 'first second' },
    })
    expect(viewOf(whole)).toMatchObject({ elapsed: '320 ms', summary: 'a.txt', duration: 320 })
  })

  test('any order and any doubling of a numbered stream ends in the same card', () => {
    const expected = viewOf(whole)
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...whole, ...whole], { minLength: whole.length * 2 }),
        (events) => {
          expect(viewOf(events)).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('any part of a stream in any order gives the card of that part in its order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(whole, { minLength: 1 }), (events) => {
        const ordered = events.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
        expect(viewOf(events)).toEqual(viewOf(ordered))
      }),
      { numRuns: 300 },
    )
  })

  test('a call that completed is done, whatever else its event says', () => {
    const strange = { ...completed(text('Written.')), failure: 'denied' }
    expect(viewOf(eventsOf('x', [strange])).status).toBe('done')
  })

  test('a call whose start was missed is seen from whatever comes', () => {
    const only = (step: Parameters<typeof eventsOf>[1][number]) =>
      viewOf(eventsOf('x', [step])).status
    expect(only({ type: 'tool.progress', message: 'on' })).toBe('running')
    expect(only({ type: 'tool.output', delta: 'on' })).toBe('running')
    expect(only(completed(text('ok')))).toBe('done')
    expect(only({ type: 'permission.resolved', permissionId: 'p', decision: 'allow' })).toBe(
      'queued',
    )
    expect(only({ type: 'permission.resolved', permissionId: 'p', decision: 'deny' })).toBe(
      'denied',
    )
  })

  test('a call ends once: the earlier end counts, whichever comes first', () => {
    const ends = eventsOf('x', [failed('lost', 'abandoned'), completed(text('late'))])
    expect(viewOf(ends).status).toBe('failed')
    expect(viewOf(ends.toReversed()).status).toBe('failed')
  })

  test('a question that the start has overtaken is not asked again', () => {
    const [question, start] = eventsOf('x', [
      { type: 'permission.required', permissionId: 'p', input: {} },
      started({}),
    ]) as [ToolEvent, ToolEvent]
    expect(viewOf([start, question]).status).toBe('running')
    expect(viewOf([start, question]).approval?.decision).toBe('allow')
  })

  test('a question that comes while the call runs is asked', () => {
    const events = eventsOf('x', [
      started({}),
      { type: 'permission.required', permissionId: 'p', input: { step: 2 } },
    ])
    expect(viewOf(events)).toMatchObject({ status: 'approval', summary: 'step: 2' })
  })

  test('a second question of one call is asked after the first was answered', () => {
    const events = eventsOf('x', [
      { type: 'permission.required', permissionId: 'p1', input: {} },
      { type: 'permission.resolved', permissionId: 'p1', decision: 'allow' },
      { type: 'permission.required', permissionId: 'p2', input: {} },
    ])
    expect(viewOf(events).approval).toMatchObject({ permissionId: 'p2' })
  })

  test('a completed call whose result is an error has failed', () => {
    expect(viewOf(eventsOf('x', [completed({ ...text('no'), isError: true })])).status).toBe(
      'failed',
    )
  })

  test('two runs may use one call id', () => {
    const store = createToolCardStore()
    store.dispatch(eventsOf('x', [started({ a: 1 })], { callId: 'same', runId: 'r1' }))
    store.dispatch(
      eventsOf('x', [started({ a: 2 }), completed(text('ok'))], { callId: 'same', runId: 'r2' }),
    )
    expect(store.getViews().map((view) => [view.runId, view.status])).toEqual([
      ['r1', 'running'],
      ['r2', 'done'],
    ])
    expect(store.getView('same', 'r1')?.summary).toBe('a: 1')
  })

  test('calls of a run stand in the order of its stream; interleaved runs stay so', () => {
    const store = createToolCardStore()
    const event = (callId: string, runId: string, sequence: number) =>
      ({
        type: 'tool.started',
        callId,
        runId,
        sequence,
        toolName: callId,
        timestamp: epoch,
        input: {},
      }) as ToolEvent
    store.dispatch([
      event('c', 'r1', 9),
      event('z', 'r2', 1),
      event('a', 'r1', 2),
      event('b', 'r1', 5),
    ])
    expect(store.getViews().map((view) => view.callId)).toEqual(['a', 'z', 'b', 'c'])
  })

  test('a refused call took no time, a failed one says how long', () => {
    const end = (failure: string, duration: number) =>
      viewOf(eventsOf('x', [{ ...failed('no', failure as 'denied'), duration }])).elapsed
    expect(end('denied', 0)).toBe('')
    expect(end('error', 0.2)).toBe('')
    expect(end('timeout', 1240)).toBe('1.2 s')
  })

  test('what is no tool event changes nothing', () => {
    const state = createToolCardState()
    for (const event of [
      null,
      undefined,
      7,
      'x',
      {},
      { type: 'tool.started' },
      { type: 'text.delta', callId: 'a' },
      { type: 'tool.started', callId: 1 },
      { type: '__proto__', callId: 'a' },
    ])
      expect(reduceToolEvent(state, event as unknown as ToolEvent)).toBe(state)
  })

  test('fields of wrong types never throw', () => {
    const junk = fc.oneof(
      fc.anything(),
      fc.constantFrom(null, NaN, '__proto__', { toString: null }),
    )
    const types = [
      ...new Set(
        Object.values(states)
          .flat()
          .map((event) => event.type),
      ),
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.dictionary(
          fc.constantFrom(
            'input',
            'delta',
            'result',
            'duration',
            'failure',
            'permissionId',
            'reason',
            'presentation',
            'sequence',
            'timestamp',
            'toolName',
            'progress',
            'total',
            'message',
            'parentCallId',
          ),
          junk,
        ),
        (type, fields) => {
          const store = createToolCardStore()
          store.dispatch({ ...fields, type, callId: 'c' } as unknown as ToolEvent)
          expect(store.getViews()).toHaveLength(1)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each(['tool.completed', 'tool.failed'] as const)('null in the fields of %s', (type) => {
    const nothing = { failure: null, duration: null, retryable: null, parentCallId: null }
    const result = { content: null, isError: true, meta: null }
    const view = viewOf(eventsOf('x', [{ ...nothing, type, result, presentation: null }]))
    expect(view).toMatchObject({ status: 'failed', error: { text: '' } })
    expect(view).not.toHaveProperty('parentCallId')
  })

  test.each(['[', '{"a":', '[{"a":'])('arguments of nothing but %j are none', (opening) => {
    const delta = `{"a":${opening.repeat(20_000)}`
    expect(viewOf(eventsOf('x', [{ type: 'tool.input', delta }])).fields).toEqual([])
  })

  test('one huge piece of arguments is kept to the limit, and what follows it is not joined on', () => {
    const delta = `{"a":"${'a\\n'.repeat(5_000_000)}`
    const pieces = [delta, 'b","c":1}'].map((piece) => ({
      type: 'tool.input' as const,
      delta: piece,
    }))
    const { fields } = viewOf(eventsOf('x', pieces))
    expect(fields).toMatchObject([{ name: 'a', kind: 'text', omitted: expect.any(Number) }])
  })

  test('lists and objects that are still open are closed in their order', () => {
    const delta = `{"a":${'[{"b":'.repeat(20)}[1,{"c":"d`
    const whole = `{"a":${'[{"b":'.repeat(20)}[1,{"c":"d"}]${'}]'.repeat(20)}}`
    const [streamed, said] = [{ type: 'tool.input' as const, delta }, started(JSON.parse(whole))]
    const fields = viewOf(eventsOf('x', [streamed])).fields
    expect(fields).toEqual(viewOf(eventsOf('x', [said])).fields)
  })

  test('states are immutable: an older one can be reduced again', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(
      (callId) => eventsOf('x', [started({})], { callId })[0] as ToolEvent,
    ) as [ToolEvent, ToolEvent, ToolEvent]
    const base = reduceToolEvent(createToolCardState(), a)
    const left = reduceToolEvent(base, b)
    const right = reduceToolEvent(reduceToolEvent(base, c), b)
    expect([base.size, left.size, right.size]).toEqual([1, 2, 3])
    expect(reduceToolEvent(left, b)).toBe(left)
    expect(reduceToolEvent(right, c)).toBe(right)
    expect(reduceToolEvent(left, c).size).toBe(3)
  })

  test('an event that says nothing new keeps the state', () => {
    const events = eventsOf('x', [started({}), completed(text('ok'))])
    const state = events.reduce(reduceToolEvent, createToolCardState())
    expect(events.reduce(reduceToolEvent, state)).toBe(state)
  })

  test('live output is bounded and says what it dropped', () => {
    const lines = Array.from({ length: 4000 }, (_, index) => ({
      type: 'tool.output' as const,
      delta: `${index} ${'x'.repeat(100)}\n`,
    }))
    const { output } = viewOf(eventsOf('x', [started({}), ...lines]))
    expect(output?.text).toContain('3999 ')
    expect(output?.text.length).toBeLessThan(21_000)
    expect((output?.omitted ?? 0) + (output?.text.length ?? 0)).toBeGreaterThan(400_000)
  })
})

describe('createToolCardStore', () => {
  test('keeps the view object of a call that did not change', () => {
    const store = createToolCardStore()
    store.dispatch(eventsOf('x', [started({})], { callId: 'a' }))
    const [before] = store.getViews()
    store.dispatch(eventsOf('x', [started({})], { callId: 'b' }))
    expect(store.getViews()[0]).toBe(before)
    expect(store.getViews()).toBe(store.getViews())
  })

  test('tells listeners once for many events, and not when nothing changed', () => {
    const store = createToolCardStore()
    const listener = vi.fn()
    const end = store.subscribe(listener)
    store.dispatch(whole)
    expect(listener).toHaveBeenCalledTimes(1)
    store.dispatch(whole)
    expect(listener).toHaveBeenCalledTimes(1)
    end()
    store.clear()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('presentations may come after the calls', () => {
    const store = createToolCardStore()
    store.dispatch(whole)
    const label = () => (store.getViews()[0] as ToolCallView).label
    expect(label()).toBe('Write file')
    store.setOptions({ presentations: { write_file: { label: 'Save' } } })
    expect(label()).toBe('Save')
  })
})
