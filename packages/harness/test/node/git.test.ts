import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceTools } from '@toolprism/harness/node'
import { describe, expect, test } from 'vitest'
import { call, temporaryFolder, writeFiles } from './support'

function git(root: string, ...args: string[]): void {
  const settings = [
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=ann@example.org',
    '-c',
    'init.defaultBranch=main',
  ]
  execFileSync('git', [...settings, ...args], { cwd: root, stdio: 'pipe' })
}

function repository(files: Record<string, string>): string {
  const root = temporaryFolder(files)
  git(root, 'init', '-q')
  git(root, 'add', '-A', '-f')
  git(root, 'commit', '-q', '-m', 'first: things')
  return root
}

const open = (root: string) => {
  const tools = workspaceTools(root)
  return (name: string, input: Record<string, unknown> = {}) => call(tools, name, input)
}

describe('git_status', () => {
  test('shows branch and files, renames and odd names', async () => {
    const root = repository({
      'a.txt': 'a\n',
      'old name.txt': 'some content\nof it\n',
      'gone.txt': 'x\n',
    })
    writeFileSync(join(root, 'a.txt'), 'b\n')
    git(root, 'mv', 'old name.txt', 'n\u00e9w "name".txt')
    rmSync(join(root, 'gone.txt'))
    writeFiles(root, { 'dir/new.txt': 'x', '.toolprism/runs/x': 'x' })
    const { text, data } = await open(root)('git_status')
    expect(data).toEqual({
      branch: 'main',
      files: [
        { path: 'n\u00e9w "name".txt', index: 'R', worktree: ' ', from: 'old name.txt' },
        { path: 'a.txt', index: ' ', worktree: 'M' },
        { path: 'gone.txt', index: ' ', worktree: 'D' },
        { path: 'dir/new.txt', index: '?', worktree: '?' },
      ].sort(
        (a, b) =>
          data.files.findIndex((f: any) => f.path === a.path) -
          data.files.findIndex((f: any) => f.path === b.path),
      ),
    })
    expect(text).toContain('On branch main')
    expect(text).toContain('R  old name.txt -> n\u00e9w "name".txt')
    expect(text).toContain('?? dir/new.txt')
  })

  test('a clean, a new and a missing repository', async () => {
    const root = repository({ a: 'a' })
    expect((await open(root)('git_status')).text).toBe('On branch main\nNothing changed.')
    const empty = temporaryFolder()
    git(empty, 'init', '-q')
    expect((await open(empty)('git_status')).data).toEqual({ branch: 'main', files: [] })
    const none = await open(temporaryFolder())('git_status')
    expect(none).toMatchObject({
      code: 'COMMAND_FAILED',
      text: 'The workspace is not in a git repository.',
    })
  })

  test('a workspace inside a repository sees itself only', async () => {
    const root = repository({ 'inner/a.txt': 'a\n', 'outer.txt': 'secret\n' })
    writeFiles(root, { 'inner/a.txt': 'b\n', 'outer.txt': 'changed secret\n' })
    const run = open(join(root, 'inner'))
    expect((await run('git_status')).data.files).toEqual([
      { path: 'a.txt', index: ' ', worktree: 'M' },
    ])
    const { text } = await run('git_diff')
    expect(text).toContain('+++ b/a.txt')
    expect(text).not.toContain('secret')
    git(root, 'commit', '-q', '-a', '-m', 'second')
    git(root, 'commit', '-q', '--allow-empty', '-m', 'elsewhere')
    expect((await run('git_log')).data.commits).toHaveLength(2)
  })
})

describe('git_diff', () => {
  test('shows changes, staged ones, one file, between commits', async () => {
    const root = repository({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    const run = open(root)
    writeFiles(root, { 'a.txt': 'aa\n', 'b.txt': 'bb\n' })
    expect((await run('git_diff')).text).toMatch(/-a\n\+aa\n[\s\S]*-b\n\+bb\n/)
    expect((await run('git_diff', { file: 'b.txt' })).text).not.toContain('+aa')
    expect((await run('git_diff', { args: ['--staged'] })).text).toBe('No changes.')
    expect((await run('git_diff', { args: ['--name-only'] })).text).toBe('a.txt\nb.txt\n')
    git(root, 'commit', '-q', '-a', '-m', 'second')
    expect((await run('git_diff', { args: ['HEAD~1..HEAD', '--stat'] })).text).toContain(
      '2 files changed',
    )
    rmSync(join(root, 'a.txt'))
    expect((await run('git_diff', { file: 'a.txt' })).text).toContain('deleted file')
  })

  test.each([
    '--output=x',
    '--ext-diff',
    '--textconv',
    '--no-index',
    '-O/etc/passwd',
    '--src-prefix=x',
    '--',
    '-',
    '--git-dir=/',
    '-c',
    '../x',
    '/etc/passwd',
    ':(top)',
    'HEAD --output=x',
    '$(touch x)',
    '--stat=9999',
    'a\0b',
  ])('refuses %j in args', async (item) => {
    const root = repository({ 'a.txt': 'a\n' })
    const { code } = await open(root)('git_diff', { args: [item] })
    expect(code).toBe('BAD_INPUT')
    expect(existsSync(join(root, 'x'))).toBe(false)
  })

  test.each(['../x', '/etc/passwd', '~/x', '.env'])('refuses the file %j', async (file) => {
    const root = repository({ 'a.txt': 'a\n', '.env': 'KEY=1\n' })
    expect((await open(root)('git_diff', { file })).code).toMatch(/^PATH_/)
  })

  test('a file name is a name, whatever it looks like', async () => {
    const root = repository({
      '--output=x': 'a\n',
      ':(top)*': 'a\n',
      '*.txt': 'a\n',
      'b.txt': 'b\n',
    })
    writeFiles(root, { '--output=x': 'aa\n', ':(top)*': 'aa\n', '*.txt': 'aa\n', 'b.txt': 'bb\n' })
    const run = open(root)
    for (const file of ['--output=x', ':(top)*', '*.txt']) {
      const { text } = await run('git_diff', { file })
      expect(text.match(/^diff --git/gm), file).toHaveLength(1)
      expect(text).toContain(file)
    }
    expect(existsSync(join(root, 'x'))).toBe(false)
  })

  test('changes of protected files are left out', async () => {
    const root = repository({ '.env': 'KEY=1\n', 'a.txt': 'a\n', 'deep/id_rsa': 'k\n'.repeat(20) })
    writeFiles(root, {
      '.env': 'KEY=sentinel\n',
      'a.txt': 'diff --git a/x b/x\n',
      'deep/id_rsa': `${'k\n'.repeat(20)}sentinel\n`,
    })
    const run = open(root)
    const { text } = await run('git_diff')
    expect(text).not.toContain('sentinel')
    expect(text).toContain('[changes of .env are not shown]')
    expect(text).toContain('+diff --git a/x b/x')
    git(root, 'mv', '-f', 'deep/id_rsa', 'plain.txt')
    git(root, 'add', '-A', '-f')
    expect((await run('git_diff', { args: ['--staged', '-M'] })).text).not.toContain('sentinel')
  })

  test('a repository cannot make its diff run a program', async () => {
    const root = repository({ 'a.txt': 'a\n', '.gitattributes': '*.txt diff=evil\n' })
    const script = `sh -c 'touch ${join(root, 'ran')}'`
    for (const [key, value] of [
      ['diff.external', script],
      ['diff.evil.command', script],
      ['diff.evil.textconv', script],
      ['core.fsmonitor', script],
      ['core.pager', script],
      ['pager.diff', script],
    ] as const)
      git(root, 'config', key, value)
    writeFiles(root, { 'a.txt': 'b\n' })
    const run = open(root)
    expect((await run('git_diff')).text).toContain('+b')
    expect((await run('git_status')).isError).toBe(false)
    expect((await run('git_log')).isError).toBe(false)
    expect(existsSync(join(root, 'ran'))).toBe(false)
  })

  test('a long diff is cut', async () => {
    const root = repository({ 'a.txt': 'a\n' })
    writeFiles(root, { 'a.txt': `${'long line\n'.repeat(100_000)}` })
    expect((await open(root)('git_diff')).text.length).toBeLessThan(51_000)
  })
})

test('git_log lists commits, also of one file', async () => {
  const root = repository({ 'a.txt': 'a\n' })
  for (const count of [1, 2, 3]) {
    writeFiles(root, { 'b.txt': String(count) })
    git(root, 'add', '-A')
    git(root, 'commit', '-q', '-m', `change ${count}`)
  }
  const run = open(root)
  const { data, text } = await run('git_log', { count: 2 })
  expect(data.commits.map((commit: { subject: string }) => commit.subject)).toEqual([
    'change 3',
    'change 2',
  ])
  expect(text).toMatch(/^[0-9a-f]{7,} \d{4}-\d\d-\d\d Ann: change 3\n/)
  expect((await run('git_log', { file: 'a.txt' })).data.commits).toHaveLength(1)
  renameSync(join(root, '.git'), join(root, 'git'))
  expect((await run('git_log')).code).toBe('COMMAND_FAILED')
})
