import {
  callTool,
  composeTool,
  defineTool,
  mapOutput,
  resultCode,
  resultText,
  resultValue,
  type StepEvent,
  type StepOutcome,
  type ToolDefinition,
  ToolError,
  type ToolResult,
} from '@toolprism/core'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'

const number = z.object({ n: z.number() })
const readOnly = { readOnlyHint: true, openWorldHint: false }
const add = defineTool({
  name: 'add',
  inputSchema: number,
  annotations: readOnly,
  execute: ({ n }) => n + 1,
})
const double = defineTool({
  name: 'double',
  inputSchema: number,
  annotations: readOnly,
  execute: ({ n }) => n * 2,
})
const state = ({ state }: { state: unknown }) => ({ n: state as number })
const args = ({ args }: { args: { n: number } }) => ({ n: args.n })

const failing = (error: unknown = new Error('boom'), times = Number.POSITIVE_INFINITY) => {
  let calls = 0
  const tool = defineTool({
    name: 'flaky',
    inputSchema: number,
    annotations: readOnly,
    execute: ({ n }) => {
      calls++
      if (calls <= times) throw error
      return n
    },
  })
  return { tool, calls: () => calls }
}
const outcomes = (result: ToolResult) => result.meta?.['toolprism/steps'] as StepOutcome[]
const statuses = (result: ToolResult) => outcomes(result).map((outcome) => outcome.status)
const clock = () => {
  const slept: number[] = []
  let time = 0
  return {
    slept,
    clock: {
      now: () => time++,
      random: () => 0.5,
      sleep: async (milliseconds: number) => void slept.push(milliseconds),
    },
  }
}

test('state is the value before, prior every value in order, finalize the answer', async () => {
  const seen: unknown[] = []
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool: add, mapArgs: ({ args, state }) => ({ n: seen.push(state) && args.n }) },
      {
        tool: double,
        mapArgs: state,
        mapResult: (result, { state, prior }) => seen.push([state, [...prior]]) && result + 100,
      },
      { tool: add, mapArgs: state },
    ],
    finalize: ({ args, state, prior }) => ({ args, state, prior }),
  })
  const result = await callTool(macro, { n: 1 })
  expect(seen).toEqual([undefined, [2, [2, 4]]])
  expect(resultValue(result)).toEqual({ args: { n: 1 }, state: 105, prior: [2, 4, 105] })
})

test('without finalize the last result passes through with all its blocks', async () => {
  const image = defineTool({
    name: 'image',
    inputSchema: z.object({}),
    execute: (): ToolResult => ({
      content: [{ type: 'image', data: 'AQID', mimeType: 'image/png' }],
    }),
  })
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool: image, mapArgs: () => ({}) }],
  })
  expect((await callTool(macro, { n: 1 })).content).toEqual([
    { type: 'image', data: 'AQID', mimeType: 'image/png' },
  ])
})

test('stopWhen is awaited, skips the rest and still finalizes', async () => {
  const events: string[] = []
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool: add, mapArgs: args, stopWhen: async () => false },
      { tool: double, mapArgs: state, stopWhen: async (value) => value > 3 },
      { tool: add, mapArgs: state, stopWhen: () => true },
    ],
    finalize: ({ state }) => `final ${state}`,
    onStep: (event) => events.push(`${event.type} ${event.step} ${event.tool}`),
  })
  const result = await callTool(macro, { n: 1 })
  expect(resultValue(result)).toBe('final 4')
  expect(statuses(result)).toEqual(['ok', 'ok', 'skipped'])
  expect(events).toEqual([
    'start 0 add',
    'end 0 add',
    'start 1 double',
    'end 1 double',
    'skip 2 add',
  ])
})

test('stopWhen on the last step skips nothing', async () => {
  const onStep = vi.fn()
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool: add, mapArgs: args, stopWhen: () => true }],
    onStep,
  })
  await callTool(macro, { n: 1 })
  expect(onStep.mock.calls.map(([event]) => event.type)).toEqual(['start', 'end'])
})

test('all faults of a macro are told at once', () => {
  const steps = [
    { mapArgs: () => ({}) },
    { tool: add, id: 'same', mapArgs: args },
    { tool: add, id: 'same', mapArgs: 3, timeoutMs: -1 },
    { tool: { ...add, annotations: undefined }, mapArgs: args, retry: 3 },
    { tool: add, mapArgs: args, onError: 'explode' },
    { tool: { name: 'broken' }, mapArgs: args },
  ]
  const error = (() => {
    try {
      composeTool({ name: 'macro', schema: number, steps } as never)
    } catch (thrown) {
      return thrown as ToolError
    }
    throw new Error('not refused')
  })()
  expect(error.code).toBe('INVALID_DEFINITION')
  expect((error.details as string[]).map((line) => line.slice(0, 40))).toEqual([
    'steps[0] has no tool',
    'steps[2] has no mapArgs function',
    'steps[2] has the id "same" of a step bef',
    'steps[2] has a timeoutMs that is not pos',
    'steps[3] retries add, which is neither r',
    'steps[4] has the unknown onError "explod',
    'steps[5] has no tool',
  ])
  expect(() => composeTool({ name: 'macro', schema: number, steps: [] as never })).toThrow(
    'not empty',
  )
  expect(() =>
    composeTool({ name: 'a b', schema: number, steps: [{ tool: add, mapArgs: args }] }),
  ).toThrow('name')
})

test('steps are copied: changing the list later changes nothing', async () => {
  const steps = [{ tool: add, mapArgs: args }]
  const macro = composeTool({ name: 'macro', schema: number, steps })
  steps.length = 0
  expect(resultValue(await callTool(macro, { n: 1 }))).toBe(2)
})

test('annotations come from the steps and can only be made stricter', () => {
  const open: ToolDefinition = {
    ...add,
    annotations: { destructiveHint: false, idempotentHint: true },
  }
  const of = (tools: ToolDefinition[], more = {}) =>
    composeTool({
      name: 'macro',
      schema: number,
      steps: tools.map((tool, index) => ({ id: `${index}`, tool, mapArgs: args })),
      ...more,
    }).annotations
  expect(of([add, double])).toEqual({
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  })
  expect(of([add, open])).toEqual({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  })
  expect(of([add, { ...add, annotations: undefined } as never])).toMatchObject({
    destructiveHint: true,
  })
  expect(of([open], { annotations: { readOnlyHint: true } })).toMatchObject({ readOnlyHint: false })
  expect(of([add], { annotations: { readOnlyHint: false, title: 'T' } })).toMatchObject({
    readOnlyHint: false,
    title: 'T',
  })
  expect(of([open], { annotations: { readOnlyHint: true }, trustAnnotations: true })).toMatchObject(
    {
      readOnlyHint: true,
    },
  )
})

test('every step goes through the call path: schema, budget and hook', async () => {
  const bad = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool: add, mapArgs: () => ({ n: 'x' }) as never }],
  })
  const refused = await callTool(bad, { n: 1 })
  expect(resultCode(refused)).toBe('INPUT_INVALID')
  expect(resultText(refused)).toContain('n: expected a number, got "x"')
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool: add, mapArgs: args },
      { tool: double, mapArgs: state },
    ],
  })
  const blocked = await callTool(
    macro,
    { n: 1 },
    {
      beforeExecute: ({ tool }) => (tool.name === 'double' ? { block: 'not today' } : undefined),
    },
  )
  expect(resultCode(blocked)).toBe('BLOCKED')
  expect(blocked.structuredContent).toEqual({ failedStep: 'double', completedSteps: ['add'] })
})

test('a step gets ids, parent, key and attempt of its own', async () => {
  const seen: unknown[] = []
  const look = defineTool({
    name: 'look',
    inputSchema: number,
    execute: (_, { callId, parentCallId, idempotencyKey, attempt }) => {
      seen.push({ callId, parentCallId, idempotencyKey, attempt })
      return 1
    },
  })
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool: look, mapArgs: args },
      { tool: look, mapArgs: args },
    ],
  })
  await callTool(macro, { n: 1 }, { callId: 'c1' })
  await callTool(macro, { n: 1 }, { callId: 'c1' })
  const key = expect.stringMatching(/^look(_2)?-[0-9a-z]{28}$/)
  expect(seen[0]).toEqual({ callId: 'c1:0', parentCallId: 'c1', idempotencyKey: key, attempt: 1 })
  expect(seen[1]).toMatchObject({ callId: 'c1:1', idempotencyKey: key })
  expect(seen[2]).toEqual(seen[0])
  expect((seen[0] as { idempotencyKey: string }).idempotencyKey).not.toBe(
    (seen[1] as { idempotencyKey: string }).idempotencyKey,
  )
})

test('retry: thrown errors and retryable results, with growing delays, the key unchanged', async () => {
  const { tool, calls } = failing(new Error('boom'), 2)
  const { slept, clock: time } = clock()
  const events: StepEvent[] = []
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool, mapArgs: args, retry: { attempts: 3, delayMs: 100 } }],
    clock: time,
    onStep: (event) => events.push(event),
  })
  const result = await callTool(macro, { n: 7 })
  expect(resultValue(result)).toBe(7)
  expect(calls()).toBe(3)
  expect(slept).toEqual([75, 150])
  expect(outcomes(result)[0]).toMatchObject({ status: 'ok', attempts: 3 })
  expect(events.map((event) => `${event.type} ${event.attempt}`)).toEqual([
    'start 1',
    'retry 1',
    'start 2',
    'retry 2',
    'start 3',
    'end 3',
  ])
})

test.each([
  ['a refused input', () => ({ n: 'x' }) as never, undefined],
  ['a ToolError that is not retryable', args, new ToolError('NOT_FOUND', 'x')],
])('no retry for %s', async (_, mapArgs, error) => {
  const { tool, calls } = failing(error)
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool, mapArgs, retry: 3 }],
    clock: clock().clock,
  })
  const result = await callTool(macro, { n: 1 })
  expect(outcomes(result)[0]).toMatchObject({ status: 'failed', attempts: 1 })
  expect(calls()).toBe(error ? 1 : 0)
})

test('the timeout is per attempt, and a late value is dropped', async () => {
  let calls = 0
  let release: (value: number) => void = () => {}
  const slow = defineTool({
    name: 'slow',
    inputSchema: number,
    annotations: readOnly,
    execute: () =>
      ++calls === 1 ? new Promise<number>((resolve) => (release = resolve)) : Promise.resolve(2),
  })
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool: slow, mapArgs: args, timeoutMs: 5, retry: 2 }],
    clock: clock().clock,
  })
  const result = await callTool(macro, { n: 1 })
  release(99)
  expect(resultValue(result)).toBe(2)
  expect(outcomes(result)[0]!.attempts).toBe(2)
})

test('onError continue goes on with undefined and keeps the error', async () => {
  const states: unknown[] = []
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool: failing().tool, mapArgs: args, onError: 'continue' },
      { tool: add, mapArgs: ({ state, args }) => ({ n: states.push(state) && args.n }) },
    ],
  })
  const result = await callTool(macro, { n: 1 })
  expect(resultValue(result)).toBe(2)
  expect(states).toEqual([undefined])
  expect(outcomes(result)).toMatchObject([{ status: 'failed', error: 'boom' }, { status: 'ok' }])
})

test('onError skip-rest keeps the state and finalizes', async () => {
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool: add, mapArgs: args },
      { tool: failing().tool, mapArgs: state, onError: 'skip-rest' },
      { tool: add, mapArgs: state },
    ],
  })
  const result = await callTool(macro, { n: 1 })
  expect(resultValue(result)).toBe(2)
  expect(statuses(result)).toEqual(['ok', 'failed', 'skipped'])
})

test('fallback: a value or a function, after all attempts', async () => {
  const { tool, calls } = failing()
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      {
        tool,
        mapArgs: args,
        retry: 2,
        fallback: ({ error, args }) => (error === 'boom' ? args.n : 0),
      },
      { tool: failing().tool, id: 'second', mapArgs: state, fallback: 40 },
      { tool: add, mapArgs: state },
    ],
    clock: clock().clock,
  })
  const result = await callTool(macro, { n: 1 })
  expect(calls()).toBe(2)
  expect(resultValue(result)).toBe(41)
  expect(statuses(result)).toEqual(['fallback', 'fallback', 'ok'])
})

test('when false skips the step and the state passes through', async () => {
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool: add, mapArgs: args },
      { tool: double, mapArgs: state, when: async ({ state }) => (state as number) > 100 },
      { tool: add, mapArgs: state },
    ],
  })
  const result = await callTool(macro, { n: 1 })
  expect(resultValue(result)).toBe(3)
  expect(statuses(result)).toEqual(['ok', 'skipped', 'ok'])
})

test('an isError result is a failure', async () => {
  const tool = defineTool({
    name: 'refuses',
    inputSchema: number,
    execute: (): ToolResult => ({
      content: [{ type: 'text', text: 'no such page' }],
      isError: true,
    }),
  })
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool, mapArgs: args },
      { tool: add, mapArgs: state },
    ],
  })
  const result = await callTool(macro, { n: 1 })
  expect(resultText(result)).toBe(
    'macro failed at step "refuses" (1 of 2): no such page\nNo step was completed.',
  )
  expect(statuses(result)).toEqual(['failed', 'skipped'])
})

test('a cancelled macro stops and calls no further step', async () => {
  const controller = new AbortController()
  const { tool, calls } = failing(new Error('x'), 0)
  const stop = defineTool({
    name: 'stop',
    inputSchema: number,
    execute: () => {
      controller.abort()
      return new Promise<number>(() => {})
    },
  })
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool: stop, mapArgs: args, onError: 'continue' },
      { tool, mapArgs: args },
    ],
  })
  const result = await callTool(macro, { n: 1 }, { signal: controller.signal })
  expect(resultCode(result)).toBe('CANCELLED')
  await Promise.resolve()
  expect(calls()).toBe(0)
})

test('an abort ends a wait between attempts', async () => {
  const controller = new AbortController()
  const { tool, calls } = failing()
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool, mapArgs: args, retry: { attempts: 5, delayMs: 60_000, maxDelayMs: 60_000 } }],
    onStep: (event) => event.type === 'retry' && controller.abort(),
  })
  expect(resultCode(await callTool(macro, { n: 1 }, { signal: controller.signal }))).toBe(
    'CANCELLED',
  )
  expect(calls()).toBe(1)
})

test('a group runs side by side within its limit and its state is an object', async () => {
  let running = 0
  let most = 0
  const slow = (name: string) =>
    defineTool({
      name,
      inputSchema: number,
      annotations: readOnly,
      execute: async ({ n }) => {
        most = Math.max(most, ++running)
        await Promise.resolve()
        running--
        return `${name}${n}`
      },
    })
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      {
        tool: { a: slow('x'), b: slow('y'), c: slow('z') },
        concurrency: 2,
        mapArgs: ({ args }) => ({ a: { n: args.n }, c: { n: args.n + 1 } }),
      },
    ],
    finalize: ({ state }) => state,
  })
  const result = await callTool(macro, { n: 1 })
  expect(resultValue(result)).toEqual({ a: 'x1', c: 'z2' })
  expect(most).toBe(2)
  expect(outcomes(result)[0]!.tool).toBe('x, y, z')
})

test('a failing member stops its siblings, which are awaited', async () => {
  const aborted = vi.fn()
  const waiting = defineTool({
    name: 'waiting',
    inputSchema: number,
    execute: (_, { signal }) =>
      new Promise<number>((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted()
          reject(signal.reason)
        })
      }),
  })
  const group = (more: object) =>
    composeTool({
      name: 'macro',
      schema: number,
      steps: [
        {
          tool: { bad: failing().tool, other: waiting },
          mapArgs: ({ args }) => ({ bad: args, other: args }),
          ...more,
        },
      ],
      finalize: ({ state }) => state ?? null,
    })
  const result = await callTool(group({}), { n: 1 })
  expect(resultText(result)).toContain('bad: boom')
  expect(aborted).toHaveBeenCalledTimes(1)
  const going = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      {
        tool: { bad: failing().tool, good: add },
        mapArgs: ({ args }) => ({ bad: args, good: args }),
        onError: 'continue',
      },
    ],
    finalize: ({ state }) => state,
  })
  expect(resultValue(await callTool(going, { n: 1 }))).toEqual({ good: 2 })
})

test('a nested macro bubbles its events with a longer path', async () => {
  const inner = composeTool({
    name: 'inner',
    schema: number,
    steps: [{ tool: add, mapArgs: args }],
  })
  const paths: string[] = []
  const outer = composeTool({
    name: 'outer',
    schema: number,
    steps: [{ tool: inner, mapArgs: args }],
    onStep: (event) => paths.push(`${event.type} ${event.path.join('/')}`),
  })
  const host: string[] = []
  await callTool(outer, { n: 1 }, { onStep: (event) => host.push(event.type) })
  expect(paths).toEqual(['start inner', 'start inner/add', 'end inner/add', 'end inner'])
  expect(host).toHaveLength(4)
})

test('yields of a step are progress events and reach the host', async () => {
  const tool = defineTool({
    name: 'counts',
    inputSchema: number,
    async *execute() {
      yield 1
      yield 2
    },
  })
  const events: unknown[] = []
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool, mapArgs: args }],
    onStep: (event) => event.type === 'progress' && events.push(event.update),
  })
  const progress = vi.fn()
  expect(resultValue(await callTool(macro, { n: 1 }, { onProgress: progress }))).toBe(2)
  expect(events).toEqual([{ data: 1 }, { data: 2 }])
  expect(progress).toHaveBeenCalledTimes(2)
})

test('a listener that throws is told once and harms nothing', async () => {
  const onListenerError = vi.fn()
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool: add, mapArgs: args }],
    onStep: () => {
      throw new Error('listener')
    },
    onListenerError,
  })
  expect(resultValue(await callTool(macro, { n: 1 }))).toBe(2)
  expect(onListenerError).toHaveBeenCalledTimes(1)
})

test('prior is frozen: a mapper that pushes to it fails alone', async () => {
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      {
        tool: add,
        mapArgs: ({ args, prior }) => {
          ;(prior as unknown as unknown[]).push(1)
          return args
        },
      },
    ],
  })
  expect((await callTool(macro, { n: 1 })).isError).toBe(true)
})

test('mapOutput changes the value and leaves failures alone', async () => {
  const text = mapOutput(add, (value) => `got ${value}`)
  expect(resultValue(await callTool(text, { n: 1 }))).toBe('got 2')
  const failed = mapOutput(failing().tool, () => 'never')
  expect(resultText(await callTool(failed, { n: 1 }))).toBe('boom')
})

test('a dry run executes nothing and says what it waits for', async () => {
  const { tool, calls } = failing(new Error('x'), 0)
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool, id: 'first', mapArgs: args },
      { tool: add, mapArgs: state },
      { tool: double, mapArgs: args },
    ],
  })
  expect(await macro.dryRun({ n: 1 })).toEqual({
    name: 'macro',
    steps: [
      { id: 'first', tool: 'flaky', status: 'planned', args: { n: 1 } },
      { id: 'add', tool: 'add', status: 'unknown', waitsFor: 'first' },
      { id: 'double', tool: 'double', status: 'planned', args: { n: 1 } },
    ],
  })
  expect(calls()).toBe(0)
  expect((await macro.dryRun({ n: 'x' })).refused).toContain('expected a number')
})

test("a tool's own dryRun answers for it", async () => {
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [
      { tool: { ...add, dryRun: ({ n }: { n: number }) => n + 1 }, mapArgs: args },
      { tool: double, mapArgs: state },
    ],
  })
  expect((await macro.dryRun({ n: 1 })).steps).toEqual([
    { id: 'add', tool: 'add', status: 'answered', args: { n: 1 }, result: 2 },
    { id: 'double', tool: 'double', status: 'planned', args: { n: 2 } },
  ])
})

test('a macro run by hand still checks its steps', async () => {
  const macro = composeTool({
    name: 'macro',
    schema: number,
    steps: [{ tool: add, mapArgs: args }],
  })
  const result = (await macro.execute({ n: 1 }, undefined as never)) as ToolResult
  expect(resultValue(result)).toBe(2)
})
