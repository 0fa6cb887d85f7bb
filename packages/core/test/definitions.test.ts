import {
  definePresentation,
  definePrompt,
  defineResource,
  defineTool,
  inferPresentation,
  isToolError,
  toolNames,
} from '@toolprism/core'
import { expect, test } from 'vitest'
import * as z from 'zod'

const refusal = (make: () => unknown) => {
  try {
    make()
  } catch (error) {
    return isToolError(error) ? `${error.code}: ${error.message}` : error
  }
  return 'no error'
}

test('a tool without description is described by its name', () => {
  const tool = defineTool({ name: 'read_file', schema: z.object({}), execute: () => 1 })
  expect(tool).toMatchObject({ name: 'read_file', description: 'Read file' })
  expect('schema' in tool).toBe(false)
})

test.each([
  ['INVALID_DEFINITION', { name: 'a.b' }],
  ['INVALID_DEFINITION', { name: '' }],
  ['INVALID_DEFINITION', { execute: undefined }],
  ['INVALID_DEFINITION', { timeoutMs: 0 }],
  ['INVALID_DEFINITION', { inputSchema: undefined }],
  ['SCHEMA_UNSUPPORTED', { inputSchema: z.object({ d: z.date() }) }],
  ['SCHEMA_UNSUPPORTED', { outputSchema: { query: 'string' } }],
])('%s for %j', (code, change) => {
  const tool = { name: 'a', inputSchema: z.object({}), execute: () => 1, ...change }
  expect(refusal(() => defineTool(tool as never))).toContain(code)
})

test('the wide profile of names is an option', () => {
  const tool = { name: 'files.read', inputSchema: z.object({}), execute: () => 1 }
  expect(defineTool(tool, { allowWideName: true }).name).toBe('files.read')
})

test('names: legal ones stay, others get a hash, and it reverses', () => {
  const map = toolNames(['files_read', 'files.read', 'x'.repeat(80), '1st'])
  expect(map.toName('files_read')).toBe('files_read')
  expect(map.toName('files.read')).toMatch(/^files_read_[0-9a-z]{6}$/)
  expect(map.toName('x'.repeat(80))).toHaveLength(64)
  expect(map.toName('1st')).toMatch(/^t_1st_/)
  expect(map.toOriginal(map.toName('files.read')!)).toBe('files.read')
  expect(map.toOriginal('other')).toBe(undefined)
})

test('names do not depend on order or company, and reserved ones are left free', () => {
  const all = toolNames(['a.b', 'a/b', 'c'])
  expect(toolNames(['a/b']).toName('a/b')).toBe(all.toName('a/b'))
  expect(toolNames(['c', 'a/b', 'a.b']).names).toEqual(all.names)
  expect(toolNames(['c'], { reserved: ['c'] }).toName('c')).toMatch(/^c_/)
  expect(refusal(() => toolNames(['c', 'c']))).toContain('given twice')
})

test('a presentation is checked, and inferred where there is none', () => {
  expect(refusal(() => definePresentation({ pending: 'x'.repeat(65) }))).toContain('64')
  expect(refusal(() => definePresentation({ colour: 'red' } as never))).toContain('unknown field')
  expect(
    inferPresentation({ name: 'delete_file', annotations: { destructiveHint: true } }),
  ).toEqual({
    label: 'Delete file',
    icon: 'trash-2',
    tone: 'warning',
  })
  expect(
    inferPresentation({
      name: 'mcp__git__log',
      presentation: { icon: 'git-branch', family: 'vcs' },
    }),
  ).toMatchObject({ icon: 'git-branch', group: 'git' })
})

test('resources and prompts are checked', () => {
  const read = () => 'x'
  expect(defineResource({ name: 'a', uri: 'docs:a', read }).uri).toBe('docs:a')
  expect(refusal(() => defineResource({ name: 'a', uri: 'a', read }))).toContain('scheme')
  expect(refusal(() => defineResource({ name: 'a', read } as never))).toContain('uriTemplate')
  expect(definePrompt({ name: 'p', build: () => 'x' }).name).toBe('p')
  const twice = { name: 'p', arguments: [{ name: 'a' }, { name: 'a' }], build: () => 'x' }
  expect(refusal(() => definePrompt(twice))).toContain('twice')
})
