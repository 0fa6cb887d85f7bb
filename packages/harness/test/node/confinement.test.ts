import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createWorkspace, workspaceTools } from '@toolprism/harness/node'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  attacks,
  createGround,
  type Ground,
  harmless,
  outsideOf,
  pathOf,
  secret,
} from './path-attacks'
import { call, makeFolder, temporaryFolder, writeFiles } from './support'

const readers = [
  ['read_file', {}],
  ['list_directory', {}],
  ['glob', { pattern: '**/*' }],
  ['grep', { pattern: '.' }],
] as const

/** Renames, also when a tool keeps making the target again. */
function moveOver(from: string, to: string): void {
  for (;;)
    try {
      renameSync(from, to)
      return
    } catch {
      rmSync(to, { recursive: true, force: true })
    }
}

describe('scenarios 26 and 27: paths that try to leave the workspace', () => {
  test('the table holds at least 80 attacks', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(80)
  })

  // Reading changes nothing, so these share one ground.
  let ground: Ground
  beforeAll(() => {
    ground = createGround(makeFolder())
    return () => rmSync(ground.base, { recursive: true })
  })

  test.each(attacks)('%s', async (_, path) => {
    const tools = workspaceTools(ground.root)
    for (const [name, more] of readers) {
      const answer = await call(tools, name, { ...more, path: pathOf(path, ground) })
      expect(answer, name).toMatchObject({ isError: true })
      expect(['PATH_REFUSED', 'NOT_FOUND', 'NOT_A_DIRECTORY'], name).toContain(answer.code)
      expect(JSON.stringify(answer.result), name).not.toContain(secret)
    }
  })

  test.each(attacks)('%s, by tools that write', async (_, attack) => {
    const ground = createGround(temporaryFolder())
    const before = outsideOf(ground)
    const path = pathOf(attack, ground)
    const tools = workspaceTools(ground.root)
    const patchText = `*** Add File: ${path}\n+evil\n`
    const answers = [
      await call(tools, 'write_file', { path, content: 'evil' }),
      await call(tools, 'edit_file', { path, oldString: secret, newString: 'evil' }),
      await call(tools, 'line_edit', { path, edits: { 1: 'evil' } }),
      await call(tools, 'replace_lines', { path, startLine: 1, replacement: 'evil' }),
      await call(tools, 'apply_patch', { patchText }),
      await call(tools, 'apply_patch', { patchText: `*** Delete File: ${path}\n` }),
      await call(tools, 'inspect', { paths: [path] }),
      await call(tools, 'write_file', { path: `${path}/new.txt`, content: 'evil' }),
      await call(tools, 'delete_file', { path: `${path}/new.txt` }),
      await call(tools, 'delete_file', { path }),
    ]
    expect(outsideOf(ground)).toEqual(before)
    expect(JSON.stringify(answers.map(({ result }) => result))).not.toContain(secret)
  })

  test('what lies outside is refused with one code, there or not', async () => {
    const { root } = createGround(temporaryFolder())
    const tools = workspaceTools(root)
    const there = await call(tools, 'read_file', { path: '../secret.txt' })
    const missing = await call(tools, 'read_file', { path: '../missing.txt' })
    expect(there.code).toBe('PATH_REFUSED')
    expect(missing.text.replace('missing', 'secret')).toBe(there.text)
  })

  test.each(harmless)('%s is a file of the workspace', async (path, content) => {
    const answer = await call(workspaceTools(ground.root), 'read_file', {
      path: pathOf(path, ground),
    })
    expect(answer.text).toContain(content)
    expect(answer.isError).toBe(false)
  })

  test('a pattern cannot leave the workspace either', async () => {
    const tools = workspaceTools(createGround(temporaryFolder()).root)
    for (const pattern of ['../*', '/etc/*', 'src/../../*', '~/x', 'C:\\*', '{..,src}/*'])
      expect((await call(tools, 'glob', { pattern })).text).not.toMatch(/secret|passwd/)
  })

  test('walks do not follow links', async () => {
    const tools = workspaceTools(createGround(temporaryFolder()).root)
    const found = await call(tools, 'glob', { pattern: '**/secret.txt' })
    expect(found.data).toEqual({ paths: [] })
    const hits = await call(tools, 'grep', { pattern: secret })
    expect(hits.data).toEqual({ matches: [] })
  })

  test('a workspace given by a link accepts absolute paths of both names', async () => {
    const base = temporaryFolder({ 'real/file.txt': 'here' })
    symlinkSync(join(base, 'real'), join(base, 'alias'))
    const tools = workspaceTools(join(base, 'alias'))
    for (const path of ['alias/file.txt', 'real/file.txt'])
      expect((await call(tools, 'read_file', { path: join(base, path) })).text).toBe('1\there')
  })

  test('a workspace that is missing or a file is refused', () => {
    const base = temporaryFolder({ file: '' })
    expect(() => createWorkspace(join(base, 'none'))).toThrow(/does not exist/)
    expect(() => createWorkspace(join(base, 'file'))).toThrow(/not a folder/)
  })

  test('a device, pipe or socket is refused without waiting', async () => {
    const { root } = createGround(temporaryFolder())
    execFileSync('mkfifo', [join(root, 'pipe')])
    const answer = await call(workspaceTools(root), 'read_file', { path: 'pipe' })
    expect(answer.code).toBe('NOT_A_FILE')
  })

  test('races: a folder swapped for a link while tools run never shows what lies outside', async () => {
    const { root, base } = createGround(temporaryFolder())
    writeFiles(root, { 'swap/secret.txt': 'inside\n', 'swap/deep/secret.txt': 'inside\n' })
    symlinkSync(join(base, 'outside'), join(root, 'other'))
    const before = outsideOf({ root, base })
    const tools = workspaceTools(root, { ripgrep: false })
    let running = true
    const swaps = (async () => {
      while (running) {
        renameSync(join(root, 'swap'), join(root, 'third'))
        moveOver(join(root, 'other'), join(root, 'swap'))
        renameSync(join(root, 'third'), join(root, 'other'))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    for (let turn = 0; turn < 20; turn++) {
      const answers = await Promise.all([
        call(tools, 'read_file', { path: 'swap/secret.txt' }),
        call(tools, 'list_directory', { path: 'swap' }),
        call(tools, 'grep', { pattern: 'SENTINEL' }),
        call(tools, 'glob', { pattern: 'swap/hard.txt' }),
        call(tools, 'write_file', { path: `swap/new-${turn}.txt`, content: 'inside' }),
        call(tools, 'edit_file', {
          path: 'swap/secret.txt',
          oldString: 'SENTINEL',
          newString: 'evil',
        }),
        call(tools, 'delete_file', { path: 'swap/deep/secret.txt' }),
        call(tools, 'write_file', { path: 'swap/deep/secret.txt', content: 'inside' }),
      ])
      expect(JSON.stringify(answers)).not.toContain(secret)
      expect(JSON.stringify(answers.map(({ text }) => text))).not.toContain('hard.txt"')
    }
    running = false
    await swaps
    expect(outsideOf({ root, base })).toEqual(before)
  })
})

describe('scenario 28: protected files', () => {
  const files = {
    '.ENV': 'A',
    'app/.env.local': 'A',
    'app/.env.example': 'A',
    '.SSH/Id_Rsa': 'A',
    'cert.PEM': 'A',
    '\uff0eenv': 'A',
    '.\u0065nv\u200b': 'A',
  }

  test.each(['.ENV', 'app/.env.local', '.SSH/Id_Rsa', 'cert.PEM', '\uff0eenv'])(
    '%s is not read, whatever its spelling',
    async (path) => {
      const tools = workspaceTools(temporaryFolder(files))
      expect((await call(tools, 'read_file', { path })).code).toBe('PATH_PROTECTED')
      expect((await call(tools, 'grep', { pattern: 'A', path })).code).toBe('PATH_PROTECTED')
    },
  )

  test('a template without secrets is read', async () => {
    const tools = workspaceTools(temporaryFolder(files))
    expect((await call(tools, 'read_file', { path: 'app/.env.example' })).text).toBe('1\tA')
  })

  test('a link to a protected file is protected, and a search passes it by', async () => {
    const root = temporaryFolder({ ...files, '.env': 'A' })
    symlinkSync('.env', join(root, 'plain.txt'))
    const tools = workspaceTools(root)
    expect((await call(tools, 'read_file', { path: 'plain.txt' })).code).toBe('PATH_PROTECTED')
    const { data } = await call(tools, 'grep', { pattern: 'A' })
    expect(data.matches.map((match: { path: string }) => match.path)).toEqual([
      '.\u0065nv\u200b',
      'app/.env.example',
    ])
  })

  test('the host decides what is protected', async () => {
    const root = temporaryFolder(files)
    const open = workspaceTools(root, { protectedPaths: [] })
    expect((await call(open, 'read_file', { path: '.ENV' })).text).toBe('1\tA')
    const closed = workspaceTools(root, { protectedPaths: ['**/*.PEM', 'app/**'] })
    expect((await call(closed, 'read_file', { path: 'cert.pem' })).isError).toBe(true)
    expect((await call(closed, 'read_file', { path: 'app/.env.local' })).code).toBe(
      'PATH_PROTECTED',
    )
  })
})
