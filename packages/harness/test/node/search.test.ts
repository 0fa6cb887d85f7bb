import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceTools } from '@toolprism/harness/node'
import { describe, expect, test } from 'vitest'
import { call, temporaryFolder, writeFiles } from './support'

const tree = {
  '.gitignore': 'dist/\n*.log\n!keep.log\n/only-root.txt\n',
  'src/a.ts': 'const alpha = 1\nconst beta = 2\n',
  'src/b.ts': 'const Alpha = 3\r\nlast',
  'src/deep/c.ts': 'alpha(beta)\n',
  'src/deep/.gitignore': 'private\n!secret.log\n',
  'src/deep/private/d.ts': 'alpha hidden\n',
  'src/deep/secret.log': 'alpha unignored\n',
  'src/only-root.txt': 'alpha below\n',
  'only-root.txt': 'alpha root\n',
  'dist/out.js': 'alpha built\n',
  'run.log': 'alpha log\n',
  'keep.log': 'alpha kept\n',
  'node_modules/pkg/index.js': 'alpha module\n',
  '.git/HEAD': 'alpha git\n',
  '.github/ci.yml': 'alpha ci\n',
}

describe('glob', () => {
  const paths = async (input: Record<string, unknown>, files: Record<string, string> = tree) =>
    (await call(workspaceTools(temporaryFolder(files)), 'glob', input)).data.paths

  test('finds files in name order and leaves out what ignore files name', async () => {
    expect(await paths({ pattern: '**/*' })).toEqual([
      '.github/ci.yml',
      '.gitignore',
      'keep.log',
      'src/a.ts',
      'src/b.ts',
      'src/deep/.gitignore',
      'src/deep/c.ts',
      'src/deep/secret.log',
      'src/only-root.txt',
    ])
  })

  test.each([
    [{ pattern: '*.ts' }, ['src/a.ts', 'src/b.ts', 'src/deep/c.ts']],
    [{ pattern: 'src/*.ts' }, ['src/a.ts', 'src/b.ts']],
    [{ pattern: './src/*.ts' }, ['src/a.ts', 'src/b.ts']],
    [{ pattern: 'src/**/c.ts' }, ['src/deep/c.ts']],
    [{ pattern: '**/c.ts', path: 'src' }, ['src/deep/c.ts']],
    [{ pattern: 'deep/*.ts', path: 'src' }, ['src/deep/c.ts']],
    [{ pattern: '{a,b}.ts', path: 'src/' }, ['src/a.ts', 'src/b.ts']],
    [{ pattern: '[ab].ts' }, ['src/a.ts', 'src/b.ts']],
    [{ pattern: 'src/?.ts' }, ['src/a.ts', 'src/b.ts']],
    [{ pattern: 'src/a.ts' }, ['src/a.ts']],
    [{ pattern: 'none/**' }, []],
    [{ pattern: 'src/a.ts/**' }, []],
    [{ pattern: '*.js', path: 'node_modules' }, ['node_modules/pkg/index.js']],
    [{ pattern: '*.js', path: 'dist' }, ['dist/out.js']],
    [{ pattern: '*.ts', path: 'src/deep/private' }, ['src/deep/private/d.ts']],
    [{ pattern: '*.log', includeIgnored: true }, ['keep.log', 'run.log', 'src/deep/secret.log']],
  ])('%j', async (input, expected) => {
    expect(await paths(input)).toEqual(expected)
  })

  test('parentheses, plus and exclamation marks are plain characters', async () => {
    const files = {
      'app/(group)/page.tsx': '',
      'app/[id]/page.tsx': '',
      '!a+b.ts': '',
      'x@y(1).ts': '',
    }
    expect(await paths({ pattern: 'app/(group)/*' }, files)).toEqual(['app/(group)/page.tsx'])
    expect(await paths({ pattern: '!a+b.ts' }, files)).toEqual(['!a+b.ts'])
    expect(await paths({ pattern: '*@y(1).ts' }, files)).toEqual(['x@y(1).ts'])
    expect(await paths({ pattern: 'app/\\[id\\]/*' }, files)).toEqual(['app/[id]/page.tsx'])
  })

  test('stops at the limit and says so', async () => {
    const tools = workspaceTools(temporaryFolder(tree))
    const { data, text } = await call(tools, 'glob', { pattern: '**/*', limit: 2 })
    expect(data).toEqual({ paths: ['.github/ci.yml', '.gitignore'], truncated: 'limit' })
    expect(text).toContain('the first 2; more match')
  })

  test.each([' ', '/etc/*', '../*', 'a/../b', '*a*b*c*d*e*', '**/**/**/**/**', '{1..99999}'])(
    'refuses %j',
    async (pattern) => {
      const tools = workspaceTools(temporaryFolder(tree))
      expect((await call(tools, 'glob', { pattern })).code).toBe('BAD_PATTERN')
    },
  )
})

/** Every grep test runs with ripgrep and without. */
const engines = [
  ['with ripgrep', undefined],
  ['without ripgrep', false],
] as const

describe.each(engines)('grep %s', (_, ripgrep) => {
  const grep = (
    input: Record<string, unknown>,
    files: Record<string, string | Uint8Array> = tree,
  ) =>
    call(
      workspaceTools(
        temporaryFolder(files),
        ripgrep === false ? { ripgrep } : { ripgrepAfterMs: 0 },
      ),
      'grep',
      input,
    )
  const hits = async (
    input: Record<string, unknown>,
    files?: Record<string, string | Uint8Array>,
  ): Promise<string[]> =>
    (await grep(input, files)).data.matches.map(
      (match: { path: string; line: number; text: string }) =>
        `${match.path}:${match.line}:${match.text}`,
    )

  test('finds lines in path order, without what ignore files leave out', async () => {
    expect(await hits({ pattern: 'alpha' })).toEqual([
      '.github/ci.yml:1:alpha ci',
      'keep.log:1:alpha kept',
      'src/a.ts:1:const alpha = 1',
      'src/deep/c.ts:1:alpha(beta)',
      'src/deep/secret.log:1:alpha unignored',
      'src/only-root.txt:1:alpha below',
    ])
  })

  test('shows files, numbers, and context apart from matches', async () => {
    const files = { 'a.txt': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n' }
    expect((await grep({ pattern: 'two|six', context: 1 }, files)).text).toBe(
      'a.txt\n1-one\n2:two\n3-three\n--\n5-five\n6:six\n7-seven',
    )
    expect((await grep({ pattern: 'two|three', context: 1 }, files)).text).toBe(
      'a.txt\n1-one\n2:two\n3:three\n4-four',
    )
  })

  test.each([
    [{ pattern: 'alpha', include: '*.ts' }, ['src/a.ts:1', 'src/deep/c.ts:1']],
    [{ pattern: 'alpha', include: 'src/*.ts' }, ['src/a.ts:1']],
    [{ pattern: 'alpha', path: 'src/deep' }, ['src/deep/c.ts:1', 'src/deep/secret.log:1']],
    [{ pattern: 'alpha', path: 'src/a.ts' }, ['src/a.ts:1']],
    [{ pattern: 'alpha', path: 'run.log' }, ['run.log:1']],
    [{ pattern: 'ALPHA', ignoreCase: true, path: 'src/b.ts' }, ['src/b.ts:1']],
    [{ pattern: '(?i)ALPHA', path: 'src/b.ts' }, ['src/b.ts:1']],
    [{ pattern: '= 3$' }, ['src/b.ts:1']],
    [{ pattern: '^last$' }, ['src/b.ts:2']],
    [{ pattern: 'alpha(', literal: true }, ['src/deep/c.ts:1']],
    [{ pattern: '\\balpha\\b', path: 'src/a.ts' }, ['src/a.ts:1']],
    [{ pattern: '(?<=const )beta' }, ['src/a.ts:2']],
    [{ pattern: '(a).*\\1', path: 'src/a.ts' }, ['src/a.ts:1']],
    [{ pattern: '[[:upper:]]lpha' }, ['src/b.ts:1']],
    [{ pattern: 'nothing here' }, []],
    [{ pattern: 'alpha', includeIgnored: true, include: '*.js' }, ['dist/out.js:1']],
  ])('%j', async (input, expected) => {
    expect((await hits(input)).map((hit) => hit.split(':').slice(0, 2).join(':'))).toEqual(expected)
  })

  test('stops at the limit', async () => {
    const answer = await grep({ pattern: 'x', limit: 3 }, { a: 'x\nx\n', b: 'x\nx\n' })
    expect(answer.data).toEqual({
      matches: [
        { path: 'a', line: 1, text: 'x' },
        { path: 'a', line: 2, text: 'x' },
        { path: 'b', line: 1, text: 'x' },
      ],
      truncated: 'limit',
    })
    expect(answer.text).toContain('[stopped at limit')
  })

  test('reads UTF-16 and marks, keeps out binary files, takes broken UTF-8', async () => {
    const files = {
      'bom.txt': '\ufeffneedle',
      'latin.txt': Buffer.from('caf\xe9 needle', 'latin1'),
      'utf16.txt': Buffer.from('\ufeffa needle\r\n', 'utf16le'),
      'utf16be.txt': Buffer.from('\ufeffbe needle\n', 'utf16le').swap16(),
      'zero.bin': Buffer.from('needle\0', 'latin1'),
    }
    expect(await hits({ pattern: '^needle' }, files)).toEqual(['bom.txt:1:needle'])
    expect(await hits({ pattern: '.needle$' }, files)).toEqual([
      'latin.txt:1:caf\ufffd needle',
      'utf16.txt:1:a needle',
      'utf16be.txt:1:be needle',
    ])
    expect(await hits({ pattern: 'f[^a] n' }, files)).toEqual(['latin.txt:1:caf\ufffd needle'])
  })

  test.each([
    ['function main\\(\\) {', 'function main() {'],
    ['{"a":\\s*1}', '{"a":  1}'],
    ['\\"quoted\\"', 'say "quoted"'],
    ['a\\-b', 'a-b'],
    ['x{2}', 'axx'],
    ['[]]', 'a]'],
    ['[^]]z', 'yz'],
    ['\\u00e9|\\x41', 'é'],
    ['\\u{1F600}', 'hi 😀'],
    ['^.$', '😀'],
    ['[😀-😂]', '😁'],
    ['\\t', 'a\tb'],
    ['-e', 'option -e'],
    ['\\d+\\.\\d+', 'v 1.25'],
    ['\\W$', 'end!'],
    ['(?<name>ab)+', 'abab'],
    ['a|b|', 'zzz'],
    ['\\p{Lu}', 'É'],
    ['[\\w.-]+@[\\w.-]+', 'me@host.org'],
    ['&&|--|~~', 'a && b'],
    ['[a&&b]', '&'],
    ['[+--]', ','],
    ['\\/\\*', '/* c'],
    ['#include <\\w+>', '#include <stdio>'],
  ])('the pattern %s finds %j', async (pattern, line) => {
    const files = { 'one.txt': `${line}\n`, 'two.txt': `before\n${line}` }
    expect(await hits({ pattern, limit: 1 }, files)).toEqual([`one.txt:1:${line}`])
  })

  test.each(['(', '[a', 'a**', '*', '(?x)a', '\\', 'a\\nb', '[z-a]', '\\q', 'a'.repeat(3000)])(
    'the pattern %j is refused with a reason',
    async (pattern) => {
      const answer = await grep({ pattern })
      expect(answer.code).toBe('BAD_PATTERN')
      expect(answer.text).toMatch(/cannot be used: ./)
    },
  )

  test('clips long lines around the match', async () => {
    const line = `${'a'.repeat(1_000_000)}needle${'b'.repeat(1_000_000)}`
    const [hit] = await hits({ pattern: 'needle' }, { 'one-line.js': line })
    expect(hit?.length).toBeLessThan(450)
    expect(hit).toContain('needle')
  })

  test('a pattern that backtracks without end is cut off', async () => {
    const slow = `${'a'.repeat(60)}!\n`
    const few = await grep({ pattern: '^(a+)+$' }, { 'a.txt': slow, 'b.txt': 'aaa\n' })
    expect(few.data).toEqual({ matches: [{ path: 'b.txt', line: 1, text: 'aaa' }] })
    // The look-around keeps ripgrep, which cannot be slow, out of it.
    const many = await grep({ pattern: '^(?=a)(a+)+$' }, { 'a.txt': slow.repeat(20) })
    expect(many.data).toEqual({ matches: [], truncated: 'pattern' })
  })

  test('link loops, unreadable and odd files do no harm', async () => {
    const root = temporaryFolder({
      'a.txt': 'needle',
      '-e': 'needle',
      '--files': 'needle',
      'sub/b': '',
    })
    symlinkSync('..', join(root, 'sub/loop'))
    symlinkSync('a.txt', join(root, 'link.txt'))
    chmodSync(join(root, 'sub'), 0o755)
    const tools = workspaceTools(root, ripgrep === false ? { ripgrep } : { ripgrepAfterMs: 0 })
    const { data } = await call(tools, 'grep', { pattern: 'needle' })
    expect(data.matches.map((match: { path: string }) => match.path)).toEqual([
      '--files',
      '-e',
      'a.txt',
    ])
  })

  test('ends at once when it is aborted', async () => {
    const tools = workspaceTools(
      temporaryFolder(tree),
      ripgrep === false ? { ripgrep } : { ripgrepAfterMs: 0 },
    )
    const signal = AbortSignal.abort(new Error('stop'))
    expect((await call(tools, 'grep', { pattern: 'alpha' }, { signal })).code).toBe('CANCELLED')
    expect((await call(tools, 'glob', { pattern: '*' }, { signal })).code).toBe('CANCELLED')
  })

  test('answers what it has when its time is over', async () => {
    const options = {
      timeMs: -1,
      ...(ripgrep === false ? { ripgrep } : { ripgrepAfterMs: 0 }),
    } as const
    const tools = workspaceTools(temporaryFolder(tree), options)
    const { data, text } = await call(tools, 'grep', { pattern: 'alpha' })
    expect(data).toEqual({ matches: [], truncated: 'time' })
    expect(text).toContain('ran out of time')
  })
})

test('an `rg` inside the workspace is never run', async () => {
  const root = temporaryFolder({
    'bin/rg': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n',
    a: 'x',
    b: 'x',
  })
  chmodSync(join(root, 'bin/rg'), 0o755)
  const path = process.env['PATH']
  process.env['PATH'] = `${join(root, 'bin')}:.:${path}`
  try {
    const tools = workspaceTools(root)
    expect((await call(tools, 'grep', { pattern: 'x' })).data.matches).toHaveLength(2)
    expect((await call(tools, 'glob', { pattern: 'ran' })).data.paths).toEqual([])
  } finally {
    process.env['PATH'] = path
  }
})

test('a ripgrep that fails, lies about nothing or is missing changes no answer', async () => {
  const root = temporaryFolder({ a: 'x', b: 'x' })
  const outside = temporaryFolder({ rg: '#!/bin/sh\nexit 2\n' })
  chmodSync(join(outside, 'rg'), 0o755)
  for (const ripgrep of [join(outside, 'rg'), join(outside, 'none')]) {
    const tools = workspaceTools(root, { ripgrep, ripgrepAfterMs: 0 })
    expect((await call(tools, 'grep', { pattern: 'x' })).data.matches).toHaveLength(2)
  }
})

test('scenario 33: hostile ignore files cost nothing', async () => {
  const root = temporaryFolder({ '.gitignore': `${'*a'.repeat(40)}b\n**/x\n` })
  writeFiles(root, { [`${'a'.repeat(200)}`]: 'x', 'deep/x': 'x' })
  const { data } = await call(workspaceTools(root), 'glob', { pattern: '**' })
  expect(data.paths).toEqual(['.gitignore', 'a'.repeat(200)])
})
