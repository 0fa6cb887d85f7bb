import { workspaceTools } from '@toolprism/harness/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { call, temporaryFolder } from './support'

const letters = [
  'a',
  'b',
  'A',
  '_',
  '1',
  ' ',
  '\t',
  'é',
  'É',
  'ſ',
  'K',
  '😀',
  '-',
  '"',
  '{',
  '\r',
  '.',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\ufffd',
]
const atom = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'A',
    '1',
    'é',
    '😀',
    '.',
    '\\d',
    '\\w',
    '\\s',
    '\\D',
    '\\W',
    '\\S',
    '\\b',
    '^',
    '$',
    '\\t',
    '\\.',
    '-',
    '"',
    '{',
    '}',
    ']',
  ),
  fc.constantFrom(
    '[ab]',
    '[^a]',
    '[a-z]',
    '[\\w-]',
    '[^\\s]',
    '[é-ÿ]',
    '[\\u0100-\\uffff]',
    '[[:alpha:]]',
    '[[:space:]]',
    '\\u00e9',
    '\\x41',
    '(?:a|b)',
    '(a)',
    '(?=a)',
    '(?!b)',
    '\\p{L}',
    '\\r',
  ),
)
const piece = fc
  .tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}'))
  .map(([a, q]) => a + q)
const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))

const text = fc
  .array(
    fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((line) => line.join('')),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) => lines.join('\n'))
const content = fc.oneof(
  text.map((value) => Buffer.from(value)),
  text.map((value) => Buffer.from(`\ufeff${value}`)),
  text.map((value) => Buffer.from(`\ufeff${value}`, 'utf16le')),
  text.map((value) => Buffer.from(`\ufeff${value}`, 'utf16le').swap16()),
  text.map((value) => Buffer.from(value, 'latin1')),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
)

test('scenario 33: the same answer with ripgrep and without', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(content, { minLength: 3, maxLength: 6 }),
      fc.array(pattern, { minLength: 4, maxLength: 8 }),
      fc.boolean(),
      async (contents, patterns, ignoreCase) => {
        const root = temporaryFolder(
          Object.fromEntries(contents.map((bytes, index) => [`f${index}.txt`, bytes])),
        )
        const [fast, plain] = [
          workspaceTools(root, { ripgrepAfterMs: 0 }),
          workspaceTools(root, { ripgrep: false }),
        ]
        for (const item of patterns) {
          const input = { pattern: item, ignoreCase, limit: 200 }
          const [left, right] = await Promise.all([
            call(fast, 'grep', input),
            call(plain, 'grep', input),
          ])
          expect(left.text, item).toBe(right.text)
        }
      },
    ),
    { numRuns: 400 },
  )
})
