import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceTools } from '@toolprism/harness/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { call, temporaryFolder } from './support'

const words = fc
  .array(fc.constantFrom('a', 'bc', 'Ä', '😀', '\t', '  ', '$&', '\r', '"', 'line', '\u2028'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
const ending = fc.constantFrom('\n', '\r\n')
const lines = fc.array(fc.tuple(words, ending), { minLength: 2, maxLength: 20 })

/** A random file with a marked region of whole lines, which stands there once. */
const file = fc.record({
  before: lines,
  after: lines,
  old: fc.array(words, { minLength: 1, maxLength: 4 }),
  oldEndings: fc.array(ending, { minLength: 4, maxLength: 4 }),
  now: fc.array(words, { maxLength: 5 }),
  bom: fc.boolean(),
  final: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'utf16le'),
})

const join2 = (parts: readonly (readonly [string, string])[]) =>
  parts.map(([body, end]) => body + end).join('')

test('scenario 30: over 1,000 random files, bytes outside the match are identical', async () => {
  await fc.assert(
    fc.asyncProperty(
      file,
      async ({ before, after, old, oldEndings, now, bom, final, encoding }) => {
        const mark = encoding === 'utf16le' || bom ? '\ufeff' : ''
        const head = mark + join2(before)
        const marked = old.map((line, index) => `<${index}>${line}</${index}>`)
        const region = marked
          .map((line, index) => (index < marked.length - 1 ? line + oldEndings[index] : line))
          .join('')
        const tail = (oldEndings[3] ?? '') + join2(after) + (final ? '' : 'end')
        const encode = (text: string) =>
          Buffer.from(text, encoding === 'utf16le' ? 'utf16le' : 'utf8')
        const root = temporaryFolder({ f: encode(head + region + tail) })
        const tools = workspaceTools(root)
        expect((await call(tools, 'read_file', { path: 'f' })).isError).toBe(false)
        const newString = now.map((line) => `[${line}]`).join('\n')
        const answer = await call(tools, 'edit_file', {
          path: 'f',
          oldString: marked.join('\n').replaceAll('\r\n', '\n'),
          newString,
        })
        expect(answer.isError, answer.text).toBe(false)
        const bytes = readFileSync(join(root, 'f'))
        expect(bytes.subarray(0, encode(head).length)).toEqual(encode(head))
        expect(bytes.subarray(bytes.length - encode(tail).length)).toEqual(encode(tail))
        const middle = bytes.subarray(encode(head).length, bytes.length - encode(tail).length)
        const text = encoding === 'utf16le' ? middle.toString('utf16le') : middle.toString('utf8')
        expect(text.replaceAll('\r\n', '\n')).toBe(newString.replaceAll('\r\n', '\n'))
      },
    ),
    { numRuns: 1000 },
  )
})
