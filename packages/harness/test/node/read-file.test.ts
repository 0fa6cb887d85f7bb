import { symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceTools } from '@toolprism/harness/node'
import { describe, expect, test } from 'vitest'
import { call, temporaryFolder } from './support'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`)

async function read(files: Record<string, string | Uint8Array>, input: Record<string, unknown>) {
  return call(workspaceTools(temporaryFolder(files)), 'read_file', input)
}

describe('read_file', () => {
  test('numbers the lines and keeps what they hold', async () => {
    const { text } = await read({ a: 'one\n\ttwo \r\n\nfour' }, { path: 'a' })
    expect(text).toBe('1\tone\n2\t\ttwo \n3\t\n4\tfour')
  })

  test('gives a range, says what follows and how to go on', async () => {
    const files = { a: lines(10).join('\n') }
    expect((await read(files, { path: 'a', startLine: 3, endLine: 4 })).text).toBe(
      '3\tline 3\n4\tline 4',
    )
    expect((await read(files, { path: 'a', offset: 9 })).text).toBe('9\tline 9\n10\tline 10')
    expect((await read(files, { path: 'a', limit: 2 })).text).toBe(
      '1\tline 1\n2\tline 2\n[lines 1-2 of 10 in a; go on with startLine 3]',
    )
  })

  test('can leave the numbers out', async () => {
    const { text } = await read({ a: 'x\ny\n' }, { path: 'a', lineNumbers: false })
    expect(text).toBe('x\ny')
  })

  test('says when there is nothing to show', async () => {
    expect((await read({ a: '' }, { path: 'a' })).text).toBe('a is empty.')
    expect((await read({ a: 'x\n' }, { path: 'a', startLine: 5 })).text).toBe(
      'a has 1 lines; there is no line 5.',
    )
    const bad = await read({ a: 'x' }, { path: 'a', startLine: 5, endLine: 2 })
    expect(bad).toMatchObject({ code: 'BAD_INPUT', isError: true })
  })

  test('shows at most 800 lines and 100,000 characters', async () => {
    const many = await read({ a: lines(2000).join('\n') }, { path: 'a' })
    expect(many.text).toContain('[lines 1-800 of 2000 in a; go on with startLine 801]')
    const wide = await read({ a: `${'x'.repeat(1900)}\n`.repeat(700) }, { path: 'a' })
    expect(wide.text.length).toBeLessThan(102_000)
    expect(wide.text).toMatch(/\[lines 1-52 of 700 in a; go on with startLine 53\]$/)
  })

  test('clips a long line at a character and says how much is left out', async () => {
    const { text } = await read({ a: `${'x'.repeat(1999)}😀 and more\nnext` }, { path: 'a' })
    expect(text).toBe(`1\t${'x'.repeat(1999)}… [11 more characters]\n2\tnext`)
  })

  test('reads the start of a 3 GB file of one line with little memory', async () => {
    const root = temporaryFolder({ big: 'start of it' })
    const before = process.memoryUsage().rss
    // Sparse: the rest reads as NUL, which is no text.
    truncateSync(join(root, 'big'), 3_000_000_000)
    const answer = await call(workspaceTools(root), 'read_file', { path: 'big' })
    expect(answer).toMatchObject({ code: 'NOT_TEXT' })
    expect(answer.text).toContain('binary data, 3.0 GB')
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })

  test('a folder answers its entries', async () => {
    const { text } = await read({ 'src/a.ts': 'x', 'src/b/c': '' }, { path: 'src' })
    expect(text).toBe('src/ is a folder:\nb/\na.ts  1 bytes')
  })

  test('a missing file suggests close names and never opens one', async () => {
    const files = { 'src/agent.ts': 'x', 'src/Agents.ts': 'y', 'src/other.ts': 'z' }
    const { text, code } = await read(files, { path: 'src/agnt.ts' })
    expect(code).toBe('NOT_FOUND')
    expect(text).toBe(
      '"src/agnt.ts" does not exist. Close names there: "src/agent.ts", "src/Agents.ts".',
    )
    expect((await read(files, { path: 'sorc/agent.ts' })).text).toContain('nor does its folder')
    expect((await read({ 'cafe\u0301': 'x' }, { path: 'caf\u00e9' })).text).toContain('cafe\u0301')
  })
})

describe('scenario 32: files judged by their content', () => {
  test.each([
    ['PDF document', '%PDF-1.7\nonly text here'],
    ['ZIP archive', Buffer.from('PK\x03\x04rest', 'latin1')],
    ['gzip data', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['ELF executable', Buffer.from('\x7fELF\x02\x01\x00', 'latin1')],
    ['binary data', Buffer.from([65, 66, 0, 67])],
    ['SQLite database', Buffer.from('SQLite format 3\0rest', 'latin1')],
    ['an encoding other than UTF-8', Buffer.from('caf\xe9 latin', 'latin1')],
    ['an encoding other than UTF-8', Buffer.from([0xc0, 0xaf])],
    ['binary data', Buffer.from('a\0b\0c\0', 'latin1')],
  ])('refuses %s with its size', async (type, content) => {
    const answer = await read({ 'readme.txt': content }, { path: 'readme.txt' })
    expect(answer.code).toBe('NOT_TEXT')
    expect(answer.text).toContain(type)
    expect(answer.text).toMatch(/\d bytes\.$/)
  })

  test.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffhé\n')],
    ['UTF-16 little endian', Buffer.from('\ufeffhé\n', 'utf16le')],
    ['UTF-16 big endian', Buffer.from('\ufeffhé\n', 'utf16le').swap16()],
    ['UTF-8', Buffer.from('hé\n')],
  ])('reads %s', async (_, content) => {
    expect((await read({ 'a.pdf': content }, { path: 'a.pdf' })).text).toBe('1\thé')
  })

  test('UTF-16 cut short or with a NUL is refused', async () => {
    const cut = Buffer.from([0xff, 0xfe, 65, 0, 66])
    expect((await read({ a: cut }, { path: 'a' })).code).toBe('NOT_TEXT')
    const zero = Buffer.from('\ufeffa\0b', 'utf16le')
    expect((await read({ a: zero }, { path: 'a' })).code).toBe('NOT_TEXT')
  })

  test('a file that stops being text later is refused, not shown broken', async () => {
    const late = Buffer.concat([Buffer.from('text\n'.repeat(40_000)), Buffer.from([0xff, 0xfe])])
    expect((await read({ a: late }, { path: 'a' })).code).toBe('NOT_TEXT')
  })

  test('a character across the first 64 kB is one character', async () => {
    const text = `${'x'.repeat(65_535)}é`
    const answer = await read({ a: `${text}\nlast` }, { path: 'a', startLine: 2 })
    expect(answer.text).toBe('2\tlast')
  })

  test('an image is shown by its bytes, whatever its name', async () => {
    const { result } = await read({ 'photo.txt': png }, { path: 'photo.txt' })
    expect(result.content).toEqual([
      { type: 'text', text: `photo.txt: image/png, ${png.length} bytes` },
      { type: 'image', data: png.toString('base64'), mimeType: 'image/png' },
    ])
    expect((await read({ 'fake.png': 'just text' }, { path: 'fake.png' })).text).toBe(
      '1\tjust text',
    )
  })

  test('an image that is too big is refused with its size', async () => {
    const big = Buffer.concat([png, Buffer.alloc(6_000_000)])
    expect(await read({ 'a.png': big }, { path: 'a.png' })).toMatchObject({ code: 'TOO_LARGE' })
  })
})

describe('list_directory', () => {
  test('lists folders first, sizes of files and targets of links', async () => {
    const root = temporaryFolder({ 'b.txt': 'four', 'a/x': '', '.hidden': '' })
    symlinkSync('../outside', join(root, 'link'))
    const { text, data } = await call(workspaceTools(root), 'list_directory', {})
    expect(text).toBe('a/\n.hidden  0 bytes\nb.txt  4 bytes\nlink -> ../outside')
    expect(data).toEqual({
      path: '.',
      total: 4,
      entries: [
        { name: 'a', type: 'directory' },
        { name: '.hidden', type: 'file', size: 0 },
        { name: 'b.txt', type: 'file', size: 4 },
        { name: 'link', type: 'link', target: '../outside' },
      ],
    })
  })

  test('pages through a large folder', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `f${String(index).padStart(2, '0')}`)
    const tools = workspaceTools(
      temporaryFolder(Object.fromEntries(names.map((name) => [name, '']))),
    )
    const page = await call(tools, 'list_directory', { offset: 5, limit: 3 })
    expect(page.text).toBe(
      'f05  0 bytes\nf06  0 bytes\nf07  0 bytes\n[entries 6-8 of 12; go on with offset 8]',
    )
    expect((await call(tools, 'list_directory', { offset: 10 })).text).toContain(
      '[entries 11-12 of 12]',
    )
    expect((await call(tools, 'list_directory', { offset: 90 })).text).toBe(
      'No entries from 90 on; the folder has 12.',
    )
  })

  test('a name cannot forge a line', async () => {
    const tools = workspaceTools(temporaryFolder({ 'a\nsecret': '', 'b\u2028c': '' }))
    const { text } = await call(tools, 'list_directory', {})
    expect(text).toBe('"a\\nsecret"  0 bytes\n"b\u2028c"  0 bytes')
  })

  test('a file is not a folder', async () => {
    const tools = workspaceTools(temporaryFolder({ file: 'x' }))
    const answer = await call(tools, 'list_directory', { path: 'file' })
    expect(answer.code).toBe('NOT_A_DIRECTORY')
  })
})
