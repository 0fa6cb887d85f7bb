import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { workspaceTools } from '@toolprism/harness/node'
import { describe, expect, test, vi } from 'vitest'
import { call, temporaryFolder } from './support'

interface Ground {
  root: string
  run(name: string, input: Record<string, unknown>): ReturnType<typeof call>
  read(path?: string): string
}

/** A workspace whose one file, `a`, has been read. */
async function opened(content: string | Uint8Array): Promise<Ground> {
  const root = temporaryFolder({ a: content })
  const tools = workspaceTools(root)
  await call(tools, 'read_file', { path: 'a' })
  return {
    root,
    run: (name, input) => call(tools, name, { path: 'a', ...input }),
    read: (path = 'a') => readFileSync(join(root, path), 'utf8'),
  }
}

describe('scenario 29: an edit has exactly one place', () => {
  test('replaces it and shows the change', async () => {
    const { run, read } = await opened('one\ntwo\nthree\n')
    const { text, isError } = await run('edit_file', { oldString: 'two', newString: 'zwei' })
    expect(isError).toBe(false)
    expect(read()).toBe('one\nzwei\nthree\n')
    expect(text).toBe('Changed a at line 2 (+1 -1).\n@@ -1,4 +1,4 @@\n one\n-two\n+zwei\n three\n ')
  })

  test('takes the replacement literally', async () => {
    const { run, read } = await opened('a = 1\n')
    await run('edit_file', { oldString: 'a = 1', newString: "$& $1 $$ $` $' \\1" })
    expect(read()).toBe("$& $1 $$ $` $' \\1\n")
  })

  test.each([
    ['x\ny\nx\n', 'x', 'stands in 2 places (lines 1, 3)'],
    ['aaa', 'aa', 'stands in 2 places (lines 1, 1)'],
    ['ab\nab\nab\n', 'ab\nab', 'stands in 2 places (lines 1, 2)'],
  ])('%j with %j is refused with the places', async (content, oldString, message) => {
    const { run, read } = await opened(content)
    const answer = await run('edit_file', { oldString, newString: 'z' })
    expect(answer.code).toBe('SEVERAL_MATCHES')
    expect(answer.text).toContain(message)
    expect(read()).toBe(content)
  })

  test('replaceAll replaces every place, unless they overlap', async () => {
    const { run, read } = await opened('x\ny\nx\n')
    const done = await run('edit_file', { oldString: 'x', newString: 'xx', replaceAll: true })
    expect(done.text).toContain('2 places.')
    expect(read()).toBe('xx\ny\nxx\n')
    const other = await opened('aaa')
    const refused = await other.run('edit_file', {
      oldString: 'aa',
      newString: 'b',
      replaceAll: true,
    })
    expect(refused.code).toBe('SEVERAL_MATCHES')
  })

  test('no match shows the nearest region and writes nothing', async () => {
    const { run, read } = await opened('function main() {\n\treturn start(80)\n}\n')
    const answer = await run('edit_file', {
      oldString: 'function main() {\n  return start(80)\n}',
      newString: 'x',
    })
    expect(answer.code).toBe('NO_MATCH')
    expect(answer.text).toContain('differs only in white space')
    expect(answer.text).toContain('2\t\treturn start(80)')
    expect(read()).toContain('return start(80)')
    const near = await run('edit_file', { oldString: 'retrun start(88)', newString: 'x' })
    expect(near.text).toContain('2\t\treturn start(80)')
    expect((await run('edit_file', { oldString: 'zzz', newString: 'x' })).text).toBe(
      'oldString is not in the file. Nothing was written.',
    )
  })

  test('pasted line numbers and a change that is done already are named', async () => {
    const { run } = await opened('one\ntwo\n')
    const numbered = await run('edit_file', { oldString: '1\tone\n2\ttwo', newString: 'x' })
    expect(numbered.text).toContain('line numbers of read_file: leave them out')
    const again = await run('edit_file', { oldString: 'drei', newString: 'two' })
    expect(again.text).toContain('newString stands in the file already, at line 2')
  })

  test('white space is looked past only when asked, in one place, and said', async () => {
    const { run, read } = await opened('a {\n    b \n}\nc {\n}\n')
    const edit = { oldString: 'a {\n  b\n}', newString: 'd {\n    e\n}' }
    expect((await run('edit_file', edit)).code).toBe('NO_MATCH')
    const done = await run('edit_file', { ...edit, ignoreWhitespace: true })
    expect(done.text).toContain('Matched lines 1-3 without regard to white space.')
    expect(read()).toBe('d {\n    e\n}\nc {\n}\n')
    const other = await opened(' x\n  x\n')
    const refused = await other.run('edit_file', {
      oldString: 'x\n',
      newString: 'y',
      ignoreWhitespace: true,
      replaceAll: false,
    })
    expect(refused.code).toBe('SEVERAL_MATCHES')
  })

  test('empty and equal strings are refused', async () => {
    const { run, read } = await opened('one\n')
    expect((await run('edit_file', { oldString: '', newString: 'x' })).code).toBe('BAD_INPUT')
    expect((await run('edit_file', { oldString: 'one', newString: 'one' })).code).toBe('BAD_INPUT')
    expect((await run('edit_file', { oldString: 'one', newString: '\ud800' })).code).toBe(
      'BAD_INPUT',
    )
    expect(read()).toBe('one\n')
  })
})

describe('scenario 30: only the matched bytes change', () => {
  test.each([
    ['CRLF', 'a\r\nb\r\nc\r\n', 'a\nb\n', 'a\nx\ny\n', 'a\r\nx\r\ny\r\nc\r\n'],
    ['a mark', '\ufeffa\r\nb', 'b', 'x\ny', '\ufeffa\r\nx\r\ny'],
    ['mixed endings', 'a\r\nb\nc\r\nd\n', 'b\nc', 'b\nx', 'a\r\nb\nx\r\nd\n'],
    ['mixed endings, kept lines', 'a\r\nb\nc\n', 'a\nb\nc', 'a\nb\nz', 'a\r\nb\nz\n'],
    ['no final newline', 'a\nb', 'b', 'x', 'a\nx'],
    ['tabs', '\ta\n\t\tb\n', '\ta', '\tz', '\tz\n\t\tb\n'],
    ['a lone return', 'a\rb\nc\n', 'c', 'd', 'a\rb\nd\n'],
    ['the model sends CRLF', 'a\nb\n', 'a\r\nb', 'x\r\ny', 'x\ny\n'],
    ['CRLF around one line', 'a\r\nb\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\n'],
    ['a match that ends before an ending', 'a\r\nb\r\n', 'a', 'x\n', 'x\r\n\r\nb\r\n'],
    ['a match of endings', 'a\r\n\r\nb', 'a\n\nb', 'a\nb', 'a\r\nb'],
    ['astral characters', 'x😀y\r\n', '😀', '😁', 'x😁y\r\n'],
  ])('%s', async (_, content, oldString, newString, expected) => {
    const { run, read } = await opened(content)
    await run('edit_file', { oldString, newString })
    expect(read()).toBe(expected)
  })

  test.each(['utf16le', 'utf16be'])('%s stays what it is', async (encoding) => {
    const encode = (text: string) => {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
      return encoding === 'utf16be' ? bytes.swap16() : bytes
    }
    const { run, root } = await opened(encode('eins\r\nzwei\r\n'))
    await run('edit_file', { oldString: 'zwei', newString: 'dréi' })
    expect(readFileSync(join(root, 'a'))).toEqual(encode('eins\r\ndréi\r\n'))
  })
})

describe('scenario 31: nothing is written over the changes of others', () => {
  const edit = { oldString: 'one', newString: 'eins' }

  test('a file that was not read is refused', async () => {
    const root = temporaryFolder({ a: 'one' })
    const tools = workspaceTools(root)
    for (const [name, input] of [
      ['edit_file', edit],
      ['write_file', { content: 'x' }],
      ['line_edit', { edits: { 1: 'x' } }],
      ['replace_lines', { startLine: 1, replacement: 'x' }],
    ] as const) {
      const answer = await call(tools, name, { path: 'a', ...input })
      expect(answer.code, name).toBe('STALE')
      expect(answer.text).toContain('Read it first')
    }
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('one')
  })

  test('a file changed since is refused before anything is written', async () => {
    const { root, run, read } = await opened('one\n')
    writeFileSync(join(root, 'a'), 'one more\n')
    expect((await run('edit_file', edit)).code).toBe('STALE')
    expect((await run('write_file', { content: 'x' })).code).toBe('STALE')
    expect(read()).toBe('one more\n')
    await run('read_file', {})
    expect((await run('edit_file', edit)).isError).toBe(false)
  })

  test('a new time or mode with the same content is no change', async () => {
    const { root, run } = await opened('one\n')
    utimesSync(join(root, 'a'), 1, 1)
    chmodSync(join(root, 'a'), 0o755)
    expect((await run('edit_file', edit)).isError).toBe(false)
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o755)
  })

  test('own writes count as read', async () => {
    const { run, read } = await opened('one\ntwo\n')
    await run('edit_file', edit)
    await run('edit_file', { oldString: 'two', newString: 'zwei' })
    await run('write_file', { content: 'all new\n' })
    await run('line_edit', { edits: { 1: 'again' } })
    expect(read()).toBe('again\n')
  })

  test('what one run has read, another has not', async () => {
    const root = temporaryFolder({ a: 'one\n' })
    const tools = workspaceTools(root)
    const [first, second] = [{ host: { runId: 'first' } }, { host: { runId: 'second' } }]
    await call(tools, 'read_file', { path: 'a' }, first)
    expect((await call(tools, 'edit_file', { path: 'a', ...edit }, second)).code).toBe('STALE')
    expect((await call(tools, 'edit_file', { path: 'a', ...edit }, first)).isError).toBe(false)
  })

  test('scenario 10: edits of one file at once all land', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}.`)
    const { run, read } = await opened(lines.join('\n'))
    const answers = await Promise.all(
      lines.map((line, index) => run('edit_file', { oldString: line, newString: `new ${index}.` })),
    )
    expect(answers.every(({ isError }) => !isError)).toBe(true)
    expect(read()).toBe(lines.map((_, index) => `new ${index}.`).join('\n'))
  })

  test('an abort leaves the old file and nothing else', async () => {
    const { root } = await opened('one\n')
    const tools = workspaceTools(root)
    const controller = new AbortController()
    await call(tools, 'read_file', { path: 'a' })
    const running = call(
      tools,
      'write_file',
      { path: 'a', content: 'x'.repeat(900_000) },
      { signal: controller.signal },
    )
    controller.abort()
    expect((await running).code).toBe('CANCELLED')
    await vi.waitFor(() => expect(readdirSync(root)).toEqual(['a']))
    expect(['one\n'.length, 900_000]).toContain(readFileSync(join(root, 'a')).length)
  })

  test('a reader never sees half a file', async () => {
    const { root, run } = await opened('0'.repeat(100_000))
    const seen = new Set<string>()
    let writing = true
    const reading = (async () => {
      while (writing) {
        const text = readFileSync(join(root, 'a'), 'utf8')
        seen.add(`${text.length} ${new Set(text).size}`)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    for (let turn = 1; turn < 8; turn++)
      await run('write_file', { content: String(turn % 10).repeat(100_000) })
    writing = false
    await reading
    expect([...seen]).toEqual(['100000 1'])
  })

  test('a hard link to a file outside is cut, not written through', async () => {
    const base = temporaryFolder({ outside: 'one', 'ws/b': '' })
    linkSync(join(base, 'outside'), join(base, 'ws/a'))
    const tools = workspaceTools(join(base, 'ws'))
    await call(tools, 'read_file', { path: 'a' })
    await call(tools, 'edit_file', { path: 'a', ...edit })
    expect(readFileSync(join(base, 'ws/a'), 'utf8')).toBe('eins')
    expect(readFileSync(join(base, 'outside'), 'utf8')).toBe('one')
  })

  test('a read-only file stays as it is', async () => {
    const { root, run, read } = await opened('one\n')
    chmodSync(join(root, 'a'), 0o444)
    expect((await run('edit_file', edit)).code).toBe('ACCESS_DENIED')
    expect(read()).toBe('one\n')
    expect(readdirSync(root)).toEqual(['a'])
  })
})

describe('write_file', () => {
  test('creates a file with its folders', async () => {
    const { run, read } = await opened('')
    const { text } = await run('write_file', { path: 'deep/er/new.txt', content: 'x\ny\n' })
    expect(text).toBe('Created deep/er/new.txt: 2 lines, 4 bytes.')
    expect(read('deep/er/new.txt')).toBe('x\ny\n')
  })

  test('keeps the encoding and CRLF endings of the file it replaces', async () => {
    const { run, read } = await opened('\ufeffa\r\nb\r\n')
    const { text } = await run('write_file', { content: 'c\nd\n' })
    expect(read()).toBe('\ufeffc\r\nd\r\n')
    expect(text).toContain('CRLF line endings were kept')
  })

  test('an empty content never wipes a file, and may begin one', async () => {
    const { run, read } = await opened('one')
    expect((await run('write_file', { content: '' })).code).toBe('BAD_INPUT')
    expect(read()).toBe('one')
    expect((await run('write_file', { path: 'b', content: '' })).isError).toBe(false)
  })

  test('a binary file and a folder are not written over', async () => {
    const { root, run } = await opened('one')
    writeFileSync(join(root, 'zip'), Buffer.from('PK\x03\x04', 'latin1'))
    expect((await run('write_file', { path: 'zip', content: 'x' })).code).toBe('NOT_TEXT')
    expect((await run('write_file', { path: '.', content: 'x' })).isError).toBe(true)
    expect((await run('write_file', { path: 'a/b', content: 'x' })).code).toBe('NOT_A_DIRECTORY')
  })

  test('never writes to .git or a protected file', async () => {
    const { run, root } = await opened('one')
    for (const path of [
      '.git/hooks/pre-commit',
      '.GIT/config',
      '.env',
      'x/.SSH/authorized_keys',
      '.toolprism/x',
    ])
      expect((await run('write_file', { path, content: 'x' })).code, path).toBe('PATH_PROTECTED')
    expect(readdirSync(root)).toEqual(['a'])
  })

  test('two calls at once that create one file, without the lock of a run: the file is one or the other, whole', async () => {
    const { run, read } = await opened('')
    const answers = await Promise.all(
      ['first', 'second'].map((content) => run('write_file', { path: 'new', content })),
    )
    expect(answers.map(({ isError }) => isError)).toEqual([false, false])
    expect(['first', 'second']).toContain(read('new'))
  })
})

describe('line_edit and replace_lines', () => {
  test('set, delete, empty, split and append lines', async () => {
    const { run, read } = await opened('1\r\n2\r\n3\r\n4\r\n5')
    await run('line_edit', { edits: { 1: 'one', 2: '', 3: '\n', 4: 'a\nb', 5: 'five', 6: 'six' } })
    expect(read()).toBe('one\r\n\r\na\r\nb\r\nfive\r\nsix')
  })

  test('replace a range and keep the last ending', async () => {
    const { run, read } = await opened('1\n2\n3\n')
    await run('replace_lines', { startLine: 2, endLine: 3, replacement: 'x\ny\nz' })
    expect(read()).toBe('1\nx\ny\nz\n')
    await run('replace_lines', { startLine: 1, endLine: 4, replacement: '' })
    expect(read()).toBe('')
  })

  test.each([
    ['line_edit', { edits: { 9: 'x' } }],
    ['line_edit', { edits: { '0': 'x' } }],
    ['line_edit', { edits: { '1.5': 'x' } }],
    ['line_edit', { edits: { '-1': 'x' } }],
    ['line_edit', { edits: { 1: 'x', 9: 'y' } }],
    ['replace_lines', { startLine: 3, endLine: 2, replacement: 'x' }],
    ['replace_lines', { startLine: 2, endLine: 9, replacement: 'x' }],
  ])('%s %j is refused', async (name, input) => {
    const { run, read } = await opened('1\n2\n3\n')
    expect((await run(name, input)).code).toBe('BAD_INPUT')
    expect(read()).toBe('1\n2\n3\n')
  })
})

describe('delete_file', () => {
  test('deletes a file, an empty folder and a link itself', async () => {
    const root = temporaryFolder({ a: 'x', 'full/b': 'x', 'empty/c': '' })
    symlinkSync('../outside', join(root, 'link'))
    const tools = workspaceTools(root)
    const remove = (path: string) => call(tools, 'delete_file', { path })
    expect((await remove('a')).text).toBe('Deleted the file a.')
    expect((await remove('link')).text).toBe('Deleted the link link.')
    expect((await remove('empty')).text).toContain('not empty')
    await remove('empty/c')
    expect((await remove('empty')).text).toBe('Deleted the folder empty.')
    expect((await remove('full')).code).toBe('BAD_INPUT')
    expect((await remove('.')).code).toBe('PATH_REFUSED')
    expect((await remove('none')).code).toBe('NOT_FOUND')
    expect(readdirSync(root)).toEqual(['full'])
    expect(existsSync(join(root, 'full/b'))).toBe(true)
  })
})

test('inspect shows several paths, each fault in its place', async () => {
  const root = temporaryFolder({ 'a.txt': 'one\n', 'src/b': '', c: Buffer.from([0, 1]) })
  const { text } = await call(workspaceTools(root), 'inspect', {
    paths: ['a.txt', 'src', 'c', '../x', 'none'],
  })
  expect(text).toBe(
    [
      '=== a.txt ===\n1\tone',
      '=== src ===\nb  0 bytes',
      '=== c ===\n"c" is not shown: binary data, 2 bytes.',
      '=== ../x ===\nThe path "../x" is refused: it leads outside the workspace. Give a path inside it, such as "src/main.ts".',
      '=== none ===\n"none" does not exist.',
    ].join('\n\n'),
  )
})
