import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { loadSkillsFromDirs, skillFolders } from '@toolprism/harness/node'
import { describe, expect, test } from 'vitest'
import { temporaryFolder, writeFiles } from './support'

const skill = (front: string, body = 'Do this.') => `---\n${front}\n---\n${body}\n`

function load(files: Record<string, string | Uint8Array>) {
  const folder = temporaryFolder(files)
  const skills = loadSkillsFromDirs([folder])
  const problems = skills.problems.map(({ file, line, message, loaded }) => ({
    file: file.slice(folder.length + 1),
    line,
    message,
    loaded,
  }))
  return { folder, skills, problems }
}

describe('loading skills', () => {
  test('reads folders and files, front matter in YAML', () => {
    const { skills, problems, folder } = load({
      'review/SKILL.md': skill(
        'name: Code review\ndescription: >\n  Looks at\n  changes.\ntags: [a, b]\nmeta: { x: 1 } # comment',
        '# Review\n\nLook twice.',
      ),
      'deploy.md': skill('description: "Ships: it"'),
      'plain.md': '# Plain\n\nFirst paragraph of\nit.\n\nMore.',
      'README.md': 'Not a skill.',
      'deep/er/SKILL.md': skill('name: too deep'),
      '.hidden/SKILL.md': skill('name: hidden'),
    })
    expect(problems).toEqual([])
    expect(skills.map(({ id, name, description }) => ({ id, name, description }))).toEqual([
      { id: 'code-review', name: 'Code review', description: 'Looks at changes.' },
      { id: 'deploy', name: 'deploy', description: 'Ships: it' },
      { id: 'plain', name: 'plain', description: 'First paragraph of it.' },
    ])
    expect(skills[0]).toMatchObject({
      body: '# Review\n\nLook twice.',
      source: join(folder, 'review/SKILL.md'),
    })
  })

  test('missing folders are passed over', () => {
    expect([...loadSkillsFromDirs(['/nowhere/at/all'])]).toEqual([])
  })
})

describe('scenario 39: skill files as people write them', () => {
  test('a value with a colon is read as text, with a warning', () => {
    const { skills, problems } = load({
      'a/SKILL.md': skill("name: a\ndescription: Use this: now, it's best"),
    })
    expect(skills[0]).toMatchObject({ id: 'a', description: "Use this: now, it's best" })
    expect(problems).toEqual([
      {
        file: 'a/SKILL.md',
        line: 2,
        message: expect.stringContaining('not valid YAML'),
        loaded: true,
      },
    ])
  })

  test('mark, CRLF, spaces after the dashes, dots at the end', () => {
    const { skills, problems } = load({
      'a/SKILL.md': `\ufeff---  \r\nname: one\r\ndescription: >-\r\n  two\r\n  lines\r\n---\r\nBody\r\n`,
      'b/skill.md': '---\nname: two\n...\nBody',
    })
    expect(problems).toEqual([])
    expect(skills.map(({ id, description }) => [id, description])).toEqual([
      ['one', 'two lines'],
      ['two', 'Body'],
    ])
  })

  test('a missing name is the folder; a name that differs wins', () => {
    const { skills } = load({
      'Some Folder/SKILL.md': skill('description: x'),
      'b/SKILL.md': skill('name: Other Name'),
    })
    expect(skills.map(({ id, name }) => [id, name])).toEqual([
      ['some-folder', 'some-folder'],
      ['other-name', 'Other Name'],
    ])
  })

  test.each([
    ['no instructions', skill('name: a', ''), 'it has no instructions'],
    ['open front matter', '---\nname: a\nBody', 'its front matter is not closed with "---"'],
    ['binary', 'a\0b', 'it holds NUL characters'],
    ['huge', 'x'.repeat(600_000), 'it is larger than 500000 bytes'],
    [
      'no usable name',
      '---\nname: "日本"\n---\nBody',
      'neither its name nor its folder gives an id',
    ],
  ])('%s is left out, with file and line', (_, source, message) => {
    const name = source.includes('日本') ? '日本' : 'a'
    const { skills, problems } = load({ [`${name}/SKILL.md`]: source })
    expect([...skills]).toEqual([])
    expect(problems).toEqual([
      { file: `${name}/SKILL.md`, line: expect.any(Number), message, loaded: false },
    ])
  })

  test.each([
    ['aliases', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nname: bomb\ndescription: boom'],
    ['prototype', '__proto__: { polluted: true }\nconstructor: x\nname: bomb\ndescription: boom'],
    ['a tag', 'name: !!js/function "function(){}"\ndescription: boom'],
    ['a list', '- name\n- description'],
    ['doubled keys', 'name: bomb\nname: other\ndescription: boom'],
    ['numbers', 'name: 12\ndescription: [1, 2]'],
  ])('hostile front matter: %s', (_, front) => {
    const { skills } = load({ 'bomb/SKILL.md': skill(front) })
    expect(skills).toHaveLength(1)
    expect(typeof skills[0]?.name).toBe('string')
    expect(typeof skills[0]?.description).toBe('string')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('the first of two with one id wins, and the other is told', () => {
    const { skills, problems } = load({
      'a/SKILL.md': skill('name: same\ndescription: first'),
      'b/SKILL.md': skill('name: Same\ndescription: second'),
    })
    expect(skills.map(({ description }) => description)).toEqual(['first'])
    expect(problems[0]).toMatchObject({
      file: 'b/SKILL.md',
      loaded: false,
      message: expect.stringContaining('the id "same" is taken by'),
    })
  })

  test('the same skill through a link counts once', () => {
    const base = temporaryFolder({ 'real/a/SKILL.md': skill('name: a') })
    mkdirSync(join(base, 'other'))
    symlinkSync('../real/a', join(base, 'other/a'))
    const skills = loadSkillsFromDirs([join(base, 'real'), join(base, 'other'), join(base, 'real')])
    expect(skills.map(({ id }) => id)).toEqual(['a'])
    expect(skills.problems).toEqual([])
  })

  test('precedence: earlier folders first, project folders only when trusted', () => {
    const base = temporaryFolder({
      'home/.claude/skills/x/SKILL.md': skill('name: x\ndescription: of the user'),
      'home/.codex/skills/x/SKILL.md': skill('name: x\ndescription: of the user, later'),
      'ws/.opencode/skills/x/SKILL.md': skill('name: x\ndescription: of the project'),
    })
    const folders = (trustProject: boolean) =>
      skillFolders(join(base, 'ws'), { home: join(base, 'home'), trustProject })
    expect(loadSkillsFromDirs(folders(false)).map(({ description }) => description)).toEqual([
      'of the user',
    ])
    const trusted = loadSkillsFromDirs(folders(true))
    expect(trusted.map(({ description }) => description)).toEqual(['of the project'])
    expect(trusted.problems).toHaveLength(2)
  })

  test('files of a skill are confined to its folder', async () => {
    const base = temporaryFolder({
      'skills/a/SKILL.md': skill('name: a'),
      'skills/a/scripts/run.sh': 'echo hi\n',
      'skills/a/table.bin': Buffer.from([0, 1, 2]),
      'skills/b/SKILL.md': skill('name: b'),
      'secret.txt': 'sentinel',
    })
    symlinkSync('../../secret.txt', join(base, 'skills/a/link.txt'))
    symlinkSync('../..', join(base, 'skills/a/up'))
    const [a, b] = loadSkillsFromDirs([join(base, 'skills')])
    expect(a?.files).toEqual(['scripts/run.sh', 'table.bin'])
    expect(await a?.readFile?.('scripts/run.sh')).toBe('echo hi')
    for (const path of [
      '../../secret.txt',
      'link.txt',
      'up/secret.txt',
      '/etc/passwd',
      'table.bin',
      'none',
      '../b/SKILL.md',
      'file:///etc/passwd',
    ])
      await expect(async () => a?.readFile?.(path)).rejects.toThrow()
    expect(b?.readFile).toBeUndefined()
    expect(readFileSync(join(base, 'secret.txt'), 'utf8')).toBe('sentinel')
  })

  test('a skill file that is a link to elsewhere is read, as the host named its folder', () => {
    const base = temporaryFolder({ 'elsewhere.md': skill('name: linked') })
    writeFiles(base, { 'skills/.keep': '' })
    symlinkSync('../elsewhere.md', join(base, 'skills/linked.md'))
    expect(loadSkillsFromDirs([join(base, 'skills')]).map(({ id }) => id)).toEqual(['linked'])
  })
})
