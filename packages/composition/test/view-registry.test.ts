import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { runtimeWithView, view } from './support'

const build = () => view({ type: 'divider' })
const empty = () => createRuntime({ packs: [standardPack] }).viewRegistry

test('a summary is made once and is the same object everywhere', async () => {
  const { viewRegistry } = runtimeWithView()
  const [summary] = viewRegistry.list()
  expect(summary).toMatchObject({ id: 'hosts', title: 'Hosts', description: 'Hosts' })
  expect(viewRegistry.list()[0]).toBe(summary)
  expect(viewRegistry.get('hosts')).toBe(summary)
  expect((await viewRegistry.request('hosts', undefined, { range: 'a' })).view).toBe(summary)
})

test('duplicates and impossible ids are refused', () => {
  const registry = empty()
  registry.register({ id: 'a', title: 'A', build })
  expect(() => registry.register({ id: 'a', title: 'B', build })).toThrow(
    expect.objectContaining({ code: 'DUPLICATE_VIEW' }),
  )
  for (const id of ['', 'x'.repeat(201)])
    expect(() => registry.register({ id, title: 'A', build })).toThrow(
      expect.objectContaining({ code: 'INVALID_VIEW' }),
    )
})

test('a field with a default is optional to whoever writes the input', () => {
  const registry = empty()
  const input = z.object({ n: z.number().default(3), s: z.string().transform(Number) })
  registry.register({ id: 'a', title: 'A', input, build })
  expect(registry.get('a')!.inputSchema).toMatchObject({
    properties: { n: { type: 'number', default: 3 }, s: { type: 'string' } },
    required: ['s'],
  })
})

test('prototype keys are no views', async () => {
  await expect(empty().request('constructor', undefined)).rejects.toMatchObject({
    code: 'UNKNOWN_VIEW',
  })
  expect(empty().get('__proto__')).toBeUndefined()
})

test('the input error names the view and carries every finding', async () => {
  const request = runtimeWithView().viewRegistry.request('hosts', undefined, {})
  await expect(request).rejects.toMatchObject({
    name: 'RegisteredViewInputError',
    code: 'VIEW_INPUT_INVALID',
    viewId: 'hosts',
    errors: [{ path: 'range', message: 'is required' }],
    message: 'The input of view "hosts" is not valid:\n  range is required',
  })
})

test('a view without schema still has its input checked', async () => {
  const registry = empty()
  registry.register({ id: 'a', title: 'A', build })
  await expect(registry.request('a', undefined, { f: () => 1 })).rejects.toMatchObject({
    code: 'VIEW_INPUT_INVALID',
    errors: [{ path: '', code: 'INPUT_NOT_PLAIN_DATA' }],
  })
})

test('what was built is reported, not enforced', async () => {
  const registry = empty()
  registry.register({ id: 'a', title: 'A', build: async () => view({ type: 'nope' }) })
  const { validation, composition } = await registry.request('a', undefined)
  expect(validation.valid).toBe(false)
  expect(composition).toEqual(view({ type: 'nope' }))
})
