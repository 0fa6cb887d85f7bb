import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceTools } from '@toolprism/harness/node'
import { describe, expect, test } from 'vitest'
import { call, temporaryFolder } from './support'

async function opened(files: Record<string, string>) {
  const root = temporaryFolder(files)
  const tools = workspaceTools(root)
  for (const path of Object.keys(files)) await call(tools, 'read_file', { path })
  return {
    root,
    patch: (patchText: string) => call(tools, 'apply_patch', { patchText }),
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
  }
}

const numbers = (count: number) => `${Array.from({ length: count }, (_, i) => i + 1).join('\n')}\n`

describe('the forms of a patch', () => {
  test('a unified diff', async () => {
    const { patch, read } = await opened({ 'a.txt': 'one\ntwo\nthree\n' })
    const { text } = await patch(
      '--- a.txt\n+++ a.txt\t2026-01-01\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n',
    )
    expect(text).toBe('Changed a.txt (+1 -1).')
    expect(read('a.txt')).toBe('one\nzwei\nthree\n')
  })

  test('a git diff with a new, a deleted and a moved file', async () => {
    const { root, patch, read } = await opened({
      'old.txt': 'x\ny\n',
      'gone.txt': 'bye\n',
      'm/a': 'k\nl\n',
    })
    const { text } = await patch(`From: somebody
diff --git a/new.sh b/new.sh
new file mode 100755
index 0000000..1111111
--- /dev/null
+++ b/new.sh
@@ -0,0 +1,2 @@
+#!/bin/sh
+echo hi
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-bye
diff --git a/m/a b/m/b
similarity index 50%
rename from m/a
rename to m/b
--- a/m/a
+++ b/m/b
@@ -1,2 +1,2 @@
-k
+K
 l
diff --git a/old.txt b/old.txt
--- a/old.txt
+++ b/old.txt
@@ -1,2 +1,3 @@
 x
+between
 y
`)
    expect(text.split('\n')).toEqual([
      'Created new.sh (+2).',
      'Deleted gone.txt.',
      'Changed m/a (+1 -1) and moved to m/b.',
      'Changed old.txt (+1 -0).',
    ])
    expect(readdirSync(root).sort()).toEqual(['m', 'new.sh', 'old.txt'])
    expect(readdirSync(join(root, 'm'))).toEqual(['b'])
    expect(read('m/b')).toBe('K\nl\n')
    expect(read('old.txt')).toBe('x\nbetween\ny\n')
    expect(statSync(join(root, 'new.sh')).mode & 0o100).toBe(0o100)
  })

  test('the form with stars, with anchors', async () => {
    const { root, patch, read } = await opened({
      'a.py': 'class A:\n  def f(self):\n    return 1\n\nclass B:\n  def f(self):\n    return 1\n',
      'b.txt': 'b\n',
    })
    const { isError, text } = await patch(`*** Begin Patch
*** Update File: a.py
@@ class B:
@@   def f(self):
-    return 1
+    return 2
*** Add File: c/d.txt
+new
+file
*** Delete File: b.txt
*** End Patch`)
    expect(text).not.toContain('NO_MATCH')
    expect(isError).toBe(false)
    expect(read('a.py')).toBe(
      'class A:\n  def f(self):\n    return 1\n\nclass B:\n  def f(self):\n    return 2\n',
    )
    expect(read('c/d.txt')).toBe('new\nfile\n')
    expect(existsSync(join(root, 'b.txt'))).toBe(false)
  })

  test('a move by stars, and hunks without numbers', async () => {
    const { root, patch, read } = await opened({ a: 'x\ny\nz\n' })
    await patch('*** Update File: a\n*** Move to: b/c\n@@\n-y\n+Y\n')
    expect(readdirSync(root)).toEqual(['b'])
    expect(read('b/c')).toBe('x\nY\nz\n')
  })

  test('names with odd letters, as git quotes them', async () => {
    const { patch, read } = await opened({ 'caf\u00e9 "x".txt': 'a\n' })
    const { isError } = await patch(
      '--- "a/caf\\303\\251 \\"x\\".txt"\n+++ "b/caf\\303\\251 \\"x\\".txt"\n@@ -1 +1 @@\n-a\n+b\n',
    )
    expect(isError).toBe(false)
    expect(read('caf\u00e9 "x".txt')).toBe('b\n')
  })

  test('a removed line that looks like a header is a line', async () => {
    const { patch, read } = await opened({ a: 'x\n-- y\nz\n' })
    await patch('--- a/a\n+++ b/a\n@@ -1,3 +1,2 @@\n x\n--- y\n z\n')
    expect(read('a')).toBe('x\nz\n')
  })
})

describe('where hunks go', () => {
  test('numbers that are off are corrected and said', async () => {
    const { patch, read } = await opened({ a: numbers(100) })
    const { text } = await patch('--- a/a\n+++ b/a\n@@ -20,2 +20,2 @@\n 50\n-51\n+fifty-one\n')
    expect(text).toContain('hunk 1 of "a" was 30 lines below its number.')
    expect(read('a')).toContain('50\nfifty-one\n52')
  })

  test('of two places the nearer is taken, of two equally near none', async () => {
    const { patch, read } = await opened({ a: 'x\n1\n2\n3\nx\n4\n' })
    expect((await patch('--- a/a\n+++ b/a\n@@ -4 +4 @@\n-x\n+y\n')).isError).toBe(false)
    expect(read('a')).toBe('x\n1\n2\n3\ny\n4\n')
    const equal = await opened({ a: 'x\n1\nx\n' })
    expect((await equal.patch('--- a/a\n+++ b/a\n@@ -2 +2 @@\n-x\n+y\n')).code).toBe(
      'SEVERAL_MATCHES',
    )
  })

  test('without numbers two places are refused', async () => {
    const { patch, read } = await opened({ a: 'x\n1\nx\n' })
    const answer = await patch('*** Update File: a\n@@\n-x\n+y\n')
    expect(answer.code).toBe('SEVERAL_MATCHES')
    expect(answer.text).toContain('lines 1, 3')
    expect(read('a')).toBe('x\n1\nx\n')
  })

  test('white space at line ends may differ, and is said', async () => {
    const { patch, read } = await opened({ a: 'one  \ntwo\t\nthree\n' })
    const { text } = await patch('--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n')
    expect(text).toContain('matched without regard to white space at line ends')
    expect(read('a')).toBe('one  \nzwei\nthree\n')
  })

  test('empty context lines may have lost their space', async () => {
    const { patch, read } = await opened({ a: 'x\n\ny\n' })
    await patch('--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n x\n\n-y\n+z\n\n')
    expect(read('a')).toBe('x\n\nz\n')
  })

  test('several hunks, each counting on the ones before', async () => {
    const { patch, read } = await opened({ a: numbers(60) })
    await patch('--- a/a\n+++ b/a\n@@ -1,2 +1,4 @@\n 1\n+a\n+b\n 2\n@@ -40,2 +42,1 @@\n-40\n 41\n')
    const lines = read('a').split('\n')
    expect(lines.slice(0, 4)).toEqual(['1', 'a', 'b', '2'])
    expect(lines).not.toContain('40')
    expect(lines).toHaveLength(62)
  })

  test('pure insertions by number, and at both ends', async () => {
    const { patch, read } = await opened({ a: '1\n2\n' })
    await patch('--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+0\n@@ -2,0 +4 @@\n+3\n')
    expect(read('a')).toBe('0\n1\n2\n3\n')
    expect((await patch('*** Update File: a\n@@\n+lost\n')).code).toBe('BAD_PATCH')
  })

  test('lines that are not there give the nearest region', async () => {
    const { patch } = await opened({ a: 'const port = 80\nstart(port)\n' })
    const answer = await patch(
      '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-const port = 81\n+x\n start(port)\n',
    )
    expect(answer.code).toBe('NO_MATCH')
    expect(answer.text).toContain('1\tconst port = 80')
  })
})

describe('what stays as it was', () => {
  test.each([
    ['CRLF', 'a\r\nb\r\nc\r\n', ' a\n-b\n+x\n+y\n c', 'a\r\nx\r\ny\r\nc\r\n'],
    ['mixed', 'a\r\nb\nc\n', ' a\n-b\n+x\n c', 'a\r\nx\nc\n'],
    ['mark', '\ufeffa\nb\n', '-a\n+x\n b', '\ufeffx\nb\n'],
    ['no final newline, changed', 'a\nb', ' a\n-b\n+x', 'a\nx'],
    ['no final newline, marked', 'a\nb', ' a\n-b\n\\ No newline at end of file\n+x', 'a\nx\n'],
    ['newline taken off', 'a\nb\n', ' a\n-b\n+b\n\\ No newline at end of file', 'a\nb'],
    ['a line after one without ending', 'a', ' a\n+b', 'a\nb'],
  ])('%s', async (_, content, body, expected) => {
    const { patch, read } = await opened({ f: content })
    const { text, isError } = await patch(`--- a/f\n+++ b/f\n@@ -1,9 +1,9 @@\n${body}\n`)
    expect(isError, text).toBe(false)
    expect(read('f')).toBe(expected)
  })
})

describe('all files or none', () => {
  const both = (second: string) => `--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+eins\n${second}`

  test.each([
    ['a hunk that fits nowhere', '--- a/b\n+++ b/b\n@@ -1 +1 @@\n-zzz\n+x\n', 'NO_MATCH'],
    ['a missing file', '--- a/none\n+++ b/none\n@@ -1 +1 @@\n-x\n+y\n', 'NOT_FOUND'],
    ['a file that exists', '--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+x\n', 'ALREADY_EXISTS'],
    ['a path outside', '--- a/../out\n+++ b/../out\n@@ -1 +1 @@\n-x\n+y\n', 'PATH_REFUSED'],
    ['git itself', '--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+x\n', 'PATH_PROTECTED'],
    ['an incomplete deletion', '--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-two\n', 'NO_MATCH'],
    ['a file twice', '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+x\n', 'BAD_PATCH'],
    ['a binary patch', 'diff --git a/b b/b\nGIT binary patch\nliteral 3\n', 'BAD_PATCH'],
    [
      'a link',
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n',
      'BAD_PATCH',
    ],
    ['prose', 'and this is not a patch\n', 'BAD_PATCH'],
  ])('%s', async (_, second, code) => {
    const { root, patch, read } = await opened({ a: 'one\n', b: 'two\nmore\n' })
    const answer = await patch(both(second))
    expect(answer.code, answer.text).toBe(code)
    expect(read('a')).toBe('one\n')
    expect(read('b')).toBe('two\nmore\n')
    expect(readdirSync(root).sort()).toEqual(['a', 'b'])
  })

  test('an unread or changed file stops all', async () => {
    const root = temporaryFolder({ a: 'one\n' })
    const tools = workspaceTools(root)
    expect((await call(tools, 'apply_patch', { patchText: both('') })).code).toBe('STALE')
  })

  test('a write that fails takes back the ones before it', async () => {
    const { root, patch, read } = await opened({ a: 'one\n', 'sub/b': 'two\n' })
    // The second file is to be made where a file stands in the way of its folder.
    const answer = await patch(both('--- /dev/null\n+++ b/a/x\n@@ -0,0 +1 @@\n+x\n'))
    expect(answer.isError).toBe(true)
    expect(read('a')).toBe('one\n')
    expect(readdirSync(root).sort()).toEqual(['a', 'sub'])
  })
})

test.each([
  '',
  'hello',
  '@@ -1 +1 @@\n-a\n+b\n',
  '--- a/x\n',
  '*** Update File: a\n',
  '--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n+x\n',
])('%j is no patch', async (patchText) => {
  const { patch } = await opened({ a: 'one\n' })
  expect(['BAD_PATCH', 'INPUT_INVALID']).toContain((await patch(patchText)).code)
})
