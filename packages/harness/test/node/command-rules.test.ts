import { allowCommands, matchesCommand } from '@toolprism/harness/node'
import { describe, expect, test } from 'vitest'

describe('scenario 34: a rule covers one simple command', () => {
  test.each([
    ['git status', 'git status'],
    ['git status', '  git   status '],
    ['git status', `git 'status'`],
    ['git status', 'git "sta"tus'],
    ['git *', 'git status'],
    ['git *', 'git'],
    ['git *', 'git commit -m "two words; not && more"'],
    ['git *', `git commit -m '$HOME \`x\`'`],
    ['npm run test *', 'npm run test -- --watch=false'],
    ['npm run test:*', 'npm run test:unit'],
    ['npm test', 'npm test'],
    ['node test.js', 'node test.js'],
    ['ls -la *', 'ls -la src/a.ts'],
    ['echo *', 'echo a=b c:d e~f'],
    ['find * -name x', 'find . -name x'],
  ])('%s covers %s', (rule, command) => {
    expect(matchesCommand(rule, command)).toBe(true)
  })

  test.each([
    'git status && rm -rf /x',
    'git status || rm -rf /x',
    'git status; rm -rf /x',
    'git status & rm -rf /x',
    'git status | sh',
    'git status |& sh',
    'git status\nrm -rf /x',
    'git status\r\nrm -rf /x',
    'git status\\\n&& rm x',
    'git status $(rm -rf /x)',
    'git status `rm -rf /x`',
    'git status "$(rm -rf /x)"',
    'git status "`rm -rf /x`"',
    `git log \${IFS}x`,
    'git log $HOME',
    'git log "$HOME"',
    'git status > /etc/passwd',
    'git status >> x',
    'git status 2>&1',
    'git status >& x',
    'git apply < x',
    'git apply << EOF',
    'git log <(rm x)',
    '(git status)',
    '{ git status; }',
    '! git status',
    'git add *',
    'git add ?',
    'git add [a]',
    'git add {a,b}',
    'git add ~/x',
    'git add ~root/x',
    'git --work-tree=~/x add',
    'git status # comment',
    'X=1 git status',
    'X+=1 git status',
    'PATH=. git status',
    'env X=1 git status',
    'sudo git status',
    'command git status',
    'exec git status',
    'time git status',
    '/tmp/git status',
    './git status',
    'GIT status',
    'gitx status',
    'git status "unclosed',
    "git status 'unclosed",
    'git status \\',
    'git\0 status',
    'git\x07status',
    '',
    ' ',
    'git -c core.pager=sh log',
    'git -c alias.x=!sh x',
    'git log -Oless',
    'git grep --open-files-in-pager=sh x',
    'git --exec-path=/tmp status',
    'git fetch --upload-pack=sh x',
    'git push --receive-pack=sh x',
    'git rebase --exec sh',
    'git rebase -x sh',
    'git submodule foreach sh',
    'git bisect run sh',
    'git config alias.x !sh',
    'git difftool',
    'git clone ext::sh',
    'git diff --ext-diff',
    'git log --output=/etc/x',
  ])('git * does not cover %j', (command) => {
    expect(matchesCommand('git *', command)).toBe(false)
  })

  test.each([
    ['git status', 'git status -s'],
    ['git status', 'git'],
    ['npm test *', 'npm run test'],
    ['npm *', 'npm exec -- sh'],
    ['npm *', 'npm x sh'],
    ['npm run test:*', 'npm run test:unit more'],
    ['find *', 'find . -exec sh {} +'],
    ['find *', 'find . -delete'],
    ['tar *', 'tar xf a --to-command=sh'],
    ['tar *', 'tar cf a --checkpoint-action=exec=sh b'],
    ['sort *', 'sort -o /etc/passwd x'],
    ['rg *', 'rg --pre sh x'],
    ['fd *', 'fd -x sh'],
    ['curl *', 'curl -o x http://a'],
    ['wget *', 'wget -O x http://a'],
    ['go *', 'go run x.go'],
    ['ls *', 'ls; rm x'],
  ])('%s does not cover %s', (rule, command) => {
    expect(matchesCommand(rule, command)).toBe(false)
  })

  test.each([
    'sh *',
    'bash -c *',
    'env *',
    'xargs *',
    'sudo *',
    'node *',
    'python3.12 *',
    'npx *',
    'awk *',
    'sed *',
    'ssh *',
    'find | *',
    '* status',
    '*',
    '',
    ' ',
    'git && *',
    'git "x" *',
    '/usr/bin/python3 *',
    'docker *',
    'make *',
    'vim *',
    'timeout *',
    'X=1 git *',
  ])('the rule %j is refused when it is made', (rule) => {
    expect(() => allowCommands([rule])).toThrow(expect.objectContaining({ code: 'COMMAND_RULE' }))
  })

  test('a rule about arguments one writes out allows them', () => {
    expect(matchesCommand('npm exec vitest *', 'npm exec vitest run')).toBe(true)
    expect(matchesCommand('git config --get *', 'git config --get user.name')).toBe(true)
    expect(matchesCommand('git config --get *', 'git config --get x -c y')).toBe(false)
  })

  test('rules are permission rules; variables in the call make them not apply', () => {
    const rules = allowCommands(['git *'])
    expect(rules.map(({ effect, tool }) => [effect, tool])).toEqual([
      ['allow', 'run_command'],
      ['allow', 'run_test'],
    ])
    const test = rules[0]?.input as (input: unknown) => boolean
    expect(test({ command: 'git status' })).toBe(true)
    expect(test({ command: 'git status', env: {} })).toBe(true)
    expect(test({ command: 'git status', env: { GIT_EXTERNAL_DIFF: 'sh' } })).toBe(false)
    expect(test({ command: 5 })).toBe(false)
    expect(test({})).toBe(false)
  })
})
